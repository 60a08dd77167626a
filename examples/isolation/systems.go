package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"sync/atomic"
	"time"
)

// answerAfter is how long the healthy system takes: long enough that the machine is not what limits its throughput.
const answerAfter = 25 * time.Millisecond

// systems are two external systems and a gateway in front of both, all real servers on loopback.
type systems struct {
	healthy, hanging, gateway *httptest.Server
	now, most                 atomic.Int64 // calls that the hanging system holds
}

func newSystems() *systems {
	s := &systems{}
	s.healthy = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(answerAfter)
		fmt.Fprint(w, "ok")
	}))
	s.hanging = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		for n := s.now.Add(1); ; {
			m := s.most.Load()
			if n <= m || s.most.CompareAndSwap(m, n) {
				break
			}
		}
		defer s.now.Add(-1)
		<-r.Context().Done()
	}))
	//reslint:ignore no-timeout -- a gateway forwards streams: its phases are bounded, its callers bound the rest
	s.gateway = httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(*httputil.ProxyRequest) {}, // a forward proxy: the request says where to
		Transport: &http.Transport{
			MaxIdleConns: 100, MaxIdleConnsPerHost: 100, MaxConnsPerHost: 1000, IdleConnTimeout: time.Minute,
			TLSHandshakeTimeout: time.Second, ResponseHeaderTimeout: time.Minute, DialContext: dialer.DialContext,
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	})
	return s
}

func (s *systems) held() int { return int(s.most.Load()) }

func (s *systems) close() {
	for _, srv := range []*httptest.Server{s.gateway, s.hanging, s.healthy} {
		srv.CloseClientConnections()
		srv.Close()
	}
}
