// Package audit asks of a profile, before a GPU-hour is spent on it: does
// anything but honest work pay?
//
// It is step 8 (judge) of the pipeline, as `voi audit`. In: a profile of package
// reward, a user's own as well, and samples with their labels (F12). Out: a
// Report, in four parts.
//
//	Honest      what the honest completion of each sample earns (draft.go), and
//	            the reference in the source's own words beside it
//	Probes      what each known exploit earns against that (probe.go, verdict.go)
//	Advantages  what a trainer makes of groups of both (advantage.go)
//	Training    where a policy would end (train.go), with Options.Train
//
// # Honest completions
//
// The reference call; one question that names every missing parameter in words,
// with the best candidate of the belief; the source's refusal or answer, else a
// fixed sentence. A question about rivals asks which tool is meant, or for what
// the best question of F12 settles.
//
// # Probes
//
// A Probe writes a completion from the tools, the conversation, the belief and a
// seed. Its Kind says what would make it pay, with the thresholds of run.go; its
// Anchors name the failure modes, H1 to H25, that it shows. What a probe writes
// that is right on a sample, because it equals the honest completion or asks for
// just what is missing, does not count there. Probes spell values that nobody has
// said: one that the conversation holds is not made up.
//
// H1 to H8 and H12 to H19 have probes; H10 and H11 are in the Advantages; H25 is
// the classes that the samples lack, which a report names. H9 is a property of
// the EVPI, which the tests of package certainty hold; H20 and H22 are about
// rewards for stated confidence and about checkpoints, of which there are none
// here; H21 is label noise; H23 and H24 are about the wire, where the tests of
// the server hold them.
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
// # Limits
//
// A report is about the samples that it was made from, and about these probes: no
// exploit found is not no exploit. A share of 1% cannot be told from one sample in
// fifty; the intervals say so. The honest completions are worded in English.
//
// Everything follows from the samples, the profile and the seed: the number of
// workers changes no byte.
//
// # Decided against
//
// A model that searches for exploits: what it finds depends on its luck, and a
// gate that fails now and then is switched off. Probes that read the profile: an
// audit that knows the terms can be taught to the test. Scoring forms against
// plain text of the same length: padding is to be found, not excused.
package audit
