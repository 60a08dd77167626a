// Package app fills the container once.
package app

import (
	"golang.org/x/sync/semaphore"

	"example.com/fixtures/isoclient/across/container/deps"
	"example.com/fixtures/isoclient/across/container/integrations/github"
	"example.com/fixtures/isoclient/across/container/integrations/jira"
	"example.com/fixtures/isoclient/kit"
)

type App struct {
	jira   *jira.Adapter
	github *github.Adapter
}

func New() *App {
	d := deps.Deps{
		HTTP: kit.Client(),             // want: shared-client "serves github (package example.com/fixtures/isoclient/across/container/integrations/github) and jira (package"
		Sem:  semaphore.NewWeighted(8), // want: shared-bulkhead
	}
	return &App{jira: jira.New(d), github: github.New(d)}
}

// Settings that are filled twice are not shared.
func Apart() *App {
	fill := func() deps.Deps { return deps.Deps{HTTP: kit.Client(), Sem: semaphore.NewWeighted(8)} }
	return &App{jira: jira.New(fill()), github: github.New(fill())}
}
