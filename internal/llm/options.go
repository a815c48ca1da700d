package llm

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Options configure a model. Model is required, and Cache unless HTTP is set. The zero value
// of any other field is its default.
type Options struct {
	BaseURL string // of an OpenAI-compatible API, up to and with /v1; "": DefaultBaseURL
	Model   string // its name there
	Key     string // sent as the bearer token and nowhere else; "": none is sent
	Cache   string // folder of the answers; made when the first one is written; "": no cache, allowed only with HTTP
	HTTP    *Doer  // sends the requests; nil: one to BaseURL

	Offline bool // answer from the cache alone; no socket is opened
	DryRun  bool // the same, and count what would be asked

	Format      Format        // how the format of the answer is requested; "": JSONSchema
	Timeout     time.Duration // of one call; 0: DefaultTimeout
	Retries     int           // of one call after failures that may pass; 0: DefaultRetries, below 0: none
	Concurrency int           // calls at a time; 0: DefaultConcurrency
	Rate        float64       // calls per second; 0: no limit
	Seed        int64         // of the model's sampling and of the waits between retries

	AnswerTokens int     // the longest answer; 0: depends on the question
	BudgetTokens int64   // of one run, prompts and answers; 0: no limit
	BudgetCost   float64 // of one run, in the currency of the prices; 0: no limit
	PriceIn      float64 // of a million tokens of prompt
	PriceOut     float64 // of a million tokens of answer

	// Lasting is for a server, which outlives what a batch run should stop for. A refused key or address
	// is an outage, and an answer that the cache does not take is given all the same. Once the budget is
	// spent, what is in the cache is answered.
	Lasting bool

	Stop func(error) // called once when the run has to stop: the budget is spent, the key is refused, the cache cannot be written
	wait waiter      // for tests
}

// Format is how a server is told the format of an answer.
type Format string

// The formats, from the strictest down. The checks of an answer do not depend on its
// format.
const (
	JSONSchema Format = "json_schema" // structured output
	JSONObject Format = "json_object" // any JSON object; the schema stands in the prompt
	PlainText  Format = "text"        // the schema stands in the prompt
)

// The defaults of Options.
const (
	DefaultBaseURL     = "https://api.openai.com/v1"
	DefaultTimeout     = 60 * time.Second
	DefaultRetries     = 3
	DefaultConcurrency = 4
)

func (o *Options) fill() error {
	if o.BaseURL == "" {
		o.BaseURL = DefaultBaseURL
	}
	if o.Format == "" {
		o.Format = JSONSchema
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Retries == 0 {
		o.Retries = DefaultRetries
	}
	if o.Concurrency == 0 {
		o.Concurrency = DefaultConcurrency
	}
	if o.Stop == nil {
		o.Stop = func(error) {}
	}
	if o.wait == nil {
		o.wait = sleep
	}
	return o.check()
}

func (o *Options) check() error {
	switch {
	case o.Model == "":
		return errors.New("no model is named")
	case len(o.Model) > 256 || strings.ContainsFunc(o.Model, func(r rune) bool { return r < ' ' }):
		return fmt.Errorf("%.40q is no name of a model", o.Model)
	case o.Cache == "" && o.HTTP == nil:
		return errors.New("no folder is named for the model's answers")
	case !slices.Contains([]Format{JSONSchema, JSONObject, PlainText}, o.Format):
		return fmt.Errorf("the answer's format %q is not one of %s, %s and %s", o.Format, JSONSchema, JSONObject, PlainText)
	case o.Timeout < 0, o.Concurrency < 0, o.AnswerTokens < 0, o.BudgetTokens < 0:
		return errors.New("the timeout, the concurrency and the tokens of a model are at least 0")
	case !(o.Rate >= 0) || !(o.BudgetCost >= 0) || !(o.PriceIn >= 0) || !(o.PriceOut >= 0):
		return errors.New("the rate, the budget and the prices of a model are at least 0")
	case o.BudgetCost > 0 && o.PriceIn+o.PriceOut == 0:
		return errors.New("a budget of money needs the prices of a million tokens")
	}
	if err := CheckKey(o.Key); err != nil {
		return err
	}
	return CheckURL(o.BaseURL)
}

// CheckKey refuses a key that no header can carry, which would look like an endpoint that is down.
func CheckKey(key string) error {
	if strings.ContainsFunc(key, unicode.IsControl) {
		return errors.New("the key of the model's API holds a line end or another control character; set its variable without")
	}
	return nil
}

// CheckURL refuses a text that is no base URL of an API, and a URL with credentials: they
// would get into messages.
func CheckURL(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return errors.New("the base URL of the model cannot be read")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return errors.New("the base URL of the model holds more than a host and a path; a key comes from the environment only")
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return fmt.Errorf("the base URL of the model is %q; give one like https://host/v1", text)
	}
	return nil
}
