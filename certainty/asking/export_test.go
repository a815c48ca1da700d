package asking

// Weights gives the numbers of kinds.txt to the test that fits them.
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
