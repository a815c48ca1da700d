// Package audit asks of a reward, before a GPU-hour is spent on it: does anything
// but honest work pay, and does honest work pay whatever its form?
//
// It is step 8 (judge) of the pipeline, as `voi audit`. In: a Subject, which is a
// profile of package reward or any other reward, and samples with their labels
// (F12). Out: a Report, in six parts.
//
//	Honest      what the honest completion of each sample earns (draft.go), and
//	            the reference in the source's own words beside it
//	Probes      what each known exploit, and each other form of honest work, earns
//	            against that (probe.go, verdict.go)
//	Judge       the probes that no rule can tell from honest work
//	Conduct     what a foreign reward does that no reward should (conduct.go)
//	Advantages  what a trainer makes of groups of both (advantage.go)
//	Training    what the reward asks for, exactly (optimum.go), and where a policy
//	            would end (train.go), with Options.Train
//
// # Honest completions
//
// The reference call; one question that names every missing parameter in words,
// with the best candidate of the belief; the source's refusal or answer, else a
// fixed sentence. A question about rivals asks which tool is meant, or for what
// the best question of F12 settles. Where the reference asks and F12 calls nothing
// missing, nobody knows what an honest question is: such samples are counted apart.
//
// # Probes
//
// A Probe writes a completion from the tools, the conversation, the belief and a
// seed. Most are rows of a table: a change of one argument (probes_change.go), a
// text that asks for nothing (probes_ask.go), a text under the wrong tag
// (probes_text.go). Its Kind says what makes it a finding, with the thresholds of
// run.go; its Anchors name the failure modes, H1 to H25, that it shows. What a probe
// writes that is right on a sample, because it equals the honest completion or asks
// for just what is missing, does not count there. Probes spell values that nobody
// has said: one that the conversation holds is not made up.
//
// H1 to H8 and H12 to H19 have probes; H10 and H11 are in the Advantages; H23 and
// H24 in the Conduct; H25 is the classes that the samples lack, which a report
// names. H9 is a property of the EVPI, which the tests of package certainty hold;
// H20 and H22 are about rewards for stated confidence and about checkpoints, of
// which there are none here; H21 is label noise.
//
// # The policy
//
// A softmax over behaviours, a table with a row for each combination of traits
// (traits.go). It sees nothing of the reference but what the belief took from it
// (F12). Forms begin rare, all of them together in 2% of its completions, as they
// are in the text of a model that nobody has rewarded for them: one that earns no
// more than plain text stays rare, and one that earns more takes over. Its best
// accuracy is that of who knows how often each class has each traits (Bayes).
//
// # Runs of many turns
//
// RunsReport asks the same of a profile of step rewards (runs.go): each RunProbe
// (runs_probes.go) makes of a gold run what a policy would do that exploits it. What a
// probe does to the world is not played: one that leaves the reference undone, or does
// more than it, has failed.
//
// # Limits
//
// A report is about the samples that it was made from, and about these probes: no
// exploit found is not no exploit. A share of 1% cannot be told from one sample in
// fifty; the intervals say so. The honest completions are worded in English.
//
// Everything follows from the samples, the reward and the seed: the number of
// workers changes no byte.
//
// # Decided against
//
// A model that searches for exploits: what it finds depends on its luck, and a
// gate that fails now and then is switched off. Probes that read the profile: an
// audit that knows the terms can be taught to the test. Scoring forms against
// plain text of the same length: padding is to be found, not excused.
package audit
