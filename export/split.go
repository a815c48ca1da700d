package export

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Share is the share of the rows in a split.
type Share struct {
	Split    string  `json:"split"`    // train, validation, test, ...
	Fraction float64 `json:"fraction"` // in (0,1]; the fractions sum to 1
}

// DefaultSplit is the only split by default.
const DefaultSplit = "train"

var splitName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,31}$`)

// ParseSplit reads the value of --split: NAME=FRACTION, joined by commas. val is short for
// validation. The empty text puts all rows into train.
func ParseSplit(text string) ([]Share, error) {
	if text == "" {
		return []Share{{DefaultSplit, 1}}, nil
	}
	var shares []Share
	for part := range strings.SplitSeq(text, ",") {
		name, number, ok := strings.Cut(strings.TrimSpace(part), "=")
		fraction, err := strconv.ParseFloat(number, 64)
		if !ok || err != nil {
			return nil, &UsageError{fmt.Errorf("split %q: %q is not NAME=FRACTION, as in train=0.9,val=0.1", text, part)}
		}
		if name == "val" {
			name = "validation"
		}
		shares = append(shares, Share{name, fraction})
	}
	if err := checkSplit(shares); err != nil {
		return nil, &UsageError{fmt.Errorf("split %q: %w", text, err)}
	}
	return shares, nil
}

func checkSplit(shares []Share) error {
	sum := 0.0
	for i, s := range shares {
		switch {
		case !splitName.MatchString(s.Split):
			return fmt.Errorf("%q is not a name: small letters, digits and underscores, a letter first", s.Split)
		case slices.ContainsFunc(Layouts(), func(l *Layout) bool { return l.Name == s.Split }):
			return fmt.Errorf("%q is the name of a layout", s.Split)
		case slices.ContainsFunc(shares[:i], func(o Share) bool { return o.Split == s.Split }):
			return fmt.Errorf("%s is named twice", s.Split)
		case !(s.Fraction > 0 && s.Fraction <= 1):
			return fmt.Errorf("%s has the fraction %v; it has to be above 0 and at most 1", s.Split, s.Fraction)
		}
		sum += s.Fraction
	}
	if math.Abs(sum-1) > 1e-9 {
		return fmt.Errorf("the fractions add up to %v, not to 1", sum)
	}
	return nil
}

// SplitOf chooses the split of a sample by a hash of seed and text, which is
// dataset.Sample.Together. So samples with the same question or task are always in one
// split, in any order.
func SplitOf(shares []Share, seed int64, together string) string {
	if len(shares) == 1 {
		return shares[0].Split
	}
	h := sha256.New()
	fmt.Fprintf(h, "%d\x00%s", seed, together)
	at := float64(binary.BigEndian.Uint64(h.Sum(nil))>>11) / (1 << 53)
	sum := 0.0
	for _, s := range shares[:len(shares)-1] {
		if sum += s.Fraction; at < sum {
			return s.Split
		}
	}
	return shares[len(shares)-1].Split
}
