package audit

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// TestMain makes this binary a foreign reward if a test requests it.
func TestMain(m *testing.M) {
	if mode := os.Getenv("VOI_TEST_REWARD"); mode != "" {
		foreignReward(mode)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// foreignReward rewards calls: 1 for a text with a call, else 0. mode selects a
// fault.
func foreignReward(mode string) {
	scanner := bufio.NewScanner(os.Stdin)
	scanner.Buffer(nil, 1<<24)
	for n := 1; mode == "eager"; n++ { // answers before it is asked, and never reads
		if n == 1000 {
			time.Sleep(time.Hour)
		}
		fmt.Printf(`{"id": "%d", "reward": 0}`+"\n", n)
	}
	answers := ""
	for n := 0; scanner.Scan(); n++ {
		var q struct {
			ID, Completion string
			Columns        map[string]any
			More           bool
		}
		if err := json.Unmarshal(scanner.Bytes(), &q); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		bad := strings.Contains(q.Completion, "sorry")
		reward := "0"
		if strings.Contains(q.Completion, "<TOOLCALL>") {
			reward = "1"
		}
		switch {
		case mode == "stdout":
			fmt.Println("scoring", q.Columns["sample_id"])
		case mode == "chatty":
			fmt.Println("scoring", q.Columns["sample_id"])
			continue
		case mode == "numbered":
			fmt.Printf(`{"id": %s, "reward": %s}`+"\n", q.ID, reward)
			continue
		case mode == "picky" && reward == "0":
			fmt.Fprintln(os.Stderr, "ValueError: no call")
			os.Exit(3)
		case mode == "tired" && n == 6:
			os.Exit(3)
		case mode == "long":
			fmt.Println(strings.Repeat("x", 2*maxAnswer))
		case mode == "random":
			reward = fmt.Sprint(n % 7)
		case mode == "slow": // each takes a while, and a batch is answered at once
			time.Sleep(50 * time.Millisecond)
			if answers += fmt.Sprintf(`{"id": %q, "reward": %s}`+"\n", q.ID, reward); !q.More {
				fmt.Print(answers)
				answers = ""
			}
			continue
		case !bad:
		case mode == "crash":
			fmt.Fprintln(os.Stderr, "ZeroDivisionError: division by zero")
			os.Exit(3)
		case mode == "hang":
			time.Sleep(time.Hour) // hangs; a program with all goroutines blocked would end itself
		case mode == "none":
			reward = "null"
		case mode == "nan":
			reward = "NaN"
		case mode == "text":
			reward = `"much"`
		case mode == "mute":
			os.Exit(0)
		}
		fmt.Printf(`{"id": %q, "reward": %s}`+"\n", q.ID, reward)
	}
}

// GORACE avoids a second's wait at the end of each process under the race
// detector.
func foreign(mode string, timeout time.Duration) *Process {
	env := append(os.Environ(), "VOI_TEST_REWARD="+mode, "GORACE=atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	return &Process{Name: mode, Command: []string{os.Args[0]}, Env: env, Timeout: timeout}
}

// Faults of a foreign reward are reported with the sample; its rewards in between
// still count.
func TestConduct(t *testing.T) {
	samples := handmade(t)[:3]
	if testing.Short() {
		samples = samples[:1] // each fault starts a process, which is slow under the race detector
	}
	for mode, want := range map[string][]string{
		"sound": nil, "stdout": {conductStdout}, "random": {conductRandom}, "crash": {string(FaultCrash)},
		"none": {string(FaultNone)}, "nan": {string(FaultNaN)}, "text": {string(FaultAnswer)}, "mute": {string(FaultCrash)},
	} {
		p := foreign(mode, time.Minute)
		r, err := Run(context.Background(), p, samples, Options{})
		p.Close()
		if err != nil {
			t.Errorf("%s: %v", mode, err)
			continue
		}
		var got []string
		for _, c := range r.Conduct {
			if c.Code != conductHonest {
				got = append(got, c.Code)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", mode, got, want)
		}
		if why := map[string]string{"crash": "division by zero", "none": "null"}[mode]; why != "" && !strings.Contains(r.Conduct[0].Detail, why) {
			t.Errorf("%s: %q does not say why", mode, r.Conduct[0].Detail)
		}
		if mode != "random" && !slices.Contains(r.Exploits, "invented") {
			t.Errorf("%s: a reward for any call pays for no invented one: %v", mode, r.Exploits)
		}
	}
}

// A reward that hangs or never starts ends the audit or one completion, but never
// the program.
func TestProcessEnds(t *testing.T) {
	one := handmade(t)[:1]
	p := foreign("hang", 300*time.Millisecond)
	defer p.Close()
	got, err := p.Rate(context.Background(), one[0], []string{"a <TOOLCALL>", "sorry", "b"})
	if err != nil || got[0].Reward != 1 || got[1].Fault != FaultTimeout || got[2].Fault != "" {
		t.Errorf("hang: %v, %v", got, err)
	}
	p.faults = maxFaults
	for _, first := range []Fault{FaultTimeout, faultStopped} {
		if got, err := p.Rate(context.Background(), one[0], []string{"sorry", "a"}); err != nil || got[0].Fault != first || got[1].Fault != faultStopped {
			t.Errorf("after too many timeouts: %v, %v", got, err)
		}
	}
	eager := foreign("eager", 300*time.Millisecond)
	defer eager.Close()
	limited, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		_, err := eager.Rate(limited, one[0], []string{strings.Repeat("a", 1<<20)})
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil || len(eager.passing()) != 1 || !strings.Contains(eager.passing()[0].detail, "did not read") {
			t.Errorf("one that does not read: %v, %v", eager.passing(), err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("one that does not read is waited for without end")
	}
	q := &Process{Name: "no", Command: []string{"/does/not/exist"}, Timeout: time.Second}
	if _, err := Run(context.Background(), q, one, Options{}); err == nil {
		t.Error("a program that is not there is none")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, foreign("sound", time.Second), one, Options{}); err == nil {
		t.Error("an audit that is cancelled goes on")
	}
}

// A function that answers a whole batch at once has the time for each of its completions: one that
// is slow on each was reported to time out on every batch.
func TestSlowBatch(t *testing.T) {
	p := foreign("slow", 500*time.Millisecond)
	defer p.Close()
	for _, n := range []int{1, 1, 20, 20} {
		got, err := p.Rate(context.Background(), handmade(t)[0], slices.Repeat([]string{"a"}, n))
		if err != nil || len(p.passing()) > 0 || slices.ContainsFunc(got, func(r Rating) bool { return r.Fault != "" }) {
			t.Errorf("a batch of %d: %v, %v, %v", n, got, p.passing(), err)
		}
	}
}

// A program that ends in the middle of a batch, and rates the rest when it is started again, has
// crashed all the same: no completion tells of it, and a trainer would not have asked again.
func TestPassingCrash(t *testing.T) {
	samples := handmade(t)[:1]
	p := foreign("tired", time.Minute)
	defer p.Close()
	texts := []string{"a", "b", "c", "d", "e", "f", "g <TOOLCALL>", "h"}
	got, err := p.Rate(context.Background(), samples[0], texts)
	if err != nil || got[6].Reward != 1 || got[6].Fault != "" || got[7].Fault != "" {
		t.Fatalf("it was not asked again: %v, %v", got, err)
	}
	a := audit{subject: p, id: p.Identity(), samples: samples, rated: int64(len(texts))}
	found, err := a.conduct(context.Background(), nil)
	if err != nil || len(found) == 0 || found[0].Code != string(FaultCrash) || found[0].Sample != samples[0].ID || !strings.Contains(found[0].Detail, "exit status 3") {
		t.Errorf("the crash is not reported: %+v, %v", found, err)
	}
}

// A line that is too long for an answer ends the program, and the error says why.
func TestLongLine(t *testing.T) {
	p := foreign("long", time.Minute)
	defer p.Close()
	if _, err := p.Rate(context.Background(), handmade(t)[0], []string{"a"}); err == nil || !strings.Contains(err.Error(), "a line of more than 1048576 bytes") {
		t.Errorf("a long line: %v", err)
	}
}

// A reward that fails on too many completions is not called any more, and what it rated before
// is reported with the failures.
func TestGivesUp(t *testing.T) {
	samples := handmade(t)[:3]
	p := foreign("picky", time.Minute)
	defer p.Close()
	if name, err := p.ChooseGrammar(context.Background(), slices.Repeat(samples[:1], checkedAtMost)); err != nil || name != "tagged" {
		t.Fatal(name, err) // in the other two it fails on all of them
	}
	r, err := Run(context.Background(), p, samples, Options{Train: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Samples == 0 || r.Samples == len(samples) || r.Samples+r.Unscored != len(samples) || !slices.Contains(r.Exploits, "always-call") {
		t.Errorf("of %d samples %d are scored, with %v", len(samples), r.Samples, r.Exploits)
	}
	if len(r.Conduct) == 0 || r.Conduct[0].Code != string(FaultCrash) || !strings.Contains(r.Conduct[0].Detail, "no call") || !(r.Conduct[0].Share.Value > 0) {
		t.Errorf("%+v", r.Conduct)
	}
	if text := r.Text(); !strings.Contains(r.Stopped, "more than 32 completions") || !strings.Contains(text, "was not called any more") {
		t.Errorf("%q: %s", r.Stopped, text)
	}
	if _, err := Run(context.Background(), p, samples, Options{}); err == nil || !strings.Contains(err.Error(), "no call") {
		t.Errorf("where it rates nothing: %v", err)
	}
}

// What a program says in place of answers is quoted, with what is wanted.
func TestAnswersThatCannotBeUsed(t *testing.T) {
	for mode, says := range map[string]string{"numbered": `{\"id\": 1, \"reward\": 0}`, "chatty": "scoring "} {
		var got []Rating
		var err error
		for timeout := 100 * time.Millisecond; timeout < time.Minute; timeout *= 4 { // a busy machine is slow to start a program
			p := foreign(mode, timeout)
			p.start = time.Millisecond // else its first answer may take a minute
			got, err = p.Rate(context.Background(), handmade(t)[0], []string{"a"})
			p.Close()
			if err != nil || strings.Contains(got[0].Detail, "it wrote") {
				break
			}
		}
		if err != nil || got[0].Fault != FaultTimeout || !strings.Contains(got[0].Detail, says) || !strings.Contains(got[0].Detail, `{"id", "reward"}`) {
			t.Errorf("%s: %v, %v", mode, got, err)
		}
	}
}

// The report says which infinity a reward was.
func TestInfinities(t *testing.T) {
	for text, want := range map[string]string{"Infinity": "+Inf", "-Infinity": "-Inf"} {
		if a, err := readAnswer([]byte(`{"id":"1","reward":` + text + `}`)); err != nil || a.Rating.Fault != FaultNaN || a.Rating.Detail != want {
			t.Errorf("%s: %+v, %v", text, a, err)
		}
	}
}

// Rewards that depend on the batch, and rewards that ignore the completion.
func TestBatches(t *testing.T) {
	samples := handmade(t)
	for code, batch := range map[string]func(s Sample, texts []string) []float64{
		conductOrder: func(_ Sample, texts []string) []float64 {
			out := make([]float64, len(texts))
			for i := range out {
				out[i] = float64(i)
			}
			return out
		},
		conductCompany: func(_ Sample, texts []string) []float64 {
			out, sum := make([]float64, len(texts)), 0.0
			for _, text := range texts {
				sum += float64(len(text))
			}
			for i, text := range texts {
				out[i] = float64(len(text)) / sum
			}
			return out
		},
		conductConstant: func(_ Sample, texts []string) []float64 { return slices.Repeat([]float64{2}, len(texts)) },
		conductIgnores: func(s Sample, texts []string) []float64 {
			return slices.Repeat([]float64{float64(len(s.ID))}, len(texts))
		},
		string(FaultNaN): func(_ Sample, texts []string) []float64 {
			out := make([]float64, len(texts))
			for i, text := range texts {
				if out[i] = float64(len(text)); len(text)%5 == 0 {
					out[i] = math.NaN()
				}
			}
			return out
		},
	} {
		r, err := Run(context.Background(), &Func{Name: code, Batch: batch}, samples, Options{})
		if err != nil {
			t.Errorf("%s: %v", code, err)
			continue
		}
		if !slices.ContainsFunc(r.Conduct, func(c Conduct) bool { return c.Code == code }) {
			t.Errorf("%s is not found: %v", code, r.Conduct)
		}
	}
}

// Rewards whose squares are no float64 are as good as infinite, and what is merely large is readable.
func TestLargeRewards(t *testing.T) {
	for size, found := range map[float64]bool{1e308: true, -1e308: true, 1e30: false} {
		r, err := Run(context.Background(), &Func{Name: "large", Batch: func(_ Sample, texts []string) []float64 {
			out := make([]float64, len(texts))
			for i, text := range texts {
				if out[i] = float64(len(text)); len(text)%3 > 0 {
					out[i] = size / float64(len(text)%3)
				}
			}
			return out
		}}, handmade(t), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if found != slices.ContainsFunc(r.Conduct, func(c Conduct) bool { return c.Code == string(FaultNaN) }) {
			t.Errorf("%g: %v", size, r.Conduct)
		}
		if text := strings.ReplaceAll(r.Text(), "is NaN or", ""); strings.Contains(text, "NaN") || regexp.MustCompile(`\d{20}`).MatchString(text) {
			t.Errorf("%g: %s", size, text)
		}
	}
}

func FuzzReadAnswer(f *testing.F) {
	for _, line := range []string{`{"id":"1","reward":1.5}`, `{"id": "1", "reward": NaN}`, `{"id":"1","error":"x"}`, `{"id":null}`, `[]`, `{"id":"1","reward":{"a":1}}`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		a, err := readAnswer(line)
		if err == nil && a.Rating.Fault == "" && (math.IsNaN(a.Rating.Reward) || math.IsInf(a.Rating.Reward, 0)) {
			t.Errorf("%q: %v", line, a.Rating)
		}
	})
}

// A foreign reward gets the tools also where their schemas are as deep as can be read.
func TestDeepTools(t *testing.T) {
	deep := strings.Repeat(`{"items":`, 124) + "{}" + strings.Repeat("}", 124)
	s := sampleOf(t, "deep", "Porto?", `{"action":"REFUSE"}`, `[]`)
	s.Tools = sharedtest.Need(domains.ParseTools(jsonvalue.NewArray(sharedtest.Need(domains.ParseValue(`{"name":"f","parameters":{"type":"object","properties":{"x":` + deep + `}}}`))(t))))(t)
	if got := tools(s); !strings.Contains(got.JSON(), deep) {
		t.Errorf("the tools are %.80s", got.JSON())
	}
}
