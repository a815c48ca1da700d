package reader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/words"
)

// functionsFolder is BFCL's name for the folder of its function documents.
const functionsFolder = "multi_turn_func_doc"

// classFiles are the documents of classes whose file name differs from their name.
var classFiles = map[string]string{
	"TwitterAPI": "posting_api", "TravelAPI": "travel_booking", "VehicleControlAPI": "vehicle_control",
	"WebSearchAPI": "web_search", "MemoryAPI_kv": "memory_kv", "MemoryAPI_vector": "memory_vector", "MemoryAPI_rec_sum": "memory_rec_sum",
}

// functions are the tools of BFCL's classes, from their documents.
type functions struct {
	folder  string
	sum     string                     // of all documents, SHA-256 in hex
	classes map[string][]domains.Value // by the name of the document
}

// The limits of a folder of function documents, which is kept in memory.
const (
	maxFunctionFiles = 256
	maxFunctions     = 8 << 20 // bytes of all files
)

// openFunctions loads the documents from the folder in the options, or from the one beside
// the input; nil if there is neither.
func openFunctions(ctx context.Context, path string, opt Options) (*functions, error) {
	folder := opt.Functions
	if folder == "" && path != "-" {
		dir := filepath.Dir(path)
		for _, try := range [...]string{filepath.Join(dir, functionsFolder), filepath.Join(dir, "..", functionsFolder)} {
			if info, err := os.Stat(try); err == nil && info.IsDir() {
				folder = try
				break
			}
		}
	}
	if folder == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("its functions: %w", err)
	}
	f := &functions{folder: folder, classes: map[string][]domains.Value{}}
	size, sum := 0, sha256.New()
	for _, e := range entries {
		name, _, isDoc := strings.Cut(e.Name(), ".json")
		if e.IsDir() || !isDoc {
			continue
		}
		if len(f.classes) == maxFunctionFiles {
			return nil, fmt.Errorf("its functions: %s holds more than %d documents", folder, maxFunctionFiles)
		}
		if f.classes[name], err = loadFunctions(ctx, filepath.Join(folder, e.Name()), opt, &size, sum); err != nil {
			return nil, fmt.Errorf("its functions: %w", err)
		}
	}
	f.sum = hex.EncodeToString(sum.Sum(nil))
	return f, nil
}

func loadFunctions(ctx context.Context, path string, opt Options, size *int, sum io.Writer) ([]domains.Value, error) {
	r := &Reader{ctx: ctx, name: path, size: -1, read: newCounter()}
	defer r.Close()
	if err := r.openRows(path, opt); err != nil {
		return nil, &ReadError{File: path, Err: err}
	}
	var tools []domains.Value
	for raw, err := range r.All() {
		if err != nil {
			return nil, err
		}
		if *size += len(raw.Text); *size > maxFunctions {
			return nil, fmt.Errorf("more than %d MiB of functions", maxFunctions>>20)
		}
		fmt.Fprintf(sum, "%s\n", raw.Text)
		v, err := raw.Parse()
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", raw.File, raw.Line, err)
		}
		tools = append(tools, v)
	}
	return tools, nil
}

// of returns the functions of a class.
func (f *functions) of(class string) ([]domains.Value, error) {
	if f == nil {
		return nil, rowError(dataset.CodeBadTools, "involved_classes", "no function documents were found; name their folder by --functions, or put it beside this file as %s", functionsFolder)
	}
	for _, name := range [...]string{classFiles[class], strings.ReplaceAll(words.Spoken(class), " ", "_"), class} {
		if tools := f.classes[name]; len(tools) > 0 {
			return tools, nil
		}
	}
	return nil, rowError(dataset.CodeBadTools, "involved_classes", "%s has no document for the class %s", f.folder, excerpt(class))
}

// sessionTools sets the functions of a row's classes that a turn offers, without excluded
// ones, and without those that a later turn adds.
func (d *draft) sessionTools(turn int) error {
	names, err := d.names("involved_classes")
	if err != nil {
		return err
	}
	hidden, err := d.names("excluded_function")
	if err != nil {
		return err
	}
	missed := d.row.Field("missed_function")
	if !missed.IsNull() && missed.Kind() != jsonvalue.Object {
		return badField("missed_function", "it is %s; give {turn: [names of functions]}", missed.Kind().Noun())
	}
	for _, m := range missed.Members() {
		at, err := strconv.Atoi(m.Key)
		if err != nil || m.Value.Kind() != jsonvalue.Array {
			return badField("missed_function", "the key %s names no turn with a list of functions", excerpt(m.Key))
		}
		if turn >= at {
			continue
		}
		for _, name := range m.Value.Items() {
			hidden = append(hidden, name.Str())
		}
	}
	var tools []domains.Value
	seen := map[string]bool{} // a class that is named often offers its functions once
	for _, class := range names {
		if seen[class] {
			continue
		}
		seen[class] = true
		list, err := d.functions.of(class)
		if err != nil {
			return err
		}
		for _, tool := range list {
			if !slices.Contains(hidden, tool.Field("name").Str()) {
				tools = append(tools, tool)
			}
		}
	}
	return d.setTools("involved_classes", jsonvalue.NewArray(tools...))
}

// names reads a list of names, or an absent field.
func (d *draft) names(key string) ([]string, error) {
	v, err := held(d.row.Field(key))
	if err != nil || !v.IsNull() && v.Kind() != jsonvalue.Array {
		return nil, badField(key, "it is %s; give a list of names", d.row.Field(key).Kind().Noun())
	}
	out := make([]string, v.Len())
	for i, item := range v.Items() {
		if out[i] = item.Str(); out[i] == "" {
			return nil, badField(fmt.Sprintf("%s[%d]", key, i), "it is %s; give a name", item.Kind().Noun())
		}
	}
	return out, nil
}
