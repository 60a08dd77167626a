// Package failing has factories that return something or an error.
package failing

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"example.com/fixtures/limits/factory/failing/parts"
	"example.com/fixtures/limits/pool"
)

// The nil beside the error is no transport that anybody uses.
func across(host string) (*http.Client, error) {
	t, err := parts.Transport(host)
	if err != nil {
		return nil, err
	}
	return &http.Client{Transport: t, Timeout: time.Second}, nil
}

func transport(host string) (http.RoundTripper, error) {
	_, err := os.Stat(host)
	if err != nil {
		return nil, fmt.Errorf("stat: %w", err)
	}
	return pool.New(), nil
}

// The same in one package, with an error that the other function got.
func beside(host string) *http.Client {
	t, err := transport(host)
	if err != nil {
		panic(err)
	}
	return &http.Client{Transport: t, Timeout: time.Second}
}

func passedOn(host string) (http.RoundTripper, error) {
	return transport(host)
}

// Through a function that passes both on.
func through(host string) *http.Client {
	t, err := passedOn(host)
	if err != nil {
		return nil
	}
	return &http.Client{Transport: t, Timeout: time.Second}
}

func named(host string) (t *http.Transport, err error) {
	if host == "" {
		err = errors.New("no host")
		return
	}
	t = pool.New()
	return
}

// With named results.
func bare(host string) *http.Client {
	t, err := named(host)
	if err != nil {
		panic(err)
	}
	return &http.Client{Transport: t, Timeout: time.Second}
}

func found(host string) (http.RoundTripper, bool) {
	if host == "" {
		return nil, false
	}
	return pool.New(), true
}

// A false says the same as an error.
func asked(host string) *http.Client {
	t, ok := found(host)
	if !ok {
		panic("none")
	}
	return &http.Client{Transport: t, Timeout: time.Second}
}

func seconds(text string) (time.Duration, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, err
	}
	return time.Duration(n) * time.Second, nil
}

// The zero beside the error is no timeout that anybody uses.
func parsed(text string) (*http.Client, error) {
	wait, err := seconds(text)
	if err != nil {
		return nil, err
	}
	return &http.Client{Transport: pool.New(), Timeout: wait}, nil
}

func unsupported() (http.RoundTripper, error) {
	return nil, errors.ErrUnsupported
}

// What only fails returns no transport, and that is not the default one.
func never() (*http.Client, error) {
	t, err := unsupported()
	if err != nil {
		return nil, err
	}
	return &http.Client{Transport: t, Timeout: time.Second}, nil
}

// A nil without an error is one.
func optional(proxy string) (*http.Client, error) {
	t, err := parts.Optional(proxy)
	if err != nil {
		return nil, err
	}
	return &http.Client{Transport: t, Timeout: time.Second}, nil // want: shared-default-transport
}

func whether(proxy string) (http.RoundTripper, bool) {
	if proxy == "" {
		return nil, true
	}
	return pool.New(), false
}

// So is one beside a true.
func plain(proxy string) *http.Client {
	t, _ := whether(proxy)
	return &http.Client{Transport: t, Timeout: time.Second} // want: shared-default-transport
}

// What comes with an error and is no nil may be used.
func fallback(host string) (http.RoundTripper, error) {
	if host == "" {
		return http.DefaultTransport, errors.New("no host")
	}
	return pool.New(), nil
}

func fallen(host string) *http.Client {
	t, err := fallback(host)
	if err != nil {
		println(err.Error())
	}
	return &http.Client{Transport: t, Timeout: time.Second} // want: shared-default-transport
}

var _ = []any{across, beside, through, bare, asked, parsed, never, optional, plain, fallen}

// The literals beside errors are nobody's clients.
func ByValue(host string) (http.Client, error) {
	if _, err := os.Stat(host); err != nil {
		return http.Client{}, err
	}
	return http.Client{Transport: pool.New(), Timeout: time.Second}, nil
}

func ByPointer(host string) (*http.Client, error) {
	if host == "" {
		return &http.Client{}, errors.New("no host")
	}
	return &http.Client{Transport: pool.New(), Timeout: time.Second}, nil
}

func IfFound(host string) (http.Client, bool) {
	if host == "" {
		return http.Client{}, false
	}
	return http.Client{Transport: pool.New(), Timeout: time.Second}, true
}

// Service holds its client by value.
type Service struct {
	client http.Client
	host   string
}

func (s *Service) Get() error {
	resp, err := s.client.Get(s.host)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Nor are those in the structs there.
func NewService(host string) (Service, error) {
	if _, err := os.Stat(host); err != nil {
		return Service{}, err
	}
	return Service{client: http.Client{Transport: pool.New(), Timeout: time.Second}, host: host}, nil
}

func NewServiceAt(host string) (*Service, error) {
	s := &Service{client: http.Client{Transport: pool.New(), Timeout: time.Second}, host: host}
	if _, err := os.Stat(host); err != nil {
		return &Service{}, err
	}
	return s, nil
}

// The error may be nil, and no other path has a client.
func Checked(host string) (http.Client, error) {
	_, err := os.Stat(host)
	return http.Client{}, err // want: no-timeout, shared-default-transport
}

func EitherWay(host string) (http.Client, error) {
	if _, err := os.Stat(host); err != nil {
		return http.Client{}, err
	}
	return http.Client{}, nil // want: no-timeout, shared-default-transport
}

// Something is set of the literal beside the error: somebody may use that.
func Kept(host string) (*http.Client, error) {
	if _, err := os.Stat(host); err != nil {
		return &http.Client{Timeout: time.Second}, err // want: shared-default-transport
	}
	return &http.Client{Transport: pool.New(), Timeout: time.Second}, nil
}
