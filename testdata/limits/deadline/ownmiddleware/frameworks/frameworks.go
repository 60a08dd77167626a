// Package frameworks has middlewares of its own for web frameworks.
package frameworks

import (
	"context"
	"time"

	"github.com/gin-gonic/gin"
)

// Gin gives requests a deadline.
func Gin(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), time.Second)
	defer cancel()
	c.Request = c.Request.WithContext(ctx)
	c.Next()
}
