package report

import (
	"context"
	"errors"
	"io"
)

// Rewards calls do with the sample and the reward of every completion of a file that
// voi score has written; the unscored are left out. profile chooses among several, "" is
// the only one; flag is what names it on a command line. limits are those of the
// profile's rewards, nil where the file does not say them.
func Rewards(ctx context.Context, path, flag, profile string, do func(sample string, reward float64)) (limits *[2]float64, err error) {
	s, err := openSource(ctx, path, nil, flag, profile)
	if err != nil {
		return nil, err
	}
	defer s.r.Close()
	for {
		r, err := s.next()
		if errors.Is(err, io.EOF) {
			return s.profiles[0].limits, s.example
		}
		if err != nil {
			return nil, err
		}
		if r.outcomes[0].scored() {
			do(r.sample, r.outcomes[0].values[0])
		}
	}
}
