// Package receipt is known as a system by its folder.
package receipt

// Name is what the service is called.
const Name = "receipt"
