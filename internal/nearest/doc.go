// Package nearest suggests the name that a user probably meant, for messages about unknown
// keys of configurations and profiles. It makes no suggestion for names longer than 64
// bytes.
package nearest
