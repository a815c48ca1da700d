// Package played is the agent gateway:POLICY of voi rollout: a scripted model with known
// faults behind a gateway, in the environment (spec G3). It shows the effect of a policy
// while everything else is known, without a real model.
//
// It connects packages gateway and env. The scripted model knows the gold calls of the
// turn, and which of their values the user has not given yet; without faults it asks for
// exactly these. Everything else passes through the conversation, as in a real request.
package played
