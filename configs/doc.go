// Package configs holds the files that the binary embeds, so that voi works from an empty
// folder without a network: the system prompts, the reward profiles and the example
// samples. It imports only the standard library. The packages of grammar, labels and
// rewards never read it: they take their texts as arguments, so that a test or another
// program can pass its own.
//
// In the numbered pipeline it stands before step 1 (`voi build` without input reads the
// examples) and beside step 5 (the system prompt is the first message of every exported
// prompt). Step 6 computes rewards by the profiles.
//
// # Prompts
//
// prompts/system.v1.md tells a policy the grammar of F8: four actions, when each is right,
// and one worked example of each in the exact layout that F9 rewards. The version is part
// of the name because a prompt is part of the data: changing one word makes a new file, and
// a manifest names the prompt it used. Package export appends the tools of a sample.
// Outside its four examples the text has no answer tags, so a program can cut the examples
// out by their tags, as the test of this package does.
//
// The other prompts are for the model that voi itself asks where a schema says too little
// (internal/llm). Their hash is part of the key of every cached answer.
//
// # Profiles
//
// profiles/*.yaml define the reward of a completion. Package reward reads them;
// profiles/README.md lists their keys.
//
// # Examples
//
// examples/*.jsonl are fifty samples in eight files, one file for each format that the
// readers know, all written for this project. They show every reference action, every
// notation of tools and calls, and the edge cases of real data. The README of that folder
// lists them. The answers of the BFCL file stand where BFCL keeps them, in possible_answer/
// under the same name.
//
// Limits: the examples are for teaching and testing. Fifty rows are too few for training.
//
// Decided against: copying rows of public data (with their licences and their mistakes),
// and one large file (a format detected by its content is shown best alone).
package configs
