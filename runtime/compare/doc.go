// Package compare measures a unit's Call side by side with the same protection made by hand from gobreaker and
// x/sync/semaphore, and from failsafe-go. It is a module of its own because only the comparison needs failsafe-go. Run
//
//	go test -bench . -benchmem
package compare
