package llm

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// MaxBody bounds how much of a server's answer is read, in bytes.
const MaxBody = 4 << 20

// response holds what the library hides of a server's answer.
type response struct {
	status int           // 0: no answer
	after  time.Duration // Retry-After
}

type responseKey struct{}

// withResponse returns a context for a request; the response is filled when the answer
// comes.
func withResponse(ctx context.Context) (context.Context, *response) {
	seen := &response{}
	return context.WithValue(ctx, responseKey{}, seen), seen
}

// Doer sends requests. To read more than the bytes that it allows is an error. It follows no redirection,
// because the key is meant only for the given address.
type Doer struct {
	do   func(*http.Request) (*http.Response, error)
	most int64
}

// DoerOf returns a Doer that sends requests by a function, for example a client that counts
// them, or a fake without a network. It reads at most most bytes of an answer.
func DoerOf(do func(*http.Request) (*http.Response, error), most int64) *Doer { return &Doer{do, most} }

// NewDoer returns a Doer that keeps concurrency connections open and reads at most most
// bytes of an answer.
func NewDoer(concurrency int, most int64) *Doer {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = concurrency // else all but two are closed after each call,
	transport.MaxIdleConns = concurrency        // and all but a hundred over all hosts
	client := &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Doer{client.Do, most}
}

// Do implements the library's HTTPDoer.
func (d *Doer) Do(r *http.Request) (*http.Response, error) {
	got, err := d.do(r)
	if err != nil {
		return nil, err
	}
	if seen, ok := r.Context().Value(responseKey{}).(*response); ok {
		seen.status = got.StatusCode
		seen.after = retryAfter(got.Header.Get("Retry-After"), time.Now())
	}
	got.Body = http.MaxBytesReader(nil, got.Body, d.most)
	return got, nil
}

// mostAfter bounds the pause that a server asks for: sums with a longer one overflow.
const mostAfter = 1e6 * time.Second

// retryAfter reads the header Retry-After, seconds or a date; 0 where it is absent or
// invalid.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		if !(seconds > 0) {
			return 0
		}
		return time.Duration(min(seconds, mostAfter.Seconds()) * float64(time.Second))
	}
	if when, err := http.ParseTime(text); err == nil {
		return min(max(when.Sub(now), 0), mostAfter)
	}
	return 0
}
