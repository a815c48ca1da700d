package reader

import (
	"strings"

	"github.com/voi-rl/voi/dataset"
	"github.com/voi-rl/voi/domains"
)

// isShard recognises rows of voi's generic shards.
func isShard(v domains.Value) bool {
	return has(v, "sample_id") && has(v, "prompt") && has(v, "reference") && has(v, "belief_source")
}

// readShard restores the sample of a row of voi's shards. It leaves out the text that voi
// wrote into the system message, the annotator's domains and the labels: all are made again.
func readShard(d *draft) error {
	messages, err := dataset.ParseMessages(d.row.Field("prompt"))
	if err != nil {
		return under(err, "prompt")
	}
	s := d.sample
	if len(messages) > 0 && messages[0].Role == dataset.System {
		_, own, found := strings.Cut(messages[0].Content, dataset.SystemHeading)
		if messages = messages[1:]; found {
			s.Messages = []dataset.Message{{Role: dataset.System, Content: own}}
		}
	}
	s.Messages = append(s.Messages, messages...)
	steps := [...]func() error{
		func() error { return d.readTools("tools") },
		d.ownReference,
		func() error { return under(d.sample.ParseAnswers(d.row.Field("answers")), "answers") },
		func() error { return under(d.sample.ParseProvenance(d.row.Field("provenance")), "provenance") },
		d.shardDomains,
		func() error {
			if d.row.Field("belief_source").Str() != "given" {
				return nil
			}
			return d.ownCandidates()
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	source := d.row.Field("action_source")
	switch source.Str() {
	case dataset.ActionGiven, dataset.ActionTag, dataset.ActionHeuristic:
		s.ActionSource = source.Str()
	default:
		return badField("action_source", "it is %s; use given, tag or heuristic", excerpt(source.Str()))
	}
	flags, err := d.names("flags")
	if err != nil {
		return err
	}
	for _, f := range flags {
		if f == string(dataset.FlagBadValue) || f == string(dataset.FlagActionConflict) {
			s.AddFlags(dataset.Flag(f))
		}
	}
	return nil
}
