package reward

// NumTools returns the number of offered tools. When2Call counts a call without
// any offered tool as a hallucination.
func (x *Prepared) NumTools() int { return len(x.tools) }
