package asking_test

import (
	"bufio"
	"encoding/binary"
	"flag"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/internal/words"
)

var sense = flag.String("sense", "", "write what fit/fit.py fits to this file")

// sample is a text about a tool, and the parameters that it asks for.
type sample struct {
	written
	group  int    // its file
	about  string // the only parameter that counts, "" for all
	weight float32
}

// sparse is of how many parameters one is written, of those that nothing in the text points to closely and that it
// does not ask for. They would outnumber all others.
const sparse = 3

// times is how many parameters a template is filled in for, and worth how many texts one counts as: it stands for many.
const times, worth = 6, 2

// samples returns the texts of testdata/wanted and of questions.txt.
func samples(t testing.TB) (out []sample, groups []string) {
	t.Helper()
	var tools []written // one of each tool
	add := func(name string) {
		last := ""
		for _, w := range writtenQuestions(t, name) {
			if w.tool != last {
				last, tools = w.tool, append(tools, w)
			}
			if len(w.reading.Turns()) == 0 {
				w.reading = supposed(&w)
			}
			out = append(out, sample{written: w, group: len(groups), weight: 1})
		}
		groups = append(groups, name)
	}
	add("questions.txt")
	files, err := filepath.Glob("testdata/wanted/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata/wanted", err)
	}
	for _, f := range files {
		if strings.HasSuffix(f, ".tools.txt") {
			add(strings.TrimPrefix(filepath.ToSlash(f), "testdata/"))
		}
	}
	for _, f := range files {
		if strings.HasSuffix(f, ".templates.txt") {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.SplitSeq(string(text), "\n") {
				if strings.HasPrefix(line, "+ ") || strings.HasPrefix(line, "- ") {
					out = append(out, filledIn(line, tools, len(groups))...)
				}
			}
			groups = append(groups, strings.TrimPrefix(filepath.ToSlash(f), "testdata/"))
		}
	}
	return out, groups
}

// filledIn fills in a template for some parameters, chosen by a hash of its text. {x} is the
// parameter, {v} a value of it, {d} its description, {k} and {kv} another one and its value, {y} a parameter of
// another tool, \n a line break.
func filledIn(line string, tools []written, group int) (out []sample) {
	h := fnv.New64a()
	h.Write([]byte(line))
	draw := rand.New(rand.NewPCG(h.Sum64(), 1))
	for len(out) < times {
		w := tools[draw.IntN(len(tools))]
		tool := &w.tools[0]
		at := draw.IntN(len(tool.Params))
		x, other := &tool.Params[at], &tool.Params[(at+1+draw.IntN(max(1, len(tool.Params)-1)))%len(tool.Params)]
		far := tools[draw.IntN(len(tools))].tools[0]
		if x.Schema.Field("type").Str() == "boolean" && draw.IntN(4) > 0 || x.Description == "" && strings.Contains(line, "{d}") {
			continue
		}
		value := func(p string) string {
			q := tool.Param(p)
			if e := q.Schema.Field("enum").Items(); len(e) > 0 {
				return e[draw.IntN(len(e))].Str()
			}
			few := []string{"Porto", "Amina Okafor", "B-204", "the blue one", "Thursday", "green tea", "Main Street 4", "Lisbon"}
			switch {
			case q.Schema.Field("format").Str() == "date":
				few = []string{"2026-06-14", "3 May", "next Friday", "Monday"}
			case q.Schema.Field("format").Str() == "time":
				few = []string{"14:30", "9 am", "noon"}
			case slices.Contains([]string{"integer", "number"}, q.Schema.Field("type").Str()):
				few = []string{"2", "four", "12", "150"}
			case q.Schema.Field("type").Str() == "boolean":
				few = []string{"yes", "no", "true"}
			}
			return few[draw.IntN(len(few))]
		}
		text := strings.NewReplacer("{x}", words.Spoken(x.Name), "{v}", value(x.Name), "{kv}", value(other.Name), "{k}", words.Spoken(other.Name),
			"{y}", words.Spoken(far.Params[draw.IntN(len(far.Params))].Name), "{d}", x.Description, `\n`, "\n").Replace(line[2:])
		w.question, w.asks = text, nil
		if line[0] == '+' {
			w.asks = []string{x.Name}
		}
		var given []string
		if draw.IntN(2) == 0 || strings.Contains(line, "{k") {
			given = []string{other.Name}
		}
		w.reading = reading(tool, given)
		out = append(out, sample{written: w, group: group, about: x.Name, weight: float32(worth) / times})
	}
	return out
}

// TestSense writes what the network reads of the samples. A record is, little-endian: the number
// of units, the sample's group, a hash of its text, whether the parameter is asked for and whether the
// rules find it (int32); its weight (float32); facts as a whole (float32); the parameter's senses; and the units'
// words, spellings, facts and fits.
func TestSense(t *testing.T) {
	if *sense == "" {
		t.Skip("run it with -sense FILE")
	}
	out := created(t, *sense)
	all, groups := samples(t)
	n, lost := 0, 0
	for i := range all {
		s := &all[i]
		seen := 0
		for _, x := range asking.New(s.tools, s.sets).Senses(s.question, s.reading) {
			if s.about != "" && x.Param != s.about {
				continue
			}
			asked := slices.Contains(s.asks, x.Param)
			if asked {
				seen++
			}
			if w := &x.Wholes; !asked && w[0]+w[1]+w[2] == 0 { // no ask matches it closely, and the text does not name it
				h := fnv.New32a()
				h.Write([]byte(x.Param + s.question))
				if h.Sum32()%sparse != 0 {
					continue
				}
			}
			record(t, out, &x, s.group, s.question, asked, s.weight)
			n++
		}
		lost += len(s.asks) - seen
	}
	for i, g := range groups {
		t.Log(i, g)
	}
	t.Logf("%d texts, %d parameters; %d of those asked for are no candidates", len(all), n, lost)
}

// created returns a writer to a new file, which is complete when the test ends.
func created(t *testing.T, path string) io.Writer {
	f := sharedtest.Need(os.Create(path))(t)
	out := bufio.NewWriterSize(f, 1<<20)
	t.Cleanup(func() {
		sharedtest.OK(t, out.Flush())
		sharedtest.OK(t, f.Close())
	})
	return out
}

// record writes what a network reads of a text, and what it is to answer.
func record(t *testing.T, to io.Writer, x *asking.Sense, group int, text string, yes bool, weight float32) {
	h := fnv.New32a()
	h.Write([]byte(text))
	for _, v := range []any{int32(len(x.IDs)), int32(group), int32(h.Sum32()), number(yes), number(x.Found), weight, x.Wholes, x.About, x.IDs, x.Grams, x.Facts, x.Fits} {
		if err := binary.Write(to, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
}

var decline = flag.String("decline", "", "write what fit/fit.py fits decline.bin to to this file")

var long = flag.Bool("long", false, "with -decline, write what decline_long.bin is fitted to")

// besides is the weight of a text that asks or does neither beside one of a refusal, which it
// outnumbers.
const besides = 0.25

// A text with a word that is close to what its own user asked, and none that is not apart from what another
// one asked, does not decline what the other asked.
const told, apart = 90, 64

// TestDeclines writes what the network of Declined reads of the texts in testdata/declined, in
// the form of TestSense, and of those in testdata/wanted that the rules do not take for refusals.
func TestDeclines(t *testing.T) {
	if *decline == "" {
		t.Skip("run it with -decline FILE")
	}
	out := created(t, *decline)
	folders, files := []string{"testdata/declined"}, []string{}
	if *long {
		folders = append(folders, "testdata/declined/long")
	}
	for _, folder := range folders {
		of, err := filepath.Glob(folder + "/*.txt")
		if err != nil || len(of) == 0 {
			t.Fatal("no files in", folder, err)
		}
		files = append(files, of...)
	}
	write := func(group int, text string, yes bool, weight float32) {
		if x, _ := asking.Declines(text, completion.Classify(text).Action == completion.Refuse, nil); x != nil {
			record(t, out, x, group, text, yes, weight)
		}
	}
	texts, tails, users := make([]string, len(files)), []string{}, [][]grounding.Turn{}
	for i, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
		for line := range strings.Lines(texts[i]) {
			if tail, ok := strings.CutPrefix(strings.TrimSpace(line), "~ "); ok {
				tails = append(tails, tail)
			}
			if user, ok := strings.CutPrefix(strings.TrimSpace(line), "user "); ok {
				users = append(users, []grounding.Turn{{Role: "user", Text: user}})
			}
		}
		t.Log(i, name)
	}
	asked := -1 // the user whom the lines answer
	for group, text := range texts {
		for line := range strings.Lines(text) {
			if strings.HasPrefix(strings.TrimSpace(line), "user ") {
				asked++
			}
			said, yes := strings.CutPrefix(strings.TrimSpace(line), "+ ")
			if !yes && !strings.HasPrefix(said, "- ") {
				continue
			}
			said = strings.TrimPrefix(said, "- ")
			write(group, said, yes, 1)
			h := fnv.New32a()
			h.Write([]byte(said))
			ruled := completion.Classify(said).Action == completion.Refuse
			own, near := asking.Declines(said, ruled, users[asked])
			other, far := asking.Declines(said, ruled, users[int(h.Sum32())%len(users)])
			if own != nil {
				record(t, out, own, group, said, yes, 1)
				record(t, out, other, group, said, yes && !(near >= told && far < apart), 1)
			}
			write(group, said+" "+tails[int(h.Sum32())%len(tails)], yes, 2*besides) // what follows a refusal does not take it back
			for _, babble := range babbled(said) {
				write(group, babble, false, besides)
			}
		}
	}
	all, _ := samples(t)
	for i := range all {
		if s := &all[i]; s.about == "" && i%3 == 0 && completion.Classify(s.question).Action != completion.Refuse {
			write(len(files)+s.group, s.question, false, besides)
		}
	}
}

// babbled returns a text's words in another order, and its first words over and over. Neither
// says anything.
func babbled(text string) []string {
	ws := strings.Fields(text)
	if len(ws) < 4 {
		return nil
	}
	h := fnv.New64a()
	h.Write([]byte(text))
	draw := rand.New(rand.NewPCG(h.Sum64(), 3))
	first := strings.Join(ws[:1+draw.IntN(3)], " ") + " "
	draw.Shuffle(len(ws), func(i, k int) { ws[i], ws[k] = ws[k], ws[i] })
	return []string{strings.Join(ws, " "), strings.TrimSpace(strings.Repeat(first, 3+draw.IntN(6)))}
}

func number(is bool) int32 {
	if is {
		return 1
	}
	return 0
}

// supposed returns the reading of a conversation that gives about half of the parameters that a
// text does not ask for, and few of those that it asks for.
func supposed(w *written) *grounding.Reading {
	h := fnv.New64a()
	h.Write([]byte(w.question))
	draw := rand.New(rand.NewPCG(h.Sum64(), 7))
	var given []string
	for _, p := range w.tools[0].Params {
		share := 0.5
		if slices.Contains(w.asks, p.Name) {
			share = 0.2
		}
		if draw.Float64() < share {
			given = append(given, p.Name)
		}
	}
	return reading(&w.tools[0], given)
}

// The network's score is that of the plain computation, on texts that nothing was fitted to.
func TestPlainScore(t *testing.T) {
	n := 0
	for _, name := range []string{"fourth.txt", "fifth.txt"} {
		for _, w := range writtenQuestions(t, name) {
			all := asking.New(w.tools, w.sets).Senses(w.question, w.reading)
			if x, _ := asking.Declines(w.question, false, nil); x != nil {
				all = append(all, *x)
			}
			for _, s := range all {
				if n++; math.Abs(float64(s.Score)-s.Plain()) > 1e-3 {
					t.Errorf("%s:%d: the score of %s is %g, plainly %g", name, w.line, s.Param, s.Score, s.Plain())
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d scores were compared", n)
	}
}
