package env_test

import (
	"strings"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/sharedtest"
)

// choosing is a task with the tools of Table 10, from SAGE-Agent's five plugins.
const choosing = `{"id":"choose","source":"test","class":"explicit","split":"train","tools":[
 {"name":"register_credit_card","parameters":{"type":"object","properties":{}}},{"name":"get_all_credit_cards","parameters":{"type":"object","properties":{}}},
 {"name":"get_credit_card_balance","parameters":{"type":"object","properties":{"card_id":{"type":"string"}}}},
 {"name":"book_flight","parameters":{"type":"object","properties":{"card_id":{"type":"string"},"travel_cost":{"type":"number"},"travel_from":{"type":"string"}}}},
 {"name":"get_booking_history","parameters":{"type":"object","properties":{}}},{"name":"cancel_booking","parameters":{"type":"object","properties":{"booking_id":{"type":"string"}}}},
 {"name":"set_budget_limit","parameters":{"type":"object","properties":{"budget_limit":{"type":"number"}}}},{"name":"list_all_airports","parameters":{"type":"object","properties":{}}},
 {"name":"place_order","parameters":{"type":"object","properties":{"symbol":{"type":"string"}}}},{"name":"get_order_history","parameters":{"type":"object","properties":{}}},
 {"name":"cancel_order","parameters":{"type":"object","properties":{"order_id":{"type":"integer"}}}},{"name":"get_order_details","parameters":{"type":"object","properties":{"order_id":{"type":"integer"}}}},
 {"name":"get_available_stocks","parameters":{"type":"object","properties":{}}},{"name":"get_watchlist","parameters":{"type":"object","properties":{}}},
 {"name":"remove_stock_from_watchlist","parameters":{"type":"object","properties":{"symbol":{"type":"string"}}}},
 {"name":"displayCarStatus","parameters":{"type":"object","properties":{}}},{"name":"fillFuelTank","parameters":{"type":"object","properties":{"fuelAmount":{"type":"number"}}}},
 {"name":"lockDoors","parameters":{"type":"object","properties":{"door":{"type":"array","items":{"type":"string"}}}}},
 {"name":"startEngine","parameters":{"type":"object","properties":{}}},{"name":"setCruiseControl","parameters":{"type":"object","properties":{"activate":{"type":"boolean"}}}},
 {"name":"ls","parameters":{"type":"object","properties":{}}},{"name":"cd","parameters":{"type":"object","properties":{"folder":{"type":"string"}}}},
 {"name":"rm","parameters":{"type":"object","properties":{"file_name":{"type":"string"}}}},{"name":"touch","parameters":{"type":"object","properties":{"file_name":{"type":"string"}}}},
 {"name":"count_pages","parameters":{"type":"object","properties":{}}},{"name":"delete_page","parameters":{"type":"object","properties":{"page_num":{"type":"integer"}}}}],
 "turns":[{"user":"Help me.","gold":%GOLD%}],"world":{"results":[%RESULTS%]}}`

// TestTable10 checks that each trigger in SAGE-Agent's Table 10 narrows the domains of
// the affected parameters, and that its end restores them.
func TestTable10(t *testing.T) {
	for _, c := range []struct{ what, calls, results, of, want string }{
		{"cards", `get_all_credit_cards {}`, `{"credit_card_list":{"77":{"cvv":1},"78":{}}}`, "book_flight.card_id", `["77","78"]`},
		{"a card is registered", `get_all_credit_cards {};register_credit_card {}`, `{"credit_card_list":{"77":{}}};{"card_id":"78"}`, "get_credit_card_balance.card_id", `["77","78"]`},
		{"one of the cards is not all of them", `register_credit_card {}`, `{"card_id":"78"}`, "book_flight.card_id", `none`},
		{"a flight is booked", `get_booking_history {};book_flight {"card_id":"77"}`, `{"booking_history":{"b1":{}}};{"booking_id":"b2"}`, "cancel_booking.booking_id", `["b1","b2"]`},
		{"a booking is cancelled", `get_booking_history {};cancel_booking {"booking_id":"b1"}`, `{"booking_history":{"b1":{},"b2":{}}};{"cancel_status":true}`, "cancel_booking.booking_id", `["b2"]`},
		{"a booking is not cancelled", `get_booking_history {};cancel_booking {"booking_id":"b1"}`, `{"booking_history":{"b1":{},"b2":{}}};{"cancel_status":false}`, "cancel_booking.booking_id", `["b1","b2"]`},
		{"a budget", `set_budget_limit {"budget_limit":900}`, `{"budget_limit":900}`, "book_flight.travel_cost", `0..900`},
		{"routes", `list_all_airports {}`, `["OSL","MAD"]`, "book_flight.travel_from", `["OSL","MAD"]`},
		{"an order is placed", `get_order_history {};place_order {"symbol":"A"}`, `{"order_history":["12"]};{"order_id":13}`, "get_order_details.order_id", `[12,13]`},
		{"an order is cancelled", `get_order_history {};cancel_order {"order_id":12}`, `{"history":[12,13]};{"order_id":12}`, "cancel_order.order_id", `[13]`},
		{"stocks", `get_available_stocks {}`, `{"stock_list":["AAPL","NVDA"]}`, "place_order.symbol", `["AAPL","NVDA"]`},
		{"the watchlist", `get_watchlist {};remove_stock_from_watchlist {"symbol":"B"}`, `{"watchlist":["A","B","C"]};{"status":"removed"}`, "remove_stock_from_watchlist.symbol", `["A","C"]`},
		{"fuel", `displayCarStatus {}`, `{"fuelLevel":12.5}`, "fillFuelTank.fuelAmount", `0..37.5`},
		{"doors", `displayCarStatus {}`, `{"doorStatus":{"driver":"locked","passenger":"unlocked"}}`, "lockDoors.door", `sized`},
		{"the engine stands", `displayCarStatus {}`, `{"engineState":"stopped"}`, "setCruiseControl.activate", `[false]`},
		{"the engine runs", `displayCarStatus {};startEngine {}`, `{"engineState":"stopped"};{"engineState":"running","fuelLevel":9}`, "setCruiseControl.activate", `[true,false]`},
		{"files", `ls {}`, `{"current_directory_content":["a.txt","b"]}`, "rm.file_name", `["a.txt","b"]`},
		{"a file is made, and one removed", `ls {};touch {"file_name":"c"};rm {"file_name":"b"}`, `{"current_directory_content":["a","b"]};None;{"result":"gone"}`, "rm.file_name", `["a","c"]`},
		{"another folder", `ls {};cd {"folder":"b"}`, `{"current_directory_content":["a","b"]};{"current_working_directory":"b"}`, "cd.folder", `none`},
		{"pages", `count_pages {}`, `{"output":{"page_count":12}}`, "delete_page.page_num", `1..12`},
		{"a page less", `count_pages {};delete_page {"page_num":3}`, `{"output":{"page_count":12}};{"success":true}`, "delete_page.page_num", `none`},
		{"an error", `ls {}`, `{"error":"no","current_directory_content":["a"]}`, "rm.file_name", `none`},
		{"not what was expected", `ls {}`, `[3,{"current_directory_content":4}]`, "rm.file_name", `none`},
		{"nothing is there", `ls {}`, `{"current_directory_content":[]}`, "rm.file_name", `[]`},
	} {
		var gold, results []string
		for i, call := range strings.Split(c.calls, ";") {
			name, args, _ := strings.Cut(call, " ")
			gold = append(gold, `{"name":"`+name+`","arguments":`+args+`}`)
			result := strings.Split(c.results, ";")[i]
			if result == "None" {
				result = `"None"`
			}
			results = append(results, result)
		}
		p := prepare(t, strings.NewReplacer("%GOLD%", "["+strings.Join(gold, ",")+"]", "%RESULTS%", "["+strings.Join(results, ",")+"]").Replace(choosing), env.Options{Unrewarded: true})
		e, _, err := p.Reset(t.Context(), 0)
		sharedtest.OK(t, err)
		for _, call := range gold {
			before := e.Sets()["ls"]
			_, err := e.Step(t.Context(), parse(t, `{"role":"assistant","tool_calls":[{"function":`+call+`}]}`))
			sharedtest.OK(t, err)
			if len(before) != len(e.Sets()["ls"]) {
				t.Errorf("%s: a tool that nothing was said of changed", c.what)
			}
		}
		tool, aspect, _ := strings.Cut(c.of, ".")
		d, _ := e.Sets()[tool].Get(aspect)
		schema, _ := p.Sets(0)[tool].Get(aspect)
		if got := described(d); got != c.want || (d.Source == "observed") != (c.want != "none") || schema.Source == "observed" {
			t.Errorf("%s: %s is %s of %s, want %s", c.what, c.of, got, d.Source, c.want)
		}
		if c.want == "sized" && d.Size != 5 {
			t.Errorf("%s: %d lists of doors without one twice", c.what, d.Size)
		}
	}
}

func described(d domains.Domain) string {
	switch {
	case d.Source != "observed":
		return "none"
	case d.Max != nil:
		return d.Min.JSON() + ".." + d.Max.JSON()
	case d.Type == domains.Finite:
		var out []string
		for _, v := range d.Values {
			out = append(out, v.JSON())
		}
		return "[" + strings.Join(out, ",") + "]"
	}
	return "sized"
}

func TestObservationsRefuse(t *testing.T) {
	for _, text := range []string{`{"ls":[{}]}`, `{"ls":[{"of":["a.b"]}]}`, `{"ls":[{"of":["a.b"],"are":"x","with":"y"}]}`, `{"ls":[{"of":["a.b"],"is":"x"}]}`, `{"ls":[{"are":"x"}]}`, `{"ls":[3]}`} {
		if _, err := env.NewObservations(parse(t, text)); err == nil {
			t.Errorf("%s is a list of rules", text)
		}
	}
}
