module example.org/maker/sdk

go 1.26.0
