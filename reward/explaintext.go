package reward

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/voi-rl/voi/certainty"
	"github.com/voi-rl/voi/domains"
)

// Text formats the explanation for people at a terminal: lines of columns,
// ending in a newline. Texts from data are quoted, so that they cannot move the
// cursor or hide text.
func (e Explanation) Text() string {
	var b strings.Builder
	if e.Err != nil {
		fmt.Fprintf(&b, "unscored: %s (%s)\n", e.Err.Message, e.Err.Code)
		return b.String()
	}
	fmt.Fprintf(&b, "reward %s in [%s, %s] under %s; at best %s here\n",
		number(e.Reward), number(e.Lo), number(e.Hi), quoted(e.Profile), number(e.Best))
	fmt.Fprintf(&b, "action %s, reference %s\n", orNone(string(e.Action)), e.Reference)
	if len(e.Missing) > 0 {
		fmt.Fprintf(&b, "the sample leaves open: %s\n", quotedList(e.Missing))
	}
	if len(e.Notes) > 0 {
		fmt.Fprintf(&b, "notes: %s\n", strings.Join(e.Notes, ", "))
	}
	e.partsText(&b)
	e.callsText(&b)
	e.lostText(&b)
	return b.String()
}

func (e *Explanation) partsText(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ncomponent\tvalue\tof\tweight\tpoints\twhy")
	for _, p := range e.Parts {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Component, number(p.Value), number(p.Best), weightText(p.Terms), number(p.Points), p.Rule)
		for _, q := range p.Quotes {
			fmt.Fprintf(w, "\t\t\t\t\t  %s at %d-%d: %s\n", quoted(q.What), q.Span.Start, q.Span.End, quoted(q.Text))
		}
	}
	w.Flush()
}

func weightText(terms []TermPart) string {
	parts := make([]string, len(terms))
	for i, t := range terms {
		if parts[i] = number(t.Weight); t.Times != "" {
			parts[i] += "*Cert"
		}
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, " + ")
}

func (e *Explanation) callsText(b *strings.Builder) {
	if len(e.Calls) == 0 {
		return
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ncall\tw\tstate\tp\tdomain\tschema")
	for _, c := range e.Calls {
		state := "offered"
		if !c.Offered {
			state = "not offered"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t\t\t\n", quoted(c.Tool), number(c.W), state)
		for _, a := range c.Arguments {
			fmt.Fprintf(w, "  %s\t\t%s\t%s\t%s\t%s\n", quoted(a.Name+valueText(a)), stateText(a), number(a.P), domainText(a.Domain), quoted(orNone(a.Path)))
			if a.Support != nil {
				fmt.Fprintf(w, "    support %s\t\t%s\t\t%s\t\n", number(a.Support.Score), a.Support.Rule, quoted(a.Support.place()))
			}
		}
		if c.More > 0 {
			fmt.Fprintf(w, "  and %d more arguments\t\t\t\t\t\n", c.More)
		}
	}
	if e.More > 0 {
		fmt.Fprintf(w, "and %d more calls\t\t\t\t\t\n", e.More)
	}
	w.Flush()
}

// place is the place in the conversation that supports a value.
func (b *Backing) place() string {
	if b.Start == b.End {
		return "nowhere in the conversation"
	}
	return fmt.Sprintf("message %d at %d-%d: %s", b.Turn, b.Start, b.End, b.Text)
}

func valueText(a WeighedArgument) string {
	if a.State == certainty.StateAbsent {
		return ""
	}
	return "=" + a.Value
}

// stateText is the state of an argument, and whether the reference has the same
// value.
func stateText(a WeighedArgument) string {
	if a.Same {
		return string(a.State) + ", the same"
	}
	return string(a.State)
}

func domainText(d domains.Domain) string {
	size := "infinite"
	if d.Size >= 0 {
		size = fmt.Sprint(d.Size)
	}
	text := string(d.Type) + " " + size
	if d.Source != "" {
		text += " (" + quoted(d.Source) + ")"
	}
	return text
}

func (e *Explanation) lostText(b *strings.Builder) {
	if len(e.Lost) == 0 {
		b.WriteString("\nnothing lost\n")
		return
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nlost to\tpoints\t")
	for _, l := range e.Lost {
		fmt.Fprintf(w, "%s\t%s\t%s\n", l.Cause, number(l.Points), quoted(strings.Join(l.Why, "; ")))
	}
	w.Flush()
}

// quoted shows a text from data on one line, with Go escapes for characters that
// do not print.
func quoted(s string) string {
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

func quotedList(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quoted(s)
	}
	return strings.Join(out, ", ")
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
