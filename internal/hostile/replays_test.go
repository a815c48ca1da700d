//go:build linux

package hostile

import (
	"fmt"
	"strings"
)

// goodRecord is a decision that has to be replayed after any other record.
const goodRecord = `{"episode":"good","step":0,"actions":["stop","expand"],"signals":{"p":0.9},"action":"stop","cost":1,"ends":{"stop":1},"outcome":1}` + "\n"

// replays attacks voi replay: stored decisions and steps, policies as data, grids.
func replays() []Case {
	// After any first line, the second line is replayed.
	records := func(name, line, says string) Case {
		end := func(args ...string) Run {
			return Run{Args: append([]string{"replay", "d.jsonl", "--attribution"}, args...), Want: Bounded, Says: says}
		}
		return file("decision/"+name, "d.jsonl", fixed(line+"\n"+goodRecord), end("--grid", "p=0:1:0.1", "--actions", "stop,expand"), end("--policy", "director-strict"))
	}
	record := func(members string) string {
		return `{"episode":"bad","step":0,"actions":["stop","expand"],` + members + `}`
	}
	policy := func(name, text, says string) Case {
		return file("policy/"+name, "p.yaml", fixed(text), run(Fails, says, "replay", "{seed}/decisions.parquet", "--policy", "p.yaml"))
	}
	grid := func(name, says string, grids ...string) Case {
		args := []string{"replay", "d.jsonl"}
		for _, g := range grids {
			args = append(args, "--grid", g)
		}
		return file("grid/"+name, "d.jsonl", fixed(goodRecord), run(Fails, says, args...))
	}
	step := func(members string) string { return `{"trajectory_id":"bad","step":0,"action":"ASK",` + members + `}` }
	many := list(100_000, func(i int) string { return fmt.Sprintf(`"s%d":%d`, i, i) })
	return []Case{
		records("a signal that is NaN", record(`"signals":{"p":NaN}`), "d.jsonl:1"),
		records("a signal that is infinite", record(`"signals":{"p":1e999}`), "d.jsonl:1"),
		records("a signal that is a text", record(`"signals":{"p":"NaN"}`), "d.jsonl:1"),
		records("a signal twice", record(`"signals":{"p":1,"p":0}`), "d.jsonl:1"),
		records("signals that are none", record(`"signals":[7,null,"p"]`), ""),
		records("no signals", `{"episode":"bad","step":0}`, "d.jsonl:1"),
		records("a hundred thousand signals", record(`"signals":{`+many+`}`), ""),
		records("a hundred thousand actions", `{"episode":"bad","step":0,"signals":{"p":1},"actions":[`+list(100_000, func(i int) string { return fmt.Sprintf(`"a%d"`, i) })+`]}`, ""),
		records("actions that are none", `{"episode":"bad","step":0,"signals":{"p":1},"actions":{"stop":1}}`, "d.jsonl:1"),
		records("a step below zero", `{"episode":"bad","step":-1,"signals":{"p":1}}`, "d.jsonl:1"),
		records("a step beyond all numbers", `{"episode":"bad","step":1e30,"signals":{"p":1}}`, "d.jsonl:1"),
		records("an end beyond its range", record(`"signals":{"p":1},"ends":{"stop":1e308},"outcome":-1e308,"cost":1e308`), ""),
		records("an outcome that is none", record(`"signals":{"p":1},"outcome":"won"`), "d.jsonl:1"),
		records("signals a thousand deep", record(`"signals":`+strings.Repeat(`{"p":`, 1000)+"1"+strings.Repeat("}", 1000)), "d.jsonl:1"),
		records("an episode with no end", lines(70_000, func(i int) string {
			return fmt.Sprintf(`{"episode":"bad","step":%d,"signals":{"p":0}}`+"\n", i)
		}), "more than"),
		records("a step whose decisions are none", step(`"decision":"[[[["`), ""),
		records("a step whose action is none", `{"trajectory_id":"bad","step":0,"action":"FLY","v_now":0.5}`, "d.jsonl:1"),
		records("a step whose certainty is a text", step(`"v_now":"high"`), "d.jsonl"),

		policy("deep conditions", "name: x\nrules:\n- {when: "+strings.Repeat("[", 5000)+strings.Repeat("]", 5000)+", do: stop}\n", "p.yaml"),
		policy("a million rules", "name: x\nrules:\n"+strings.Repeat("- {do: stop}\n", 1_000_000), "p.yaml"),
		policy("rules that are a text", "name: x\nrules: stop\n", "p.yaml"),
		policy("a version that is a list", "name: x\nversion: [1]\nrules:\n- {do: stop}\n", "p.yaml"),
		policy("a parameter that is NaN", "name: x\nparams: {tau: .nan}\nrules:\n- {when: [p_suff >= tau], do: execute}\n", "p.yaml"),
		policy("a mix of itself", "name: x\nmixes: {p: {p: 1}}\nrules:\n- {when: [p >= 1], do: execute}\n", "which no decision"),
		policy("a condition on nothing", "name: x\nrules:\n- {when: [''], do: execute}\n", "p.yaml"),
		policy("an unknown key", "name: x\nrulez: []\n", "p.yaml"),

		grid("a million cells", "100000", "p=0:1:0.000001"),
		grid("a million cells of two", "100000", "p=0:1:0.001", "q=0:1:0.001"),
		grid("an endless step", "is no grid", "p=0:1:-1"),
		grid("numbers that are none", "is no grid", "p=nan:1:1"),
		grid("from minus to plus infinity", "is no grid", "p=-inf:inf:1"),
		grid("nothing", "is no grid", "=1"),
	}
}
