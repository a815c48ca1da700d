package reward

import (
	"testing"
	"unsafe"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// What is kept of a sample does not hold the completions that asked for it, nor
// the request that these came with.
func TestKeptValuesHoldNoCompletion(t *testing.T) {
	c := newConversation(&dataset.Sample{Messages: []dataset.Message{{Role: "user", Content: "A train to Porto at 9."}}})
	p := &domains.Param{Name: "to"}
	for _, text := range []string{`"Porto"`, `9`, `[1,2]`} {
		v, err := jsonvalue.Parse(text, jsonvalue.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c.ground(&domains.Tool{Name: "book"}, p, domains.Domain{}, v)
		begin := uintptr(unsafe.Pointer(unsafe.StringData(text)))
		for kept := range c.known {
			if at := uintptr(unsafe.Pointer(unsafe.StringData(kept.value))); at >= begin && at < begin+uintptr(len(text)) {
				t.Errorf("%q is kept as a part of the text that it was read from", kept.value)
			}
		}
	}
	if len(c.known) != 3 {
		t.Errorf("%d values are kept, want 3", len(c.known))
	}
}
