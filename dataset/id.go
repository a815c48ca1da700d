package dataset

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/internal/jsonvalue"
)

// ContentID is the id of a row without one (inputs.md, sample_id): the first 16 bytes, as
// 32 hex digits, of SHA-256 over the canonical JSON (RFC 8785) of {messages, tools,
// reference}. They have the forms of MessagesValue, domains.ToolsValue and Reference.Value.
func (s *Sample) ContentID() string {
	sum := sha256.Sum256(jsonvalue.ObjectOf(
		"messages", MessagesValue(s.Messages),
		"tools", domains.ToolsValue(s.Tools),
		"reference", s.Reference.Value(),
	).AppendCanonical(nil))
	return hex.EncodeToString(sum[:16])
}
