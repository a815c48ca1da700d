package server

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/voi-rl/voi/internal/item"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/stats"
)

// The fields of a reply of /verify that name its task and its rollout.
const (
	taskIndex    = "_ng_task_index"
	rolloutIndex = "_ng_rollout_index"
)

// maxMetrics bounds the numeric fields of all replies together.
const maxMetrics = 1024

// aggregateMetrics answers NeMo Gym's /aggregate_metrics. For every numeric field of the
// replies of /verify, and of their token usage, it gives the mean, maximum, minimum, median
// and (sample) standard deviation, over all replies (agent_metrics) and for each task
// (group_level_metrics). key_metrics are the means over all replies. Replies with
// mask_sample are only counted.
func aggregateMetrics(fields []member) ([]byte, *item.Error) {
	raw := find(fields, "verify_responses")
	if raw == "" || raw[0] != '[' {
		return nil, badRequest("the body has no list of verify_responses")
	}
	g := &gymReplies{places: map[string]int{}, all: newGymMetrics(), tasks: map[int64]*gymMetrics{}}
	if err := item.Elements(raw, g.add); err != nil {
		return nil, asError(err)
	}
	return g.reply(), nil
}

// gymMetrics are the values of each metric over some replies.
type gymMetrics struct {
	replies int
	values  map[int][]float64 // by the number of the metric; a metric may be missing in some replies
}

func newGymMetrics() *gymMetrics { return &gymMetrics{values: map[int][]float64{}} }

func (m *gymMetrics) add(row map[int]float64) {
	m.replies++
	for place, f := range row {
		m.values[place] = append(m.values[place], f)
	}
}

// gymReplies gathers the numeric fields of replies. Its memory grows with their number.
type gymReplies struct {
	names  []string // of the metrics, in the order in which they first occur
	places map[string]int
	all    *gymMetrics
	tasks  map[int64]*gymMetrics // including tasks whose replies are all masked
	masked int
}

// add adds one reply.
func (g *gymReplies) add(raw string, _ bool) error {
	n := g.all.replies + g.masked
	if n == MaxItems {
		return &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("there are more than %d verify_responses; aggregate them in parts", MaxItems)}
	}
	if raw[0] != '{' {
		return badRequest("verify_responses[%d] is no object", n)
	}
	row := map[int]float64{} // where a key is repeated, the last value counts
	task, masked := int64(0), false
	set := func(key string, v jsonvalue.Value) error {
		f, ok := numeric(v)
		if !ok {
			return nil
		}
		place, known := g.places[key]
		if !known {
			if place = len(g.names); place == maxMetrics {
				return &item.Error{Code: item.CodeTooLarge, Message: fmt.Sprintf("the replies have more than %d numeric fields", maxMetrics)}
			}
			g.places[key] = place
			g.names = append(g.names, key)
		}
		row[place] = f
		return nil
	}
	err := item.Members(raw, func(key, raw string, _ bool) error {
		if key == "response" && raw[0] == '{' {
			return item.Members(raw, func(key, raw string, _ bool) error {
				if key != "usage" || raw[0] != '{' {
					return nil
				}
				return scalars(raw, set)
			})
		}
		if key == rolloutIndex || key != taskIndex && !isScalar(raw) {
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
		case key == "mask_sample":
			masked = v.Bool()
			return nil
		}
		return set(key, v)
	})
	if err != nil {
		return err
	}
	of := g.tasks[task]
	if of == nil {
		of = newGymMetrics()
		g.tasks[task] = of
	}
	if masked {
		g.masked++
		return nil
	}
	of.add(row)
	g.all.add(row)
	return nil
}

// scalars calls set for each member of an object that is a number, true or false.
func scalars(raw string, set func(key string, v jsonvalue.Value) error) error {
	return item.Members(raw, func(key, raw string, _ bool) error {
		if !isScalar(raw) {
			return nil
		}
		v, err := item.Parse(raw)
		if err != nil {
			return err
		}
		return set(key, v)
	})
}

// isScalar reports whether a JSON text may be a number, true or false.
func isScalar(raw string) bool { return raw[0] != '{' && raw[0] != '[' && raw[0] != '"' }

// numeric returns the number of a value; true and false count as 1 and 0. A number outside
// the range of a float is not numeric.
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

// statistics are the names of the statistics of a metric, in Gym's order.
var statistics = [...]string{"mean", "max", "min", "median", "std"}

// append appends the first most statistics of each metric, as members with a comma before
// each. A statistic without a value is left out, such as the deviation of a metric that
// only one of several replies has. Where there is a single reply, the deviation is 0.
func (g *gymReplies) append(dst []byte, m *gymMetrics, most int) []byte {
	places := slices.Sorted(maps.Keys(m.values))
	described := make([]stats.Description, len(places))
	for i, place := range places {
		described[i] = stats.Describe(m.values[place])
		if m.replies == 1 {
			described[i].SD = 0
		}
	}
	for k, statistic := range statistics[:most] {
		for i, place := range places {
			d := &described[i]
			f := [...]float64{d.Mean, d.Max, d.Min, d.Median, d.SD}[k]
			if math.IsNaN(f) || math.IsInf(f, 0) {
				continue
			}
			dst = jsonvalue.AppendString(append(dst, ','), statistic+"/"+g.names[place])
			dst = appendReal(append(dst, ':'), f)
		}
	}
	return dst
}

// reply is the reply of aggregateMetrics.
func (g *gymReplies) reply() []byte {
	dst, measured := []byte(`{"group_level_metrics":[`), 0
	for _, task := range slices.Sorted(maps.Keys(g.tasks)) {
		m := g.tasks[task]
		if m.replies == 0 {
			continue // all of its replies are masked
		}
		dst = fmt.Appendf(append(dst, sep(measured == 0, "{", ",{")...), `"%s":%d,"num_rollouts":%d`, taskIndex, task, m.replies)
		dst = append(g.append(dst, m, len(statistics)), '}')
		measured++
	}
	object := func(members []byte) {
		if g.masked > 0 {
			members = fmt.Appendf(members, `,"coverage/measured_rollouts":%d,"coverage/masked_rollouts":%d,"coverage/measured_tasks":%d,"coverage/fully_masked_tasks":%d`,
				g.all.replies, g.masked, measured, len(g.tasks)-measured)
		}
		dst = append(append(append(dst, '{'), members[min(1, len(members)):]...), '}')
	}
	dst = append(dst, `],"agent_metrics":`...)
	object(g.append(nil, g.all, len(statistics)))
	dst = append(dst, `,"key_metrics":`...)
	object(g.append(nil, g.all, 1))
	return append(dst, '}')
}
