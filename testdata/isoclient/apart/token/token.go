// Package token has adapters that fetch tokens from another host.
package token

import (
	"context"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"example.com/fixtures/isoclient/kit"
)

type Adapter struct {
	client   *http.Client
	tokenURL string
	apiURL   string
}

func New() *Adapter {
	return &Adapter{
		client:   kit.Client(),
		tokenURL: "https://login.microsoftonline.com/oauth2/v2.0/token",
		apiURL:   "https://graph.microsoft.com",
	}
}

func (a *Adapter) token() (string, error) {
	resp, err := a.client.PostForm(a.tokenURL, url.Values{})
	if err != nil {
		return "", err
	}
	return resp.Header.Get("X-Token"), resp.Body.Close()
}

// The token endpoint and the API of one adapter type are one system.
func (a *Adapter) Mail() error {
	token, err := a.token()
	if err != nil {
		return err
	}
	req, err := http.NewRequest(http.MethodGet, a.apiURL, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", token)
	_, err = a.client.Do(req)
	return err
}

// The library fetches the token through the client that is handed over.
func library(ctx context.Context) *http.Client {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, kit.Client())
	cfg := clientcredentials.Config{TokenURL: "https://login.microsoftonline.com/token"}
	return cfg.Client(ctx)
}

func mail(ctx context.Context) { _, _ = library(ctx).Get("https://graph.microsoft.com") }
