package reward

// NumTools returns how many tools the sample offers. A call where there is none
// is what When2Call counts as a hallucinated tool.
func (x *Prepared) NumTools() int { return len(x.tools) }
