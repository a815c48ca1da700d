package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/internal/lookup"
	"github.com/voi-rl/voi/internal/rollout"
	"github.com/voi-rl/voi/internal/stats"
	"github.com/voi-rl/voi/trajectory"
)

// The defaults of Options.
const (
	DefaultAlpha = 0.05
	DefaultFlips = 10
)

// maxFlips bounds the listed rows.
const maxFlips = 100_000

// Options of Compare. A is required; the zero value of any other field is its default.
type Options struct {
	A, B     string              // scored files, or runs; if B is "", A holds both profiles, or the runs of both agents
	Stdin    io.Reader           // read for "-"
	Profiles []string            // of A and of B (for folders of runs: the agents); one for both; none if there is no choice
	Group    []string            // columns whose equal values form a group; none: group_id, else the sample with the step
	Samples  *lookup.Store       // to look up the reference classes, or nil
	Counter  *trajectory.Counter // tallies runs
	Unpaired bool                // compare the files as two independent sets of samples
	Alpha    float64             // a difference counts at p below Alpha; 0 for DefaultAlpha
	Seed     uint64              // of intervals and p
	Flips    int                 // listed rows; 0 for DefaultFlips, below 0 for none
	Figures  []string            // shown in the result; none for all. Regressions are of all figures
	Progress func(n int64)       // called now and then with the number of rows read; may be nil
}

func (o *Options) check() error {
	if o.Alpha == 0 {
		o.Alpha = DefaultAlpha
	}
	if o.Flips == 0 {
		o.Flips = DefaultFlips
	}
	switch {
	case !(o.Alpha > 0 && o.Alpha < 1):
		return usagef("alpha is %v; it is a probability between 0 and 1, such as %v", o.Alpha, DefaultAlpha)
	case o.Flips > maxFlips:
		return usagef("%d flips are too many to hold; list at most %d", o.Flips, maxFlips)
	case len(o.Profiles) > 2:
		return usagef("%d profiles were given; two are compared", len(o.Profiles))
	case o.A == "-" && o.B == "-":
		return usagef("A and B are both standard input; give a file for one of them")
	case o.B == "" && len(o.Profiles) == 1:
		return usagef("one file and one profile leave nothing to compare; give --profiles A,B, or a second file")
	case o.B == "" && len(o.Profiles) == 2 && o.Profiles[0] == o.Profiles[1]:
		return usagef("the profile %q is compared with itself", o.Profiles[0])
	case o.B == "" && o.Unpaired:
		return usagef("two profiles of one file are paired by their rows; give two files for an unpaired comparison")
	}
	if agents := Agents(o.A); len(agents) > 0 && o.B == o.A && (len(o.Profiles) < 2 || o.Profiles[0] == o.Profiles[1]) {
		return usagef("%s holds runs of %s; compare two agents by --profiles A,B, or give a second folder", o.A, strings.Join(agents, ", "))
	}
	if a, err := os.Stat(o.A); err == nil && o.B != "" {
		if b, err := os.Stat(o.B); err == nil && os.SameFile(a, b) && (len(o.Profiles) < 2 || o.Profiles[0] == o.Profiles[1]) {
			return usagef("A and B are one file; to compare two profiles of it give --profiles A,B")
		}
	}
	return nil
}

// Compare reads two scored files, one file with two profiles, or two files or folders of
// runs, and tests how they differ. The same files and options give the same result. The
// error is an *export.UsageError where the options make no sense.
func Compare(ctx context.Context, opt Options) (*Result, error) {
	if opt.B == "" && len(Agents(opt.A)) > 0 {
		opt.B = opt.A // two agents of one folder
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	sources, closeAll, err := openBoth(ctx, &opt)
	if err != nil {
		return nil, err
	}
	defer closeAll() // they were only read
	for _, s := range sources {
		s.compared = true
	}
	c := newComparison(&opt, sources)
	if opt.B == "" {
		err = c.readOne(ctx)
	} else {
		err = c.readTwo(ctx)
	}
	if err != nil {
		return nil, err
	}
	return c.result()
}

func openBoth(ctx context.Context, opt *Options) (sources [2]*source, closeAll func(), err error) {
	closeAll = func() {
		for i, s := range sources {
			if s != nil && (i == 0 || s != sources[0]) {
				_ = s.close()
			}
		}
	}
	if opt.B == "" && !IsRuns(ctx, opt.A) {
		sources[0], err = openSource(ctx, opt.A, opt.Stdin, "--profiles", opt.Profiles...)
		sources[1] = sources[0]
	} else if opt.B == "" {
		return sources, closeAll, usagef("%s holds runs, of one agent; give a second file or folder of runs to compare them with", opt.A)
	} else {
		names := [2]string{}
		for i := range names {
			if len(opt.Profiles) > 0 {
				names[i] = opt.Profiles[min(i, len(opt.Profiles)-1)]
			}
		}
		for i, path := range []string{opt.A, opt.B} {
			if IsRuns(ctx, path) {
				sources[i], err = openRuns(ctx, path, names[i], "--profiles", opt.Counter)
			} else {
				sources[i], err = openSource(ctx, path, opt.Stdin, "--profiles", names[i])
			}
			if err != nil {
				break
			}
		}
		if err == nil && sources[0].kind != sources[1].kind {
			err = usagef("one of A and B holds runs, the other scored completions; give two of a kind")
		}
	}
	if err == nil {
		err = setGroup(sources, opt.Group, opt.Samples)
	}
	if err != nil {
		closeAll()
	}
	return sources, closeAll, err
}

// setGroup determines the columns that group rows. Unless a column was named by the user,
// it groups only if both files have it.
func setGroup(sources [2]*source, named []string, samples *lookup.Store) error {
	columns := append(named[:len(named):len(named)], rollout.GroupKey, rollout.StepKey)
	names := identifier{samples: samples}
	for i, column := range columns {
		has := true
		for _, s := range sources {
			if i < len(named) && !s.has(column) {
				return usagef("%s has no column %q, which --group names", s.name, column)
			}
			has = has && s.has(column)
		}
		switch {
		case !has:
		case i < len(named):
			names.group = append(names.group, column)
		case column == rollout.GroupKey:
			names.groupID = true
		default:
			names.step = true
		}
	}
	for _, s := range sources {
		for _, column := range columns {
			s.want(column)
		}
		s.names = names
	}
	return nil
}

// figure is a compared figure: a value of each row on both sides.
type figure struct {
	name string
	at   [2]int // its index in the values of an outcome, -1 where a side lacks it
}

// accuracy is the figure that is 1 for a right completion and 0 for a wrong one.
const accuracy = "accuracy"

// allClasses is the index of all rows together, behind the reference classes.
const allClasses = len(completion.Actions)

// comparison is the state of a comparison.
type comparison struct {
	opt      *Options
	kind     kind
	sources  [2]*source
	profiles [2]Profile
	columns  [2]*columns
	figures  []figure
	cls      [2]int // the index of the component that says what is right, -1 without

	paired   *stats.Groups
	lacking  []stats.Cell  // of pairs that have a figure on one side only, by class and figure
	loose    *stats.Groups // of rows without regard to pairs; nil once there is a pair
	pairs    int64         // pairs with both sides scored
	same     int64         // of these, pairs with equal completions
	half     [2]int64      // pairs with only this side scored
	neither  int64
	unscored [2]int64
	alone    [2]int64 // rows without a partner
	conflict int64    // pairs whose files disagree on the reference
	classed  bool     // some row has a known class
	flips    flips
}

func newComparison(opt *Options, sources [2]*source) *comparison {
	c := &comparison{opt: opt, kind: sources[0].kind, sources: sources, flips: flips{most: opt.Flips}}
	for i, s := range sources {
		at := 0
		if opt.B == "" {
			at = i
		}
		c.profiles[i], c.columns[i] = s.profiles[at], &s.columns[at]
		c.cls[i] = place(c.columns[i], "cls")
		if c.kind == ofRuns {
			c.cls[i] = place(c.columns[i], c.kind.right())
		}
	}
	if c.kind == ofCompletions {
		c.figures = []figure{{"reward", [2]int{0, 0}}, {accuracy, [2]int{}}}
	}
	for side := range c.columns {
		for i, name := range c.columns[side].components {
			k := slices.IndexFunc(c.figures, func(f figure) bool { return f.name == name && f.at != [2]int{} })
			if k < 0 {
				k = len(c.figures)
				c.figures = append(c.figures, figure{name, [2]int{-1, -1}})
			}
			c.figures[k].at[side] = 1 + i
		}
	}
	cells := (allClasses + 1) * len(c.figures)
	c.paired = stats.NewGroups(cells)
	c.lacking = make([]stats.Cell, cells)
	c.loose = stats.NewGroups(cells)
	return c
}

// readOne compares the two profiles of each row.
func (c *comparison) readOne(ctx context.Context) error {
	s := c.sources[0]
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := s.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		c.progress()
		other := r
		other.outcomes[0] = r.outcomes[1]
		c.count(0, &r)
		c.count(1, &other)
		c.pair(&r, &other)
	}
}

// readTwo compares the rows of two files by pairs.
func (c *comparison) readTwo(ctx context.Context) error {
	p := &pairing{waiting: map[pairKey]*queue{}, pair: c.pair}
	err := lockstep(ctx, c.sources, func(side int, r *row) {
		c.progress()
		c.count(side, r)
		if c.loose != nil {
			c.lone(side, r)
		}
		if !c.opt.Unpaired {
			p.offer(side, r)
		}
	})
	c.alone = p.left()
	return err
}

func (c *comparison) progress() {
	rows := c.sources[0].rows
	if c.opt.B != "" {
		rows += c.sources[1].rows
	}
	if c.opt.Progress != nil && rows%256 < 2 {
		c.opt.Progress(rows)
	}
}

func (c *comparison) count(side int, r *row) {
	if o := &r.outcomes[0]; !o.broken && !o.scored() {
		c.unscored[side]++
	}
	if r.class != noAction {
		c.classed = true
	}
}

// right is 1 for a right completion and 0 for a wrong one.
func (c *comparison) right(side int, class int8, o *outcome) (right float64, ok bool) {
	is, ok := c.kind.isRight(class, o, c.cls[side])
	return float64(btoi(is)), ok
}

// value returns the value of a figure.
func (c *comparison) value(f *figure, side int, class int8, o *outcome) (float64, bool) {
	if f.name == accuracy && f.at == [2]int{} {
		return c.right(side, class, o)
	}
	if f.at[side] < 0 {
		return 0, false
	}
	v := o.values[f.at[side]]
	return v, !math.IsNaN(v)
}

// each calls add for every figure, with its cell's index in the row's class and in all rows.
func (c *comparison) each(class int8, add func(f *figure, at int)) {
	for k := range c.figures {
		if class != noAction {
			add(&c.figures[k], int(class)*len(c.figures)+k)
		}
		add(&c.figures[k], allClasses*len(c.figures)+k)
	}
}

// lone counts a row in the comparison without pairs.
func (c *comparison) lone(side int, r *row) {
	o := &r.outcomes[0]
	if !o.scored() {
		return
	}
	cells := c.loose.Of(r.digest)
	c.each(r.class, func(f *figure, at int) {
		if v, ok := c.value(f, side, r.class, o); ok && side == 0 {
			cells[at].AddA(v)
		} else if ok {
			cells[at].AddB(v)
		}
	})
}

// pair counts two paired rows.
func (c *comparison) pair(a, b *row) {
	c.loose = nil
	x, y := &a.outcomes[0], &b.outcomes[0]
	if x.broken || y.broken {
		return
	}
	class := a.class
	if class == noAction {
		class = b.class
	} else if b.class != noAction && b.class != class {
		c.conflict++
	}
	if x.scored() && y.scored() {
		c.pairs++
		if a.text == b.text {
			c.same++
		}
		cells := c.paired.Of(a.digest)
		c.each(class, func(f *figure, at int) {
			v, inA := c.value(f, 0, class, x)
			w, inB := c.value(f, 1, class, y)
			switch {
			case inA && inB:
				cells[at].Pair(v, w)
			case inA:
				c.lacking[at].AddA(v)
			case inB:
				c.lacking[at].AddB(w)
			}
		})
	} else if x.scored() {
		c.half[0]++
	} else if y.scored() {
		c.half[1]++
	} else {
		c.neither++
	}
	c.flips.add(c, class, a, b)
}

// errNothing is the error of files without a comparable row.
func (c *comparison) errNothing() error {
	for _, s := range c.sources {
		if s.example != nil {
			return fmt.Errorf("no rows are left to compare; %d cannot be read, the first: %w", s.broken, s.example)
		}
	}
	unit, _ := c.kind.unit()
	return fmt.Errorf("there are no %ss to compare that both %s and %s have scored", unit, c.sources[0].name, c.sources[1].name)
}
