// Package audit answers two questions about a reward before a GPU-hour is spent on it.
// Does anything pay except honest work? Does honest work pay in every form?
//
// It is step 8 (judge) of the pipeline, as `voi audit`. Its input is a Subject (a
// profile of package reward or any other reward) and samples with their labels (F12).
// Its output is a Report with six parts.
//
//	Honest      the reward of each sample's honest completion (draft.go), and of
//	                        the reference in the source's own words
//	Probes      the rewards of known exploits, and of other forms of honest work,
//	                        compared with that (probe.go, verdict.go)
//	Judge       the probes that no rule can tell from honest work
//	Conduct     faults of a foreign reward, such as crashes (conduct.go)
//	Advantages  a trainer's advantages for groups of both (advantage.go)
//	Training    the optimal policy, exactly (optimum.go), and the policy after
//	                        simulated training (train.go), with Options.Train
//
// # Honest completions
//
// An honest completion is the reference call; or one question that names every missing
// parameter in words, with the belief's best candidate; or the source's refusal or
// answer, by default a fixed sentence. A question about rivals asks which tool is
// meant, or for the aspects of F12's best question. If the reference asks and nothing
// is missing by F12, the honest question is unknown: such samples are counted apart.
//
// # Probes
//
// A Probe writes a completion from the tools, the conversation, the belief and a seed.
// Most are rows of a table: a change of one argument (probes_change.go), a text that
// asks for nothing (probes_ask.go), a text under the wrong tag (probes_text.go). Its
// Kind says when it is a finding, with the thresholds of run.go; its Anchors name the
// failure modes H1 to H25 that it shows. A completion that is right on a sample,
// because it equals the honest one or asks for exactly the missing parameters, does
// not count there. Invented values never occur in the conversation.
//
// H1 to H8 and H12 to H19 have probes; H10 and H11 are in the Advantages; H23 and H24
// are in the Conduct. H25 is missing classes, which a report names. H9 is a property
// of the EVPI and tested in package certainty. H20 and H22 are about rewards for
// stated confidence and about checkpoints, which do not exist here; H21 is label
// noise.
//
// # The policy
//
// The simulated policy is a softmax over behaviours, with a row of logits for each
// combination of traits (traits.go). It sees nothing of the reference except what the
// belief took from it (F12). Forms begin with 2% of its completions in all, because a
// model that was never rewarded for them rarely uses them. A form that earns no more
// than plain text stays rare; one that earns more takes over. The highest possible
// accuracy is that of a classifier which knows the frequency of each class for each
// combination of traits (Bayes).
//
// # Runs of many turns
//
// RunsReport audits a profile of step rewards in the same way (runs.go): each RunProbe
// (runs_probes.go) changes a gold run as an exploiting policy would. The world is not
// played again: a run that leaves a reference action undone, or changes more, has
// failed.
//
// # Limits
//
// A report is about its samples and these probes: no exploit found does not mean that
// there is none. A share of 1% cannot be measured on fifty samples; the intervals show
// this. The honest completions are in English.
//
// The report depends only on the samples, the reward and the seed, not on the number
// of workers.
//
// # Decided against
//
// A model that searches for exploits: its findings depend on luck, and people switch
// off a test that fails now and then. Probes that read the profile: a reward could
// then be tuned to the audit. Comparing forms with plain text of the same length:
// padding should be found, not excused.
package audit
