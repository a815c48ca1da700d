// Package configs holds what the binary carries inside itself, so that voi
// works from an empty folder without a network: the system prompts, the
// reward profiles and the example samples. It imports nothing but the standard library. Grammar, labels
// and rewards never reach for it: they take their texts as arguments, so that a
// test or another program can pass its own.
//
// In the numbered pipeline it stands before step 1 (the examples are what
// `voi build` reads when it is given no input) and beside step 5 (the system
// prompt is the first message of every exported prompt); the profiles are what
// step 6 rewards by.
//
// # Prompts
//
// prompts/system.v1.md tells a policy the grammar of F8: four actions, when each
// is right, and one worked example of each in the exact layout that F9 pays
// for. The version is part of the name because a prompt is part of the data: a
// change of one word is a new file, and a manifest names the one it used. The
// tools of a sample are appended by export, not here. The text holds no live
// answer tags outside its four examples, so a program may cut them out by their
// tags, as the test of this package does.
//
// The other prompts are for the model that voi itself asks where a schema is
// silent (internal/llm). Their hash is part of the name of every cached answer.
//
// # Profiles
//
// profiles/*.yaml say what a completion earns: package reward reads them, and
// profiles/README.md lists their keys.
//
// # Examples
//
// examples/*.jsonl are fifty samples in eight files, one file for each
// notation that the readers know, all written for this project. They show every
// reference action, every notation of tools and calls, and the edges that real
// data has. The README of that folder lists them. Answers of the BFCL file
// stand where BFCL keeps them, in possible_answer/ under the same name.
//
// Limits: the examples teach and test, they do not train; fifty rows are too
// few to learn anything from.
//
// Decided against: copying rows of public data (their licences and their
// mistakes would come along), and one large file (a notation that is read by
// its content is best shown by itself).
package configs
