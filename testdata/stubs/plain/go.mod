module example.net/other/plain

go 1.26.0
