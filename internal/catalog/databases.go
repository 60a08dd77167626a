package catalog

// Pools of connections to the program's own database.

var databaseTypes = []Type{
	{Name: "database/sql.DB", Kind: Database},
	{Name: "github.com/jmoiron/sqlx.DB", Kind: Database},
	{Name: "github.com/jackc/pgx/v5/pgxpool.Pool", Kind: Database},
	{Name: "github.com/jackc/pgx/v4/pgxpool.Pool", Kind: Database},
	{Name: "github.com/redis/go-redis/v9.Client", Kind: Cache},
	{Name: "github.com/go-redis/redis/v8.Client", Kind: Cache},
}

// opened is a pool that a driver is opened for.
func opened(driver *Shape) *Shape { return fresh(Database, F{"driver": driver}) }

// pgxRows are the functions of one version of pgxpool.
func pgxRows(path string) []Func {
	return []Func{
		{Name: path + ".ParseConfig", Results: results(fresh(None, F{"MaxConns": unknown}), unknown)},
		{Name: path + ".New", Results: results(fresh(Database, nil), unknown)},
		{Name: path + ".NewWithConfig", Pool: field(arg(1), "MaxConns"), Results: results(fresh(Database, nil), unknown)},
		{Name: path + ".ConnectConfig", Pool: field(arg(1), "MaxConns"), Results: results(fresh(Database, nil), unknown)},
	}
}

var databaseFuncs = join(
	[]Func{
		{Name: "database/sql.Open", Results: results(opened(arg(0)), unknown)},
		{Name: "database/sql.OpenDB", Results: results(fresh(Database, nil))},
		{Name: "github.com/jmoiron/sqlx.Open", Results: results(opened(arg(0)), unknown)},
		{Name: "github.com/jmoiron/sqlx.Connect", Results: results(opened(arg(0)), unknown)},
		{Name: "(*database/sql.DB).SetMaxOpenConns", Pool: arg(1), Results: results()},
	},
	pgxRows("github.com/jackc/pgx/v5/pgxpool"), pgxRows("github.com/jackc/pgx/v4/pgxpool"),
)
