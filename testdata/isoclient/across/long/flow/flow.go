// Package flow has a long function, of which only the end sends notes.
package flow

import (
	"errors"

	"example.com/fixtures/isoclient/across/long/notes"
)

type settings struct{ Chat, Mail string }

func step(n int) error {
	if n < 0 {
		return errors.New("no such step")
	}
	return nil
}

// What the notifier shares is reported where it is built, however long the way there is.
func Run(s settings) error {
	n := notes.New(notes.Config{ChatURL: s.Chat, MailURL: s.Mail})
	if err := step(0); err != nil {
		return err
	}
	if err := step(1); err != nil {
		return err
	}
	if err := step(2); err != nil {
		return err
	}
	if err := step(3); err != nil {
		return err
	}
	if err := step(4); err != nil {
		return err
	}
	if err := step(5); err != nil {
		return err
	}
	if err := step(6); err != nil {
		return err
	}
	if err := step(7); err != nil {
		return err
	}
	if err := step(8); err != nil {
		return err
	}
	if err := step(9); err != nil {
		return err
	}
	if err := step(10); err != nil {
		return err
	}
	if err := step(11); err != nil {
		return err
	}
	if err := step(12); err != nil {
		return err
	}
	if err := step(13); err != nil {
		return err
	}
	if err := step(14); err != nil {
		return err
	}
	if err := step(15); err != nil {
		return err
	}
	if err := step(16); err != nil {
		return err
	}
	if err := step(17); err != nil {
		return err
	}
	if err := step(18); err != nil {
		return err
	}
	if err := step(19); err != nil {
		return err
	}
	n.Notify()
	return nil
}
