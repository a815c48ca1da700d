package asking

import (
	"math"

	"github.com/voi-rl/voi/certainty/grounding"
	"github.com/voi-rl/voi/internal/words"
)

// Weights passes each number of kinds.txt to f, for the test that fits them.
func Weights(f func(name string, w *float32)) {
	t := scores()
	for i := range t.weights {
		f(weightNames[i], &t.weights[i])
	}
	for k := range t.fits {
		for c := range t.fits[k] {
			if t.fits[k][c] != 0 {
				f(kindNames[k]+"."+conceptNames[c], &t.fits[k][c])
			}
		}
	}
}

// Sense is what the network reads of a text about a parameter, for the test that writes what
// fit.py fits.
type Sense struct {
	Param  string
	Found  bool
	IDs    []words.ID
	Grams  [][mostGrams]uint16
	Facts  [][facts]int8
	Fits   [][fits]int8
	Wholes [wholes]float32
	About  [senses]words.Vector
	Score  float32 // the network's
	by     *wanted
}

// Plain is the score, computed without the shortcuts of wanted.score.
func (s *Sense) Plain() float64 { return s.by.plain(s) }

func (s *Sense) describe(units []unit) {
	for _, u := range units {
		s.IDs, s.Grams, s.Facts = append(s.IDs, u.id), append(s.Grams, u.grams), append(s.Facts, u.facts)
	}
}

// Declines returns what the network of Declined reads of a text; nil if the text is not read. nearest is how
// close any word of it is to those of the user, of full.
func Declines(text string, ruled bool, turns []grounding.Turn) (s *Sense, nearest int8) {
	p := parse(text)
	if p == nil {
		return nil, 0
	}
	n := declinesAt(len(text))
	seen := p.sight(p.declined, n)
	from, to := p.window(seen.units, 0)
	s = &Sense{Found: ruled}
	s.Fits, s.Wholes = p.declines(seen.units[from:to], ruled, topicOf(turns))
	for i := range s.Fits {
		nearest = max(nearest, s.Fits[i][explanation])
	}
	s.describe(seen.units[from:to])
	s.Score, s.by = n.score(seen.see(n, from, to), s.Fits, nil, &s.Wholes), n
	return s, nearest
}

// Senses returns what the network reads of a text about the parameters of the first tool.
func (a *Asker) Senses(text string, r *grounding.Reading) (out []Sense) {
	p := parse(text)
	if p == nil {
		return nil
	}
	x, n := a.read[0], network()
	seen := p.sight(p.wanted, n)
	all := seen.units
	wishes, explained := a.wishes(p, 0, r), p.explained(all, x.task, topicOf(r.Turns()))
	for i := range wishes {
		w := &wishes[i]
		from, to := p.window(all, p.place(w))
		of := all[from:to]
		s := Sense{Param: a.tools[0].Params[w.param].Name, Found: w.taken, Fits: p.fit(of, explained[from:to], x, w, wishes),
			Wholes: p.wholes(x, w, wishes, of, explained[from:to]), About: x.params[w.param].senses()}
		s.describe(of)
		s.Score, s.by = n.score(seen.see(n, from, to), s.Fits, &x.sides()[w.param], &s.Wholes), n
		out = append(out, s)
	}
	return out
}

// plain computes a score as fit.py does, one number after the other.
func (n *wanted) plain(s *Sense) float64 {
	rows := make([][words.Dim]float64, len(s.IDs))
	pairs := make([][mostPairs]float64, len(rows))
	for i := range rows {
		row := &rows[i]
		for k, f := range s.Facts[i] {
			row[k] = float64(f)
		}
		for k, f := range s.Fits[i] {
			row[facts+k] = float64(f)
		}
		if s.Fits[i][0] == full {
			continue
		}
		if v := s.IDs[i].Vector(); s.IDs[i] != 0 {
			for k, m := range n.meant {
				sum := 0.0
				for j := range v {
					sum += float64(v[j]) * float64(m[j])
				}
				row[meant0+k] = max(-full, min(full, math.Round(float64(n.by[k]*float32(sum)))))
			}
			for k := range n.pairs {
				word, about := int32(0), int32(0)
				for j := range v {
					word += int32(v[j]) * int32(n.word[k][j])
					for i := range s.About {
						about += int32(s.About[i][j]) * int32(n.about[k*senses+i][j])
					}
				}
				pairs[i][k] = max(-full, min(full, math.Round(float64(n.wordBy[k]*float32(word)*(n.aboutBy[k]*float32(about))))))
			}
		}
		for k := range words.Dim - spelled0 {
			sum, read := 0.0, 0.0
			for _, g := range s.Grams[i] {
				if g != 0 {
					sum, read = sum+float64(n.spelled[g][k]), read+1
				}
			}
			row[spelled0+k] = max(-full, min(full, math.Round(float64(n.spells)*sum/math.Sqrt(max(1, read)))))
		}
	}
	seen := make([]float64, 2*n.filters+wholes)
	for i := range rows {
		for k := range n.filters {
			sum := 0.0
			for t := range taps {
				if at := i + t - taps/2; at >= 0 && at < len(rows) {
					for j, x := range rows[at] {
						sum += x * float64(n.filter[k*taps+t][j])
					}
				}
			}
			for t := range nearTaps {
				if at := i + t - nearTaps/2; at >= 0 && at < len(rows) {
					for j := range n.pairs {
						sum += pairs[at][j] * float64(n.pairing[k][t/2][t%2*mostPairs+j])
					}
				}
			}
			v := sum*float64(n.scale[k]) + float64(n.bias[k])
			seen[k] = max(seen[k], v)
			if s.Fits[i][0] >= named {
				seen[n.filters+k] = max(seen[n.filters+k], v)
			}
		}
	}
	for k, w := range s.Wholes {
		seen[2*n.filters+k] = float64(w)
	}
	out := float64(n.constant)
	for k := range n.neuron0 {
		v := float64(n.neuron0[k])
		for i, x := range seen {
			v += x * float64(n.neuron[i*n.deep+k])
		}
		out += float64(n.out[k]) * max(0, v)
	}
	return out
}
