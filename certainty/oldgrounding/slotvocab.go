package oldgrounding

import (
	"slices"
	"strings"
)

// abbreviations that names of parameters are written in.
var abbreviations = map[string]string{
	"id": "identifier", "ids": "identifier", "uuid": "identifier", "guid": "identifier", "loc": "location", "num": "number",
	"qty": "quantity", "amt": "amount", "addr": "address", "msg": "message", "desc": "description", "lang": "language",
	"org": "organization", "temp": "temperature", "tel": "phone", "telephone": "phone", "mobile": "phone", "pwd": "password",
	"passwd": "password", "usr": "user", "info": "information", "config": "configuration", "src": "source", "dest": "destination",
	"dst": "destination", "lat": "latitude", "lon": "longitude", "lng": "longitude", "img": "image",
	"pic": "picture", "cat": "category", "dob": "birth", "pax": "passenger", "dept": "department", "acct": "account",
	"max": "maximum", "min": "minimum", "freq": "frequency", "doc": "document", "repo": "repository", "db": "database",
	"pin": "code", "zip": "postal", "postcode": "postal", "mail": "email", "url": "link", "uri": "link",
}

// slotSenses are kinds of things that names of parameters and questions call by
// different words.
var slotSenses = map[string]string{
	"@place":  `location place destination city town address area whereabouts venue`,
	"@price":  `price cost budget fee rate`,
	"@amount": `amount sum quantity`,
	"@count":  `number count quantity`,
	"@key":    `identifier number code key`,
	"@type":   `type kind category sort`,
	"@length": `duration length period`,
	"@target": `receiver recipient payee contact`,
	"@title":  `title name`,
	"@text":   `text content body message`,
	"@time":   `date day time`,
	"@person": `name person receiver recipient contact guest passenger customer user`,
}

// The senses that a word which only asks stands for, and the others, which the
// words of a question share with those of names.
var (
	askedSenses = map[string]string{
		"where": "@place", "when": "@time", "who": "@person", "whom": "@person", "many": "@count", "much": "@amount",
	}
	sharedSenses = set(`@place @price @amount @count @key @type @length @target @title @text`)
)

// sensesOf lists the senses of a word, by its stem.
var sensesOf = func() map[string][]string {
	out := map[string][]string{}
	for sense, words := range slotSenses {
		for _, w := range strings.Fields(words) {
			out[stem(w)] = append(out[stem(w)], sense)
		}
	}
	for _, list := range out {
		slices.Sort(list)
	}
	return out
}()

// vague are words of names that tell little: another parameter may have them.
var vague = set(`number num of no count total value type name is has the in to from for with list array item items
 new per data id ids`)

// containers are words of names that say how values are held, not what they are.
var containers = set(`new use list array items item data value param parameter`)
