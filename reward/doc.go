// Package reward computes the reward of a completion (F9 to F11). It is the reward
// function that a trainer calls.
//
// It is step 6 of the pipeline. Its input is a completion, read by
// dataset/completion (F8), and the sample that it answers. Its output is a number in
// the profile's range, its components, the action, and notes about the completion.
//
//	Load, Parse       a profile: terms and rules, as data
//	Profile.Prepare   once per sample: tools, domains, reference
//	Prepared.Score    once per completion
//	Prepared.Explain  the reason for each point, and for each lost point
//	Advantages        the advantages of a group's rewards
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
// The profile guarded relies on the conversation instead of the policy's own claims
// (configs/profiles/README.md says which exploit each rule closes):
//
//	form        0, 0.5       one well-formed action          F11  form.go
//	tool        [0, 1]       agreement with the reference    F11  agreement.go
//	cls         [0, 2]       the action, if the text fits it F11  says.go, answer.go
//	certainty   [0, 1]       Cert: of the call; of asking    F11  guard.go, belief.go
//	slot        [0, 1]       requested / missing bits        F11  guardask.go
//	judge       [0, 1]       a model's verdict, if it is on  F11  judge.go
//
// Each component is a pure function of the completion and the sample. No component
// uses another one; only a profile's terms combine them.
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
// If a free text is missing instead, Cert = 1 - 1e-4, which gives 4.0, 3.9998,
// 3.9996. A correct REFUSE has Cert 1, and 4.0 under each. A correct and fully
// specified call has 1.5 + 1 + 2 = 4.5 under each.
//
// # Messages
//
// A chat message with tool_calls is a TOOLCALL, whatever its text says (F8). The fmt
// components read the message's content, so that a message with calls only gets none
// of their points. The length test of cls applies to the compact JSON of the calls.
//
// # Limits
//
// Time and memory of a Score are linear in the completion. A bad completion is not
// an error: it has a low reward, and reasons in Result.Notes. If there is nothing to
// score (a sample without a readable reference, a truncated completion that the
// profile leaves unscored), the result is an [Error], which is not 0.
//
// # Decided against
//
// Expressions in profiles: for a sum of terms the range can be computed and each
// part reported. Repairing calls before the comparison: a call that was not written
// cannot have been executed. A reward for the group: ranks within a group are the
// trainer's business, and Advantages only shows them.
package reward
