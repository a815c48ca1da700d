// Package reward says what a completion earns (F9 to F11): the reward function
// that a trainer calls.
//
// It is step 6 of the pipeline. In: a completion, read by dataset/completion
// (F8), and the sample that it answers. Out: a number in the profile's range,
// the components that it is the sum of, the action, and what is odd about the
// completion.
//
//	Load, Parse       a profile: terms and rules, as data
//	Profile.Prepare   once per sample: its tools, their domains, its reference
//	Prepared.Score    once per completion
//	Prepared.Explain  where each point came from, and where the others went
//	Advantages        what a trainer makes of a group's rewards
//
// # Components
//
//	fmt_xml     [0, 0.5]     the four tags, each once        F9   xml.go
//	fmt_soft    0, 0.5       the tags in order               F9   soft.go
//	fmt_strict  0, 0.5       the whole text in form          F9   strict.go
//	tool        [0, 1]       the call against the reference  F9   tool.go
//	cls         0, 1.5, 2    the action against it           F9   cls.go
//	certainty   [0, 1]       Cert                            F10  cert.go
//
// and of the profile guarded, which believes the conversation and not the policy
// (configs/profiles/README.md says what each rule closes):
//
//	form        0, 0.5       one well-formed action          F11  form.go
//	tool        [0, 1]       agreement with the reference    F11  agreement.go
//	cls         [0, 2]       the action, if it says so       F11  says.go, answer.go
//	certainty   [0, 1]       Cert: of the call; of asking    F11  guard.go, belief.go
//	slot        [0, 1]       bits asked for of bits missing  F11  guardask.go
//	judge       [0, 1]       a model's verdict, if it is on  F11  judge.go
//
// Each is a pure function of the completion and the sample, on its own; no
// component looks at another, and only a profile's terms bring them together.
//
// # Worked values (F10)
//
// A correct ASK in full format whose candidate lacks one boolean: fmt 1.5, tool
// 0.5 (neither has a call), cls 2, Cert = 1 - 1/2.
//
//	baseline         1.5 + 0.5 + 2           = 4.0
//	certainty        1.5 + 0.5 + 0.5 * 2     = 3.0
//	certainty-total  0.5 * (1.5 + 0.5 + 2)   = 2.0
//
// With one free text missing instead, Cert = 1 - 1e-4: 4.0, 3.9998, 3.9996. A
// correct REFUSE has Cert 1: 4.0 under each. A correct call, fully specified:
// 1.5 + 1 + 2 = 4.5 under each.
//
// # Messages
//
// A chat message with tool_calls is a TOOLCALL whatever its text says (F8). The
// fmt components are about text and read the message's content: a message of
// calls alone earns none of their points. The length test of cls applies to the
// compact JSON of the calls.
//
// # Limits
//
// Time and memory of a Score are linear in the completion, whatever it holds. A
// completion is never an error: one that is merely bad has a low reward and its
// reasons in Result.Notes. What cannot be scored (a sample without a readable
// reference, a profile that leaves truncated completions unscored) is an
// [Error], which is not 0.
//
// # Decided against
//
// Expressions in profiles: a sum of terms has a range that can be computed and
// parts that can be reported one by one. Repairing calls before comparing them:
// what was not written cannot have been executed. A reward for the group: ranks
// within a group are the trainer's business, and Advantages only shows them.
package reward
