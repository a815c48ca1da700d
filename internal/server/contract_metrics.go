package server

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// The fields of a reply of /verify that say which task and which try it is of.
const (
	taskIndex    = "_ng_task_index"
	rolloutIndex = "_ng_rollout_index"
)

// maxMetrics bounds the numeric fields of all replies together.
const maxMetrics = 1024

// aggregateMetrics answers NeMo Gym's /aggregate_metrics: of every numeric field
// of the replies of /verify, and of their usage of tokens, the mean, maximum,
// minimum, median and standard deviation (of a sample), over all of them
// (agent_metrics) and for each task (group_level_metrics); key_metrics are the
// means over all. Replies with mask_sample are left out, and counted instead.
func aggregateMetrics(fields []member) ([]byte, *item.Error) {
	raw := find(fields, "verify_responses")
	if raw == "" || raw[0] != '[' {
		return nil, badRequest("the body has no list of verify_responses")
	}
	t := &gymTable{at: map[string]int{}, tasks: map[int64][]int{}, all: map[int64]bool{}}
	if err := item.Elements(raw, t.add); err != nil {
		return nil, asError(err)
	}
	return t.reply(), nil
}

// gymTable holds the numeric fields of replies, in memory in proportion to them.
type gymTable struct {
	columns []gymColumn // in the order in which they first occur
	at      map[string]int
	rows    [][]gymCell
	tasks   map[int64][]int // the rows of each task
	all     map[int64]bool  // the tasks, with those of masked rows
	masked  int
}

type gymColumn struct {
	name string
	row  int // the last that has it, and where
	cell int
}

// gymCell is the value of a column in a row.
type gymCell struct {
	column int
	value  float64
}

// add takes a reply in.
func (t *gymTable) add(raw string, _ bool) error {
	n := len(t.rows) + t.masked
	if n == MaxItems {
		return &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("there are more than %d verify_responses; aggregate them in parts", MaxItems)}
	}
	if raw[0] != '{' {
		return badRequest("verify_responses[%d] is no object", n)
	}
	var row []gymCell
	task, masked := int64(0), false
	set := func(key string, v jsonvalue.Value) error {
		f, ok := numeric(v)
		if !ok {
			return nil
		}
		i, err := t.column(key)
		if err != nil {
			return err
		}
		if c := &t.columns[i]; c.row == n { // a key that occurs twice: the last one counts
			row[c.cell].value = f
			return nil
		} else {
			c.row, c.cell = n, len(row)
		}
		row = append(row, gymCell{i, f})
		return nil
	}
	err := item.Members(raw, func(key, raw string, _ bool) error {
		switch {
		case key == "response" && raw[0] == '{':
			return usage(raw, set)
		case key != taskIndex && (raw[0] == '{' || raw[0] == '[' || raw[0] == '"'):
			return nil
		}
		v, err := item.Parse(raw)
		switch {
		case err != nil:
			return err
		case key == taskIndex:
			var whole bool
			if task, whole = v.Int(); !whole {
				return badRequest("verify_responses[%d]: %s is no whole number", n, taskIndex)
			}
			return nil
		case key == rolloutIndex:
			return nil
		case key == "mask_sample":
			masked = v.Bool()
			return nil
		}
		return set(key, v)
	})
	if err != nil {
		return err
	}
	t.all[task] = true
	if masked {
		t.masked++
		return nil
	}
	t.tasks[task] = append(t.tasks[task], len(t.rows))
	t.rows = append(t.rows, row)
	return nil
}

// column is the place of the column of a name.
func (t *gymTable) column(name string) (int, error) {
	i, known := t.at[name]
	if !known {
		if i = len(t.columns); i == maxMetrics {
			return 0, &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("the replies have more than %d numeric fields", maxMetrics)}
		}
		t.at[name] = i
		t.columns = append(t.columns, gymColumn{name: name, row: -1})
	}
	return i, nil
}

// usage takes the numbers of response.usage in.
func usage(raw string, set func(string, jsonvalue.Value) error) error {
	return item.Members(raw, func(key, raw string, deep bool) error {
		if key != "usage" || raw[0] != '{' {
			return nil
		}
		return item.Members(raw, func(key, raw string, deep bool) error {
			if raw[0] == '{' || raw[0] == '[' {
				return nil
			}
			v, err := item.Parse(raw)
			if err != nil {
				return err
			}
			return set(key, v)
		})
	})
}

// numeric is the number of a value: true and false count as 1 and 0. What is
// beyond a float is none.
func numeric(v jsonvalue.Value) (float64, bool) {
	if v.Kind() == jsonvalue.Bool {
		if v.Bool() {
			return 1, true
		}
		return 0, true
	}
	f, ok := v.Float()
	return f, ok && !math.IsInf(f, 0) && !math.IsNaN(f)
}

// statistics are what is said of a column, in Gym's order.
var statistics = [...]string{"mean", "max", "min", "median", "std"}

const (
	justMeans   = 1
	atDeviation = 4
)

// figures are the statistics of one column over some rows; ok is false for those
// that cannot be said, as the deviation of a single value.
type figures struct {
	column int
	of     [len(statistics)]float64
	ok     [len(statistics)]bool
}

func figuresOf(column int, values []float64) figures {
	n, mean := len(values), meanOf(values)
	slices.Sort(values)
	median := values[n/2]
	if n%2 == 0 {
		median = (values[n/2-1] + values[n/2]) / 2
	}
	f := figures{column: column, of: [len(statistics)]float64{mean, values[n-1], values[0], median, deviation(values, mean)}}
	for k, x := range f.of {
		f.ok[k] = !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	f.ok[atDeviation] = f.ok[atDeviation] && n > 1
	return f
}

// over returns the figures of all columns that some rows have, in order.
func (t *gymTable) over(rows []int) []figures {
	values := map[int][]float64{}
	for _, i := range rows {
		for _, c := range t.rows[i] {
			values[c.column] = append(values[c.column], c.value)
		}
	}
	out := make([]figures, 0, len(values))
	for column, of := range values {
		out = append(out, figuresOf(column, of))
	}
	slices.SortFunc(out, func(a, b figures) int { return a.column - b.column })
	if len(rows) == 1 { // nothing deviates from itself
		for i := range out {
			out[i].ok[atDeviation] = true
		}
	}
	return out
}

func meanOf(values []float64) float64 {
	sum := 0.0
	for _, f := range values {
		sum += f
	}
	return sum / float64(len(values))
}

func deviation(values []float64, mean float64) float64 {
	if len(values) < 2 {
		return 0
	}
	sum := 0.0
	for _, f := range values {
		sum += (f - mean) * (f - mean)
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// appendFigures appends the first so many statistics of columns, as members with
// a comma before each.
func (t *gymTable) appendFigures(dst []byte, all []figures, most int) []byte {
	for k, statistic := range statistics[:most] {
		for i := range all {
			if !all[i].ok[k] {
				continue
			}
			dst = jsonvalue.AppendString(append(dst, ','), statistic+"/"+t.columns[all[i].column].name)
			dst = appendReal(append(dst, ':'), all[i].of[k])
		}
	}
	return dst
}

// reply is the reply of aggregateMetrics.
func (t *gymTable) reply() []byte {
	tasks := make([]int64, 0, len(t.tasks))
	every := make([]int, len(t.rows))
	for task := range t.tasks {
		tasks = append(tasks, task)
	}
	for i := range every {
		every[i] = i
	}
	sort.Slice(tasks, func(i, j int) bool { return tasks[i] < tasks[j] })
	dst := []byte(`{"group_level_metrics":[`)
	for i, task := range tasks {
		rows := t.tasks[task]
		dst = fmt.Appendf(append(dst, sep(i == 0, "{", ",{")...), `"%s":%d,"num_rollouts":%d`, taskIndex, task, len(rows))
		dst = append(t.appendFigures(dst, t.over(rows), len(statistics)), '}')
	}
	total := t.over(every)
	dst = append(dst, `],"agent_metrics":`...)
	dst = t.appendObject(dst, t.appendFigures(nil, total, len(statistics)))
	dst = append(dst, `,"key_metrics":`...)
	return append(t.appendObject(dst, t.appendFigures(nil, total, justMeans)), '}')
}

// appendObject appends members that have a comma before each, and what is to be
// said of masked replies, as an object.
func (t *gymTable) appendObject(dst, members []byte) []byte {
	if t.masked > 0 {
		members = fmt.Appendf(members, `,"coverage/measured_rollouts":%d,"coverage/masked_rollouts":%d,"coverage/measured_tasks":%d,"coverage/fully_masked_tasks":%d`,
			len(t.rows), t.masked, len(t.tasks), len(t.all)-len(t.tasks))
	}
	if len(members) > 0 {
		members = members[1:]
	}
	return append(append(append(dst, '{'), members...), '}')
}
