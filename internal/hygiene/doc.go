// Package hygiene tests rules of the repository itself: which package may import which, that
// every package states its purpose, and that no file is too long.
//
// It contains only tests: a rule without a test is soon broken.
package hygiene
