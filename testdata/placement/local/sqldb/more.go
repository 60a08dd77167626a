package sqldb

import "context"

// TwoStep asks the breaker and then the database.
func (o *Orders) TwoStep(ctx context.Context) (int, error) {
	done, err := o.two.Allow() // want: wrapper-on-local
	if err != nil {
		return 0, err
	}
	n, err := o.count(ctx)
	done(err)
	return n, err
}

// no finding: a call is made between the two steps
func (o *Orders) TwoStepOut(ctx context.Context) (int, error) {
	done, err := o.two.Allow()
	if err != nil {
		return 0, err
	}
	n, err := o.count(ctx)
	if err == nil {
		_, err = o.client.Get("https://orders.example")
	}
	done(err)
	return n, err
}

// no finding: the second step is somebody else's, and so is what happens in between
func (o *Orders) Begin() (func(error), error) { return o.two.Allow() }
