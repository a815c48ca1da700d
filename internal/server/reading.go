package server

import (
	"bytes"

	"github.com/voi-rl/voi/internal/item"
)

// read answers a request to read conversations, item by item (F4).
func (c *Core) read(k *task, dst []byte, r *request) ([]byte, *item.Error) {
	if err := r.needs(itemsList); err != nil {
		return dst, err
	}
	if broken := r.checkItems(); broken != nil {
		return dst, broken
	}
	replies := make([][]byte, len(r.items))
	c.each(k, len(r.items), func(i int) { replies[i] = c.Scorer.AppendReading(nil, r.items[i]) })
	var unread []int
	for i := range replies {
		if replies[i] == nil {
			unread = append(unread, i)
		}
	}
	gone := c.asking(k, len(unread), func(n int) { replies[unread[n]] = c.Scorer.Asking().AppendReading(nil, r.items[unread[n]]) })
	if gone != nil {
		return dst, gone
	}
	dst = append(append(append(dst, `{"op":"reading","id":`...), r.id...), `,"items":[`...)
	dst = append(dst, bytes.Join(replies, []byte{','})...)
	c.meter.read.Add(int64(len(r.items)))
	return append(dst, "]}"...), nil
}
