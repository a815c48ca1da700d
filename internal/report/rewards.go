package report

import (
	"context"
	"errors"
	"io"
)

// Rewards calls do with the sample and the reward of every scored completion in a file of
// voi score. profile selects one of several profiles, "" the only one; flag is the option
// that selects it on the command line. limits is the reward range of the profile, nil if
// the file does not say.
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
