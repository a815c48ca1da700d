package asking_test

import (
	"testing"

	"github.com/voi-rl/voi/certainty/asking"
)

func BenchmarkRead(b *testing.B) {
	all := rows(b, "dev1")
	askers := make([]*asking.Asker, len(all))
	for i := range all {
		askers[i] = asking.New(all[i].tools, all[i].sets)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r := &all[i%len(all)]
		askers[i%len(all)].Read(r.question, r.reading)
	}
}

func BenchmarkNew(b *testing.B) {
	all := rows(b, "dev1")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r := &all[i%len(all)]
		asking.New(r.tools, r.sets)
	}
}
