package lookup

import "github.com/voi-rl/voi/dataset/completion"

// Outline returns a sample's reference action, and the EVPI of its best question, nil
// without one. It reads only these two columns and the id. Rows of one id may differ in
// other columns. The error is an *Error, as in Get.
func (st *Store) Outline(id string) (action completion.Action, evpiMax *float64, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = internal("a fault in voi, please report it with the sample %s: %v", shown(id), fault)
		}
	}()
	hi, lo := digestOf([]byte(id))
	rows := st.index.find(hi, lo)
	if len(rows) == 0 {
		return "", nil, st.noSample(id)
	}
	for i, e := range rows[:min(len(rows), maxTwins)] {
		c := &cells{store: st, at: e.at}
		rowID, rowAction, rowEVPI := c.text(columnID), completion.Action(c.text(columnAction)), c.number(columnEVPIMax)
		switch {
		case c.err != nil:
			return "", nil, internal("the sample %s cannot be read: %v", shown(id), c.err)
		case rowEVPI != nil && !(*rowEVPI >= 0 && *rowEVPI <= 1):
			return "", nil, internal("the sample %s cannot be read: its evpi_max is not in [0,1]; voi inspect --verify tells more", shown(id))
		case rowID != id:
			return "", nil, moved(id, rowID)
		case i == 0:
			action, evpiMax = rowAction, rowEVPI
		case rowAction != action || (rowEVPI == nil) != (evpiMax == nil) || rowEVPI != nil && *rowEVPI != *evpiMax:
			return "", nil, twins(id, len(rows))
		}
	}
	return action, evpiMax, nil
}
