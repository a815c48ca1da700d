package gateway

import (
	"context"
	"errors"
	"io"
	"reflect"
	"testing"

	openai "github.com/sashabaranov/go-openai"

	"github.com/voi-rl/voi/internal/sharedtest"
)

// sees returns what a go-openai client sees of a server: a completion, the same as a
// stream, its usage, an error, and a cancelled stream.
func sees(t *testing.T, base string) map[string]any {
	t.Helper()
	config := openai.DefaultConfig("sk-none")
	config.BaseURL = base + "/v1"
	client := openai.NewClientWithConfig(config)
	request := openai.ChatCompletionRequest{Model: "m", Messages: []openai.ChatCompletionMessage{{Role: "user", Content: "I need a hotel in Porto."}}}
	for _, v := range value(t, bookTools).Items() {
		f := v.Field("function")
		request.Tools = append(request.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: &openai.FunctionDefinition{Name: f.Field("name").Str(), Parameters: rawJSON(f.Field("parameters").JSON())}})
	}
	whole := sharedtest.Need(client.CreateChatCompletion(t.Context(), request))(t)
	saw := map[string]any{"choices": whole.Choices, "usage": whole.Usage, "id": whole.ID}
	request.StreamOptions = &openai.StreamOptions{IncludeUsage: true}
	stream := sharedtest.Need(client.CreateChatCompletionStream(t.Context(), request))(t)
	var deltas []openai.ChatCompletionStreamChoice
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		sharedtest.OK(t, err)
		deltas = append(deltas, part.Choices...)
		if part.Usage != nil {
			saw["streamed usage"] = *part.Usage
		}
	}
	saw["deltas"] = deltas
	bad := request
	bad.StreamOptions, bad.Messages = nil, []openai.ChatCompletionMessage{{Role: "wizard", Content: "x"}}
	_, err := client.CreateChatCompletion(t.Context(), bad)
	var api *openai.APIError
	if !errors.As(err, &api) {
		t.Fatalf("a bad request gives %v", err)
	}
	saw["error"] = []any{api.HTTPStatusCode, api.Type, api.Message}
	ctx, cancel := context.WithCancel(t.Context())
	given := sharedtest.Need(client.CreateChatCompletionStream(ctx, request))(t)
	cancel()
	given.Close()
	return saw
}

// rawJSON is JSON that is sent unchanged.
type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// A go-openai client sees the same behind pass as at the model's server.
func TestGoClientSeesTheSame(t *testing.T) {
	direct := gatewayOf(t, script(Faults{}).Upstream(), "pass", func(o *Options) { o.Plain = true })
	up := sharedtest.Need(NewUpstream(direct.URL+"/v1", "", 10))(t)
	want := sees(t, direct.URL)
	for _, policy := range []string{"pass", "guard", "sage", "cgdp,sdp"} {
		got := sees(t, gatewayOf(t, up, policy, nil).URL)
		for name, w := range want {
			if policy != "pass" && (name == "usage" || name == "streamed usage" || name == "id") {
				continue // further calls are counted, and ids differ
			}
			if !reflect.DeepEqual(got[name], w) {
				t.Errorf("%s: %s is\n%+v, want\n%+v", policy, name, got[name], w)
			}
		}
	}
}
