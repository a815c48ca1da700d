package play

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/env/agent"
	"github.com/voi-rl/voi/internal/infile"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/ordered"
	"github.com/voi-rl/voi/internal/shard"
	"github.com/voi-rl/voi/trajectory"
)

// Options are the options of Run.
type Options struct {
	Env      *env.Environment
	Asking   *env.Environment    // the same with AskTool, for an agent.Endpoint; nil: Env
	Counter  *trajectory.Counter // tallies the runs
	Tasks    func(ctx context.Context) iter.Seq2[*env.Task, error]
	Identity string // hash of the tasks and of everything else that the runs depend on; a run with another identity is not resumed
	Agents   []agent.Agent
	Seeds    int    // episodes of each task, with the seeds 0 to Seeds-1
	Out      string // the folder; "" writes nothing
	ATIF     bool   // write ATIF instead of voi's own form
	Rank     shard.Rank
	Workers  int // 0: the number of cores
	Batch    int // episodes that a worker plays and commits together; 0: 32. The output does not depend on it
	Resume   bool
	Progress func(episodes, failed int64)
}

// batchEpisodes is Options.Batch by default: enough to outweigh a commit.
const batchEpisodes = 32

type batch struct {
	episodes []episode
	runs     []*trajectory.Trajectory
	lines    []byte
}

type episode struct {
	task *env.Task
	seed uint64
}

// Run plays every agent on every task and writes Out/AGENT-RANK.jsonl, a run a line. It
// returns the figures of all runs, including those before a resumed run was killed.
func Run(ctx context.Context, opt Options) ([]Line, error) {
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	opt.Batch = cmp.Or(opt.Batch, batchEpisodes)
	if err := opt.Rank.Validate(); err != nil {
		return nil, err
	}
	files := map[string]string{} // with the agents that they are of
	for _, a := range opt.Agents {
		name := FileOf(a.Name(), opt.Rank)
		if other, ok := files[name]; ok && opt.Out != "" {
			return nil, fmt.Errorf("the runs of %s and %s would stand in one file, %s; play one of them into another folder", other, a.Name(), name)
		}
		files[name] = a.Name()
	}
	r := &running{Options: opt, figures: NewFigures(opt.Counter)}
	for _, a := range opt.Agents {
		if err := r.play(ctx, a); err != nil {
			return nil, err
		}
	}
	return r.figures.Lines(), nil
}

type running struct {
	Options
	figures          *Figures
	episodes, failed int64
}

// FileOf is the name of the file for an agent's runs on a rank. A file system takes names of 255
// bytes, and the journal's temporary file has the name twice.
func FileOf(agent string, rank shard.Rank) string {
	name := unsafe.ReplaceAllString(agent, "_")
	if len(name) > maxAgent {
		name = fmt.Sprintf("%s-%x", name[:maxAgent-9], sha256.Sum256([]byte(agent)))[:maxAgent]
	}
	return name + "-" + rank.String() + ".jsonl"
}

const maxAgent = 100

var unsafe = regexp.MustCompile(`[^A-Za-z0-9_.=,-]+`)

// committed is the progress that survives a kill.
type committed struct {
	Episodes int64 `json:"episodes"`
	LogBytes int64 `json:"log_bytes"`
}

func (r *running) play(ctx context.Context, a agent.Agent) error {
	if r.Out == "" {
		return r.roll(ctx, a, 0, func(*batch) error { return nil })
	}
	name := FileOf(a.Name(), r.Rank)
	journal := name + ".journal"
	folder := &shard.Folder{Dir: r.Out, Owner: "rollout-" + strings.ReplaceAll(strings.TrimSuffix(name, ".jsonl"), ".", "_")}
	if err := folder.Make(); err != nil {
		return err
	}
	done, started := exists(r.Out, name), exists(r.Out, journal)
	switch {
	case (done || started) && !r.Resume:
		return fmt.Errorf("%s holds runs of %s; go on with them by --resume, or name another folder", r.Out, a.Name())
	case done && !started:
		return r.countDone(ctx, a, filepath.Join(r.Out, name))
	}
	header, err := json.Marshal(map[string]any{"agent": a.Name(), "identity": r.Identity, "seeds": r.Seeds, "world_size": r.Rank.Count, "atif": r.ATIF})
	if err != nil {
		return err
	}
	before := committed{}
	work, err := folder.OpenWork(journal, name, header, func(record []byte) (int64, error) {
		err := json.Unmarshal(record, &before)
		return before.LogBytes, err
	})
	if err != nil {
		return err
	}
	if before.LogBytes > 0 {
		if _, err := r.countFile(ctx, a, filepath.Join(r.Out, "."+name+"."+folder.Owner+".tmp"), before.LogBytes); err != nil {
			return errors.Join(err, work.Close())
		}
	}
	episodes := before.Episodes
	err = r.roll(ctx, a, before.Episodes, func(b *batch) error {
		if _, err := work.Log.Write(b.lines); err != nil {
			return err
		}
		episodes += int64(len(b.episodes))
		return work.Commit(func(n int64) any { return committed{episodes, n} })
	})
	if err != nil {
		return errors.Join(err, work.Close())
	}
	if err := work.Log.Publish(); err != nil {
		return err
	}
	return work.Done()
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// roll plays the episodes of a rank, except the first skip of them.
func (r *running) roll(ctx context.Context, a agent.Agent, skip int64, write func(b *batch) error) error {
	return ordered.Run(ctx, r.Workers, int64(4*r.Workers),
		func(ctx context.Context, give func(b *batch, size int64) error) error {
			return r.produce(ctx, skip, give)
		},
		func(b *batch) error { return r.playBatch(ctx, a, b) },
		func(b *batch) error {
			for _, t := range b.runs {
				r.add(a, t)
			}
			if r.Progress != nil {
				r.Progress(r.episodes, r.failed)
			}
			return write(b)
		})
}

func (r *running) add(a agent.Agent, t *trajectory.Trajectory) {
	r.figures.Add(a.Name(), t)
	r.episodes++
	if t.Outcome == nil || *t.Outcome < 1 {
		r.failed++
	}
}

func (r *running) produce(ctx context.Context, skip int64, give func(b *batch, size int64) error) error {
	k := int64(0)
	b := &batch{}
	for task, err := range r.Tasks(ctx) {
		if err != nil {
			return err
		}
		for seed := range r.Seeds {
			mine := r.Rank.Owns(k)
			if k++; !mine {
				continue
			}
			if skip--; skip >= 0 {
				continue
			}
			if b.episodes = append(b.episodes, episode{task, uint64(seed)}); len(b.episodes) == r.Batch {
				if err := give(b, 1); err != nil {
					return err
				}
				b = &batch{}
			}
		}
	}
	if k == 0 {
		return errors.New("there are no tasks")
	}
	if len(b.episodes) == 0 {
		return nil
	}
	return give(b, 1)
}

// where is the environment that an agent plays in.
func (r *running) where(a agent.Agent) *env.Environment {
	if _, ok := a.(*agent.Endpoint); ok && r.Asking != nil {
		return r.Asking
	}
	return r.Env
}

// playBatch plays episodes. Consecutive episodes of one task share its preparation.
func (r *running) playBatch(ctx context.Context, a agent.Agent, b *batch) error {
	var p *env.Prepared
	for i, e := range b.episodes {
		if p == nil || b.episodes[i-1].task != e.task {
			var err error
			if p, err = r.where(a).Prepare(e.task); err != nil {
				return fmt.Errorf("the task %s: %w", e.task.ID, err)
			}
		}
		t, err := agent.Play(ctx, p, a, e.seed)
		if err != nil {
			return fmt.Errorf("%s on the task %s: %w", a.Name(), e.task.ID, err)
		}
		b.runs = append(b.runs, t)
		v := t.Value()
		if r.ATIF {
			v = t.ATIF()
		}
		b.lines = append(v.AppendJSON(b.lines), '\n')
	}
	return nil
}

// maxRuns is the most bytes of runs that are counted again.
const maxRuns = 4 << 30

// countDone counts the runs in a finished file. It has no identity any more, but it must hold the runs
// of the same tasks and seeds.
func (r *running) countDone(ctx context.Context, a agent.Agent, path string) error {
	var want []string
	err := r.produce(ctx, 0, func(b *batch, _ int64) error {
		for _, e := range b.episodes {
			want = append(want, e.task.ID+"/"+strconv.FormatUint(e.seed, 10))
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	got, err := r.countFile(ctx, a, path, -1)
	if err == nil && !slices.Equal(got, want) {
		err = &shard.OtherRunError{Path: path}
	}
	return err
}

// countFile counts the runs in the first size bytes of a file, and returns their ids; size -1: in all
// of it.
func (r *running) countFile(ctx context.Context, a agent.Agent, path string, size int64) (ids []string, err error) {
	text, err := infile.Read(path, maxRuns)
	if err != nil {
		return nil, err
	}
	if size >= 0 && size < int64(len(text)) {
		text = text[:size]
	}
	for line := range bytes.Lines(text) {
		v, err := domains.ParseValue(string(line))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		t, err := parseRun(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		r.add(a, t)
		ids = append(ids, t.ID)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return ids, nil
}

func parseRun(v jsonvalue.Value) (*trajectory.Trajectory, error) {
	if trajectory.IsATIF(v) {
		return trajectory.ParseATIF(v)
	}
	return trajectory.Parse(v)
}
