// Package played is the agent that voi rollout plays as gateway:POLICY: a scripted model
// with known faults behind a gateway, in the environment (spec G3). It shows what a policy
// moves where everything else is known, without a model.
//
// It stands between packages gateway and env, and knows both; neither knows it. The
// model is told the gold calls of the turn, and which of their values the user has not
// given yet: with its faults off it asks for exactly those. Everything else goes the way of
// a request: through the conversation alone.
package played
