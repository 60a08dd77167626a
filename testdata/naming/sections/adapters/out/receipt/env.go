package receipt

import (
	"os"

	"example.com/fixtures/naming/sections/config"
)

func env(key string) string { return os.Getenv(key) }

func fromEnvironment() {
	_ = os.Getenv("CLIENT__RECEIPT__TOKEN")
	_ = os.Getenv("RECEIPT_TOKEN")
	_ = os.Getenv("CLIENT__SBER__TOKEN")                  // want: section-name "CLIENT__SBER__TOKEN is a setting of sber and configures package receipt"
	_, _ = os.LookupEnv("APP__CLIENT__INSURANCE__TOKEN")  // want: section-name
	_ = env("CLIENT__SBER__URL")                          // want: section-name
	_ = os.Getenv("HTTP_PROXY")                           // nobody's
	_ = os.Getenv("POD_NAME")                             // pod is no system that is known
	_ = os.Getenv("CLIENT__" + os.Getenv("X") + "_TOKEN") // known at run time only
	_ = os.Getenv("CLIENT__DEFAULT__TIMEOUT")             // says no system
}

func fromConfig(cfg config.Config) *Adapter {
	a := New(cfg.Client.Sber, "") // want: section-name "the settings of Sber configure package receipt"
	b := New(cfg.Client.Receipt, cfg.HTTP.URL)
	c := New(cfg.Client.Default, "")
	return &Adapter{URL: a.URL + b.URL + c.URL}
}

var _, _ = fromEnvironment, fromConfig
