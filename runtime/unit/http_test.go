package unit_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reslint/reslint/runtime/settings"
	"github.com/reslint/reslint/runtime/unit"
)

// quick is a section for real servers on loopback.
func quick(url string) settings.System {
	s := section()
	s.BaseURL = url
	s.ConnectTimeout, s.ReadTimeout, s.TotalTimeout = 200*time.Millisecond, 300*time.Millisecond, 600*time.Millisecond
	s.Breaker.SlowCall = s.ReadTimeout
	return s
}

func serve(t testing.TB, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv
}

// get makes a GET through the unit and reads and closes the body.
func get(ctx context.Context, u *unit.Unit, path string) (status int, body string, err error) {
	req, err := u.NewRequest(ctx, http.MethodGet, path, nil)
	if err != nil {
		return 0, "", err
	}
	resp, err := u.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(data), err
}

func TestDo(t *testing.T) {
	t.Parallel()
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL.String()) })
	r := &recorder{}
	u := newUnit(t, quick(srv.URL+"/base/"), r)
	status, body, err := get(t.Context(), u, "/pay?id=1")
	if status != 200 || body != "/base/pay?id=1" || err != nil {
		t.Errorf("%d %q %v", status, body, err)
	}
	wantIdle(t, u)
	wantOutcomes(t, r, unit.Success)
}

// The permit is held until the body is closed, however often that happens.
func TestPermitIsHeldUntilTheBodyIsClosed(t *testing.T) {
	t.Parallel()
	srv := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "answer") })
	r := &recorder{}
	u := newUnit(t, quick(srv.URL), r)
	req, _ := u.NewRequest(t.Context(), http.MethodGet, "/", nil)
	resp, err := u.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
	if u.InFlight() != 1 {
		t.Errorf("%d in flight before Close", u.InFlight())
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { _ = resp.Body.Close() })
	}
	wg.Wait()
	wantIdle(t, u)
	wantOutcomes(t, r, unit.Success)
}

func TestAnswerWithoutBodyHoldsNothing(t *testing.T) {
	t.Parallel()
	srv := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	u := newUnit(t, quick(srv.URL))
	req, _ := u.NewRequest(t.Context(), http.MethodDelete, "/", nil)
	if _, err := u.Do(req); err != nil {
		t.Fatal(err)
	}
	wantIdle(t, u)
}

// Every way in which a real system fails: what the caller gets, and what the breaker hears.
func TestRealFailures(t *testing.T) {
	t.Parallel()
	hijack := func(w http.ResponseWriter, send string, reset bool) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(c, send)
		if tcp, ok := c.(*net.TCPConn); ok && reset {
			_ = tcp.SetLinger(0)
		}
		_ = c.Close()
	}
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		outcome unit.Outcome
		reason  error
		status  int // of an answer that comes all the same
	}{
		"hang": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, unit.Timeout, unit.ErrTimeout, 0},
		"slow body": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "some")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, unit.Timeout, unit.ErrTimeout, 200},
		"reset":   {func(w http.ResponseWriter, _ *http.Request) { hijack(w, "", true) }, unit.Failure, nil, 0},
		"garbage": {func(w http.ResponseWriter, _ *http.Request) { hijack(w, "hello\r\n\r\n", false) }, unit.Failure, nil, 0},
		"cut in a body": {func(w http.ResponseWriter, _ *http.Request) {
			hijack(w, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab", true)
		}, unit.Failure, nil, 200},
		"5xx":            {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", 503) }, unit.ServerError, nil, 503},
		"4xx":            {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", 404) }, unit.ClientError, nil, 404},
		"slow but right": {func(w http.ResponseWriter, _ *http.Request) { time.Sleep(60 * time.Millisecond); fmt.Fprint(w, "ok") }, unit.Slow, nil, 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := serve(t, c.handler)
			r := &recorder{}
			s := quick(srv.URL)
			if c.outcome == unit.Slow {
				s.Breaker.SlowCall = 50 * time.Millisecond
			}
			u := newUnit(t, s, r)
			status, _, err := get(t.Context(), u, "/")
			if status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
			if wantErr := c.outcome == unit.Timeout || c.outcome == unit.Failure; (err != nil) != wantErr {
				t.Errorf("error %v", err)
			}
			var own *unit.Error
			if err != nil && (!errors.As(err, &own) || own.System != "sber" || c.reason != nil && !errors.Is(err, c.reason)) {
				t.Errorf("error %v", err)
			}
			wantIdle(t, u)
			wantOutcomes(t, r, c.outcome)
		})
	}
}

func TestRefusedConnections(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.NotFoundHandler())
	url := srv.URL
	srv.Close()
	r := &recorder{}
	u := newUnit(t, quick(url), r)
	for range 10 {
		if _, _, err := get(t.Context(), u, "/"); err == nil || errors.Is(err, unit.ErrTimeout) || !unit.Retryable(err) {
			t.Errorf("got %v", err)
		}
	}
	wantState(t, u, unit.Open)
	if _, _, err := get(t.Context(), u, "/"); !errors.Is(err, unit.ErrOpen) {
		t.Errorf("got %v", err)
	}
	wantIdle(t, u)
}

func TestStormOpensTheBreaker(t *testing.T) {
	t.Parallel()
	var hits atomic.Int64
	srv := serve(t, func(w http.ResponseWriter, _ *http.Request) { hits.Add(1); http.Error(w, "no", 500) })
	u := newUnit(t, quick(srv.URL))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				_, _, _ = get(context.Background(), u, "/")
			}
		})
	}
	wg.Wait()
	wantState(t, u, unit.Open)
	if n := hits.Load(); n < 10 || n > 10+4 {
		t.Errorf("the system saw %d calls of 200", n)
	}
	wantIdle(t, u)
}

func TestCallerCancels(t *testing.T) {
	t.Parallel()
	arrived := make(chan struct{})
	srv := serve(t, func(_ http.ResponseWriter, r *http.Request) { arrived <- struct{}{}; <-r.Context().Done() })
	r := &recorder{}
	u := newUnit(t, quick(srv.URL), r)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	if _, _, err := get(ctx, u, "/"); !errors.Is(err, context.Canceled) || unit.Retryable(err) {
		t.Errorf("got %v", err)
	}
	wantOutcomes(t, r, unit.Canceled)
}

// Full load never opens more connections than the pool has, and never waits for one.
func TestConnections(t *testing.T) {
	t.Parallel()
	var open, most atomic.Int64
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") }))
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		switch s {
		case http.StateNew:
			most.Store(max(most.Load(), open.Add(1)))
		case http.StateClosed:
			open.Add(-1)
		}
	}
	srv.Start()
	t.Cleanup(srv.Close)
	u := newUnit(t, quick(srv.URL))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 100 {
				if _, _, err := get(context.Background(), u, "/"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n := most.Load(); n > 5 {
		t.Errorf("%d connections, the limit is 5", n)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := u.Close(ctx); err != nil {
		t.Error(err)
	}
	for range 100 {
		if open.Load() == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond) // the server sees the end of a connection when it comes
	}
	t.Errorf("%d connections are open after Close", open.Load())
}

func TestHTTP2(t *testing.T) {
	t.Parallel()
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/hang" {
			<-r.Context().Done()
		}
		fmt.Fprint(w, r.Proto)
	}))
	srv.EnableHTTP2 = true
	srv.StartTLS()
	t.Cleanup(srv.Close)
	roots := srv.Client().Transport.(*http.Transport).TLSClientConfig
	u := newUnitWith(t, quick(srv.URL), unit.Options{Transport: func(tr *http.Transport) { tr.TLSClientConfig = roots }})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 20 {
				if _, body, err := get(context.Background(), u, "/"); body != "HTTP/2.0" || err != nil {
					t.Errorf("%q, %v", body, err)
				}
			}
		})
	}
	wg.Wait()
	if _, _, err := get(t.Context(), u, "/hang"); !errors.Is(err, unit.ErrTimeout) {
		t.Errorf("a hang over HTTP/2: %v", err)
	}
	wantIdle(t, u)
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	other := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("another host was called") })
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/here":
			http.Redirect(w, r, "/there", http.StatusFound)
		case "/away":
			http.Redirect(w, r, other.URL, http.StatusFound)
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		}
	})
	u := newUnit(t, quick(srv.URL))
	for path, want := range map[string]int{"/here": 200, "/away": 302, "/loop": 302} {
		if status, _, err := get(t.Context(), u, path); status != want || err != nil {
			t.Errorf("%s: %d, %v", path, status, err)
		}
	}
	wantIdle(t, u)
}

// A system that stops reading ends in a write timeout.
func TestWriteTimeout(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var conns []net.Conn
	accepted := make(chan struct{})
	go func() {
		defer close(accepted)
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			conns = append(conns, c) // and never read
		}
	}()
	t.Cleanup(func() {
		_ = ln.Close()
		<-accepted
		for _, c := range conns {
			_ = c.Close()
		}
	})
	s := quick("http://" + ln.Addr().String())
	s.WriteTimeout = 50 * time.Millisecond
	u := newUnit(t, s)
	req, _ := u.NewRequest(t.Context(), http.MethodPost, "/", strings.NewReader(strings.Repeat("x", 32<<20)))
	start := time.Now()
	_, err = u.Do(req)
	if !errors.Is(err, unit.ErrTimeout) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(start); took > 300*time.Millisecond {
		t.Errorf("took %v: some other timeout ended it", took)
	}
	wantIdle(t, u)
}

func TestZeroIdleConnections(t *testing.T) {
	t.Parallel()
	var conns atomic.Int64
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			conns.Add(1)
		}
	}
	srv.Start()
	t.Cleanup(srv.Close)
	s := quick(srv.URL)
	s.MaxKeepaliveConnections = 0
	u := newUnit(t, s)
	for range 5 {
		if _, _, err := get(t.Context(), u, "/"); err != nil {
			t.Error(err)
		}
	}
	if conns.Load() != 5 {
		t.Errorf("%d connections for 5 calls", conns.Load())
	}
}

// Options.Transport cannot take a limit away.
func TestTransportKeepsItsLimits(t *testing.T) {
	t.Parallel()
	u := newUnitWith(t, section(), unit.Options{Transport: func(tr *http.Transport) {
		tr.MaxConnsPerHost, tr.ResponseHeaderTimeout, tr.IdleConnTimeout = 0, 0, 0
	}})
	c := u.Client()
	tr := c.Transport.(*http.Transport)
	if c.Timeout != 15*time.Second || tr.MaxConnsPerHost != 5 || tr.MaxIdleConnsPerHost != 4 || tr.MaxIdleConns != 4 ||
		tr.ResponseHeaderTimeout != 10*time.Second || tr.TLSHandshakeTimeout != 2*time.Second || tr.IdleConnTimeout != 90*time.Second ||
		tr.DialContext == nil || !tr.ForceAttemptHTTP2 {
		t.Errorf("%+v", tr)
	}
}

// The phases end when the settings say, to the nanosecond.
func TestPhases(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		network := newPipeNet(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/body" {
				_, _ = io.WriteString(w, "some")
				_ = http.NewResponseController(w).Flush()
			}
			<-r.Context().Done()
		}))
		u := newUnitWith(t, section(), unit.Options{Transport: network.configure})
		for path, want := range map[string]time.Duration{"/header": 10 * time.Second, "/body": 15 * time.Second} {
			start := time.Now()
			if _, _, err := get(t.Context(), u, path); !errors.Is(err, unit.ErrTimeout) {
				t.Errorf("%s: %v", path, err)
			}
			if took := time.Since(start); took != want {
				t.Errorf("%s took %v, want %v", path, took, want)
			}
		}
		wantIdle(t, u)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := u.Close(ctx); err != nil {
			t.Error(err)
		}
	})
}

func TestConnectTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUnitWith(t, section(), unit.Options{Transport: func(tr *http.Transport) {
			tr.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }
		}})
		start := time.Now()
		if _, _, err := get(t.Context(), u, "/"); !errors.Is(err, unit.ErrTimeout) {
			t.Errorf("got %v", err)
		}
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// A stream outlives the total timeout and ends by silence.
func TestStream(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		network := newPipeNet(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for range 10 {
				_, _ = io.WriteString(w, "event\n")
				_ = http.NewResponseController(w).Flush()
				time.Sleep(9 * time.Second)
			}
			<-r.Context().Done()
		}))
		r := &recorder{}
		u := newUnitWith(t, section(), unit.Options{Transport: network.configure, Observers: []unit.Observer{r}})
		req, _ := u.NewRequest(t.Context(), http.MethodGet, "/events", nil)
		start := time.Now()
		resp, err := u.Stream(req)
		if err != nil {
			t.Fatal(err)
		}
		lines, events := bufio.NewScanner(resp.Body), 0
		for lines.Scan() {
			events++
			time.Sleep(11 * time.Second) // the consumer's own time does not count
		}
		if events != 10 || !errors.Is(lines.Err(), unit.ErrTimeout) || !errors.Is(lines.Err(), unit.ErrSilent) {
			t.Errorf("%d events, then %v", events, lines.Err())
		}
		if took := time.Since(start); took < 90*time.Second {
			t.Errorf("ended after %v", took)
		}
		if u.InFlight() != 1 {
			t.Errorf("%d in flight", u.InFlight())
		}
		_ = resp.Body.Close()
		_ = resp.Body.Close()
		wantIdle(t, u)
		wantOutcomes(t, r, unit.Success)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_ = u.Close(ctx)
	})
}

func TestStreamThatDoesNotBegin(t *testing.T) {
	t.Parallel()
	srv := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	r := &recorder{}
	u := newUnit(t, quick(srv.URL), r)
	req, _ := u.NewRequest(t.Context(), http.MethodGet, "/", nil)
	if _, err := u.Stream(req); !errors.Is(err, unit.ErrTimeout) {
		t.Errorf("got %v", err)
	}
	wantIdle(t, u)
	wantOutcomes(t, r, unit.Timeout)
}

func TestUpgrade(t *testing.T) {
	t.Parallel()
	srv := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		c, rw, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer c.Close()
		_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		line, _ := rw.ReadString('\n')
		_, _ = io.WriteString(c, line)
	})
	u := newUnit(t, quick(srv.URL))
	req, _ := u.NewRequest(t.Context(), http.MethodGet, "/", nil)
	req.Header.Set("Connection", "Upgrade")
	req.Header.Set("Upgrade", "echo")
	resp, err := u.Stream(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	rw, ok := resp.Body.(io.ReadWriter)
	if !ok {
		t.Fatal("the body of an upgrade cannot be written to")
	}
	if _, err := io.WriteString(rw, "hello\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(rw).ReadString('\n'); line != "hello\n" || err != nil {
		t.Errorf("%q, %v", line, err)
	}
}

// A transport that panics costs nothing either.
func TestPanicInTheTransport(t *testing.T) {
	t.Parallel()
	r := &recorder{}
	u := newUnitWith(t, section(), unit.Options{Observers: []unit.Observer{r}, Transport: func(tr *http.Transport) {
		tr.Proxy = func(*http.Request) (*url.URL, error) { panic("proxy") }
	}})
	for _, send := range []func(*http.Request) (*http.Response, error){u.Do, u.Stream} {
		inGoroutine(func() {
			req, _ := u.NewRequest(context.Background(), http.MethodGet, "/", nil)
			_, _ = send(req)
		})
	}
	wantIdle(t, u)
	wantOutcomes(t, r, unit.Panic, unit.Panic)
}
