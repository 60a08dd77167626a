// Command cmd shuts no server down, though the package that it has its events from could.
package main

import (
	"fmt"

	"example.com/fixtures/lifecycle/unreached/client"
)

func main() {
	fmt.Println(client.New().Next())
}
