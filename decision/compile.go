package decision

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// compiler resolves the names of a policy's text.
type compiler struct {
	text *policyText
	p    *Rules
}

func (t policyText) compile() (*Rules, error) {
	c := compiler{&t, &Rules{params: t.params, source: t, id: Identity{t.name, t.version, t.hash()}}}
	if err := c.run(); err != nil {
		return nil, fmt.Errorf("decision: policy %.60q: %w", t.name, err)
	}
	return c.p, nil
}

func (c *compiler) run() error {
	for i, r := range c.text.rules {
		when, err := c.conditions(r.when)
		if err != nil {
			return fmt.Errorf("rules: %d: %w", i, err)
		}
		c.p.rules = append(c.p.rules, rule{when, c.action(r.do)})
	}
	for _, u := range c.text.utilities {
		needs, err := c.conditions(c.text.needs[u.name])
		if err != nil {
			return fmt.Errorf("needs.%s: %w", u.name, err)
		}
		one := utility{action: c.action(u.name), needs: needs}
		for _, w := range u.weights {
			weight, err := c.operand(w.weight)
			if err != nil {
				return fmt.Errorf("utilities.%s.%s: %w", u.name, w.signal, err)
			}
			if w.signal == constantTerm {
				one.constant += weight
				continue
			}
			left, err := c.left(w.signal)
			if err != nil {
				return fmt.Errorf("utilities.%s: %w", u.name, err)
			}
			for _, t := range left {
				one.terms = append(one.terms, term{t.at, t.weight * weight})
			}
		}
		c.p.utilities = append(c.p.utilities, one)
	}
	for name := range c.text.needs {
		if !slices.ContainsFunc(c.text.utilities, func(u named) bool { return u.name == name }) {
			return fmt.Errorf("needs.%s: no utility has that name", name)
		}
	}
	if len(c.p.actions) > MaxActions {
		return fmt.Errorf("it has %d actions, and may have %d", len(c.p.actions), MaxActions)
	}
	return nil
}

func (c *compiler) action(name string) int { return place(&c.p.actions, name) }

// place returns the index of a name in a list, after appending it if it is new.
func place(names *[]string, name string) int {
	i := slices.Index(*names, name)
	if i < 0 {
		i = len(*names)
		*names = append(*names, name)
	}
	return i
}

func (c *compiler) conditions(when []string) (list []condition, err error) {
	for _, text := range when {
		parts := strings.Fields(text)
		one := condition{op: op(parts[1])}
		if one.left, err = c.left(parts[0]); err != nil {
			return nil, err
		}
		if one.bound, err = c.operand(parts[2]); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// left resolves a mix or a signal.
func (c *compiler) left(name string) (terms []term, err error) {
	i := slices.IndexFunc(c.text.mixes, func(n named) bool { return n.name == name })
	if i < 0 {
		return []term{{place(&c.p.signals, name), 1}}, nil
	}
	rest, restAt := 1.0, -1
	for k, w := range c.text.mixes[i].weights {
		t := term{at: place(&c.p.signals, w.signal)}
		if w.weight == "rest" && restAt < 0 {
			restAt = k
		} else if t.weight, err = c.operand(w.weight); err != nil {
			return nil, fmt.Errorf("mixes.%s.%s: %w", name, w.signal, err)
		}
		rest -= t.weight
		terms = append(terms, t)
	}
	if restAt >= 0 {
		terms[restAt].weight = rest
	}
	return terms, nil
}

// operand reads a number or a parameter, perhaps with a minus sign.
func (c *compiler) operand(text string) (float64, error) {
	name, minus := strings.CutPrefix(text, "-")
	for _, q := range c.text.params {
		if q.Name == name && minus {
			return -q.Value, nil
		}
		if q.Name == text {
			return q.Value, nil
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != f {
		return 0, fmt.Errorf("%.60q is neither a number nor a parameter", text)
	}
	return f, nil
}
