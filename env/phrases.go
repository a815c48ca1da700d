package env

import (
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"fmt"
	"io/fs"
	"strings"

	"github.com/voi-rl/voi/dataset/completion"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

//go:embed phrases/*.txt
var phraseFiles embed.FS

// phrases are the phrases of a scripted user, by language and purpose. Each line of a
// file is "PURPOSE: TEXT"; the seed draws one of a purpose.
var phrases = func() map[string]map[string][]string {
	out := map[string]map[string][]string{}
	files, err := fs.Glob(phraseFiles, "phrases/*.txt")
	for _, name := range files {
		var text []byte
		if text, err = phraseFiles.ReadFile(name); err != nil {
			break
		}
		of := map[string][]string{}
		for line := range strings.Lines(string(text)) {
			if purpose, phrase, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(purpose, "#") {
				of[purpose] = append(of[purpose], phrase)
			}
		}
		out[strings.TrimSuffix(strings.TrimPrefix(name, "phrases/"), ".txt")] = of
	}
	if err != nil {
		panic(err) // the files are part of the binary
	}
	return out
}()

// Draw returns a number from 0 to n-1 that depends only on its other arguments.
func Draw(n int, of ...any) int {
	sum := sha256.Sum256(fmt.Append(nil, of...))
	return int(binary.BigEndian.Uint64(sum[:8]) % uint64(n))
}

// voice is a language, with a seed that draws among its phrases.
type voice struct {
	of   map[string][]string
	seed string
}

func voiceOf(text, seed string) voice {
	code, _ := completion.Language(text)
	of := phrases[code]
	if of == nil {
		of = phrases["en"]
	}
	return voice{of, seed}
}

// say returns a phrase for a purpose. pairs are placeholders with the texts for them.
func (v voice) say(purpose string, pairs ...string) string {
	list := v.of[purpose]
	return strings.NewReplacer(pairs...).Replace(list[Draw(len(list), v.seed, "/", purpose, "/", strings.Join(pairs, "\x00"))])
}

// spoken is a value as people write it: a string as it is, a list with commas.
func (v voice) spoken(x domains.Value) string {
	switch x.Kind() {
	case jsonvalue.String:
		return x.Str()
	case jsonvalue.Bool:
		if x.Bool() {
			return v.of["yes"][0]
		}
		return v.of["no"][0]
	case jsonvalue.Array:
		parts := make([]string, x.Len())
		for i, item := range x.Items() {
			parts[i] = v.spoken(item)
		}
		return strings.Join(parts, ", ")
	}
	return x.JSON()
}

// spell writes the name of a parameter or a tool in words.
func spell(name string) string {
	if s := strings.TrimSpace(strings.ToLower(words.Spell(name))); s != "" {
		return s
	}
	return name
}
