package silent

import (
	"net/http"

	"google.golang.org/grpc"
)

// What generated code calls is the generator's.
func gateway(addr string, mux *http.ServeMux) error {
	conn, err := grpc.NewClient(addr, grpc.WithInsecure())
	if err != nil {
		return err
	}
	RegisterPaymentsHandler(mux, conn)
	return nil
}
