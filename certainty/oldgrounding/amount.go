package oldgrounding

import (
	"strconv"
	"strings"
)

// amount grounds a string that is nothing but an amount with its unit, by the
// amounts of the text: "5km" by five kilometers, "90 minutes" and "PT1H30M" by
// an hour and a half. v is what the string states.
func (q *query) amount(s string, v *Context) Support {
	last := len(v.tokens)
	if iso, ok := isoDuration(s); ok {
		return q.lasts(iso)
	}
	if len(v.durations) == 1 && v.durations[0].from == 0 && v.durations[0].end == last {
		if out := q.lasts(v.durations[0].seconds); out.Score > 0 {
			return out
		}
	}
	if len(v.quantities) == 1 && v.quantities[0].from == 0 && v.quantities[0].end == last {
		own := &v.quantities[0]
		for i := range q.quantities {
			n := &q.quantities[i]
			if n.unit.of == own.unit.of && n.measures(own.unit, own.base/own.unit.size-own.unit.shift) {
				return Support{Score: 0.9, Rule: RuleUnit, Span: q.span(n.from, n.end)}
			}
		}
	}
	return Support{}
}

// lasts finds a length of time in the text.
func (q *query) lasts(seconds float64) Support {
	for _, d := range q.durations {
		if near(d.seconds, seconds) {
			return Support{Score: 0.9, Rule: RuleDuration, Span: q.span(d.from, d.end)}
		}
	}
	return Support{}
}

// gluedUnits are the letters of lengths of time that are written together:
// 1h30m, 7d.
var gluedUnits = map[byte]float64{'w': 7 * 86400, 'd': 86400, 'h': 3600, 'm': 60, 's': 1}

// clockwork reads 1h30m and 2h: digits and letters by turns, from larger units
// to smaller. A lone m may stand for many things and is none.
func clockwork(w string) (seconds, unit float64, ok bool) {
	larger := 1e18
	for parts := 0; w != ""; parts++ {
		n := 0
		for n < len(w) && w[n] >= '0' && w[n] <= '9' {
			n++
		}
		if n == 0 || n > 6 || n == len(w) && (parts == 0 || larger != 3600) {
			return 0, 0, false
		}
		v, _ := strconv.ParseFloat(w[:n], 64)
		if n == len(w) { // 1h30
			return seconds + v*60, 60, true
		}
		unit, ok = gluedUnits[w[n]]
		if !ok || unit >= larger || parts == 0 && unit == 60 && n+1 == len(w) {
			return 0, 0, false
		}
		seconds, larger, w = seconds+v*unit, unit, w[n+1:]
	}
	return seconds, unit, seconds > 0
}

// isoDuration reads PT1H30M and P2D (ISO 8601), a month being 30 days.
func isoDuration(s string) (seconds float64, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(s), "P")
	if !ok || len(rest) < 2 || len(rest) > 32 {
		return 0, false
	}
	units, clock := map[byte]float64{'Y': 365 * 86400, 'M': 30 * 86400, 'W': 7 * 86400, 'D': 86400}, false
	for rest != "" {
		if rest[0] == 'T' && !clock {
			units, clock, rest = map[byte]float64{'H': 3600, 'M': 60, 'S': 1}, true, rest[1:]
			continue
		}
		k := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
		if k <= 0 || units[rest[k]] == 0 {
			return 0, false
		}
		v, _ := strconv.ParseFloat(rest[:k], 64)
		seconds += v * units[rest[k]]
		rest = rest[k+1:]
	}
	return seconds, seconds > 0
}
