package asvalue

import (
	"net"
	"net/http"
	"time"
)

const second = time.Second

func transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = (&net.Dialer{Timeout: second}).DialContext
	t.MaxConnsPerHost, t.MaxIdleConnsPerHost = 10, 8
	t.ResponseHeaderTimeout = 5 * second
	return t
}
