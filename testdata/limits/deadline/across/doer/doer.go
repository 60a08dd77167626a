// Package doer sends through an interface, and names nothing else that could be a client.
package doer

import "net/http"

type sender interface {
	Do(*http.Request) (*http.Response, error)
}

func Send(s sender, req *http.Request) error {
	resp, err := s.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
