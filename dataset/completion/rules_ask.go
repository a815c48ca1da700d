package completion

// askRules recognise that the assistant asks the user for something it needs.
var askRules = build(ruleset{
	{
		name: "ask.could_you", force: strong,
		why: "the polite request: could you please provide",
		patterns: []string{
			"$modal you ?$polite ?$polite *1 $give",
			"$modal you ?$polite ?$polite tell|let|help|send|show me|us",
			"$modal you ?$polite ?$polite be more specific",
			"do|would you mind *1 providing|specifying|sharing|telling|clarifying|confirming|giving",
			"are you able to $give",
		},
		unless: []string{"something else", "another|different question|request|task"},
	},
	{
		name: "ask.please", force: strong,
		why: "the imperative: please provide",
		patterns: []string{
			"please|kindly ?also ?first *1 $give",
			"please|kindly ?also ?first tell|send|give|show me|us",
			"please|kindly let me know ?more $wh|the|your|if|whether|about|more", "please|kindly let me know END",
		},
		unless: []string{
			"^ if *9 let me know", "please let me know if|how|what *1 i|there", "please let me know if you *2 need|have|want|require|would",
			"please *1 confirm|verify|check with", "please select|choose|pick|enter *6 click|press|tap",
			"another|different question|request|task", "$give them|him|her", "please feel|note|contact|visit|consult|refer|use|try|keep *4",
		},
	},
	{
		name: "ask.need", force: strong,
		why: "the declaration: I need to know the city",
		patterns: []string{
			"i|we ?will ?would ?do ?still ?just ?also ?first ?only need|require ?to ?first $know *1 $det|$wh|if|whether|more|about|that|you|is",
			"i|we ?will ?would ?do ?still ?just ?also ?first ?only need|require $det|more|at *4",
			"i|we ?will ?would ?do ?still ?just ?also ?first ?only need|require *3 $detail",
			"i|we ?will|would need|require *4 from you",
			"i ?would ?will need you to $give",
			"you *2 need|have to *1 $give me|us",
			"what i|we need is",
			"i|we must|have|got ?to know",
			"^ *3 just|still|only need|require $det",
			"i would like|love|appreciate|want to know|confirm|clarify|ask",
			"i would appreciate|like *5 you *3 $give",
			"i am missing", "i just want to confirm|clarify|make",
		},
		unless: []string{
			"i need|require access|to execute|run", "do not need", "need|require *2 access",
		},
	},
	{
		name: "ask.send_me", force: strong,
		why:      "the bare imperative with the assistant as its object: just send me the link",
		patterns: []string{"^ ?just|simply|so|first|then send|tell|give|show me|us", "just|simply send|tell|give|show me|us"},
		unless:   []string{"moment|second|minute|bit|while|time|chance|call|ring|shout"},
	},
	{
		name: "ask.may_i", force: strong,
		why: "may I have your order number",
		patterns: []string{
			"may|can|could i ?please ?kindly|also ?just have|get|ask|know|confirm|request|take|clarify",
			"might i ask|know",
		},
	},
	{
		name: "ask.let_me_know", force: strong,
		why: "let me know which",
		patterns: []string{
			"let me|us know ?more $wh|the|your|whether|about",
			"let me|us know if you *2 prefer|preference|mean|meant|are",
			"let me|us know if you have ?a|any ?specific|particular preference|preferences|specific|particular",
			"tell me ?more $wh|the|your|whether|about|more",
		},
		unless: []string{"know how|what *1 i|else", "know if you are happy|satisfied|interested"},
	},
	{
		name: "ask.preference", force: strong, question: true,
		why: "a question about the user's own wish: which would you prefer",
		patterns: []string{
			"$wh *8 you|your",
			"$wh *8 i|we *2 use|set|search|look|send|book|add|include|find|check|convert|play|need|start|focus|do|make|get|provide|order|create",
			"do|did|are|were|have|is|has you *1",
			"would you prefer|rather",
			"would you like *3 or",
			"is|are|does|do|will|should|has|have|was|were *4 you|your",
			"should i|we|the|this|it|they|these|that",
			"would you like *2 specify|specific|particular|include|filter|choose|certain",
		},
	},
	{
		name: "ask.you_mean", force: strong,
		why: "the assistant checks what was meant",
		patterns: []string{
			"do|did you mean", "are you referring|looking|asking|talking|interested", "you mean *8 right|correct",
			"just to clarify|confirm|make|verify",
		},
	},
	{
		name: "ask.missing", force: medium,
		why: "the assistant says what the request lacks",
		patterns: []string{
			"you *1 not *1 specified|specify|provided|provide|mentioned|mention|include|included|given|tell|told",
			"missing ?the ?some ?required|necessary|essential|crucial|key *2 $detail",
			"request|question|query lacks|needs|requires|misses",
			"is|are|was|were not *1 specified|provided|mentioned|given|clear",
			"need|needs|require|requires|lacks *2 more|additional|further $detail",
			"if you *2 $give *8 i *1 can|will|would",
			"it would be helpful|useful if you",
			"it would help if you",
			"without knowing|this|that|these|the|more",
			"$detail *2 is|are needed|required|necessary|missing",
			"let me know and|so|then i|we",
		},
	},
	{
		name: "ask.question", force: medium, question: true,
		why:      "a question that none of the others knows",
		patterns: []string{"*1"},
	},
})

// courtesyRules recognise a follow-up that asks for nothing: the text is an answer,
// a refusal or a greeting, and this is its courtesy.
var courtesyRules = build(ruleset{{
	name: "direct.courtesy", force: weak,
	why: "how can I help, anything else, feel free to ask",
	patterns: []string{
		"how|what *2 can|may|could|else|do|should|would i *1 help|assist|do|support",
		"what can i do for you",
		"anything|something|nothing else", "any questions|question|concerns|queries",
		"any other|further|more|additional *1 questions|question|help|assistance|requests|queries|concerns|tasks|needs",
		"feel free to", "do not hesitate", "happy to help ?you|with ?with ?anything|other",
		"can|may i *1 help|assist|be",
		"let me know if *1 you *2 need|have|want|require|would", "let me know if there is|are",
		"let me know how|what *1 i",
		"you need|require|want ?any more|further|other help|assistance|information|details",
		"something different|else", "a different|another question|request|task|topic",
		"does|did|is|was this|that *1 help|helpful|make|clear|work|sound|okay|ok|what",
		"what is on your mind", "how are you ?doing ?today ?feeling END", "how is|was your day|evening|morning|weekend",
		"sound|sounds good", "how does that sound", "is there *3 i can", "how may i",
	},
	unless: []string{
		"before|to proceed|start|begin|continue *8 $modal you", "could|can you *2 $give", "let me know $wh|the|your",
		"let me know if you have ?a|any ?specific|particular preference|preferences|specific|particular",
	},
}, {
	name: "direct.feedback", force: weak,
	why:      "let me know how you like it: the answer stands already",
	patterns: []string{"let me know what you think", "let me know how it goes|went", "let me know how *1 you *1 like|liked"},
}})

// offerRules recognise an offer to do or tell more. Beside an answer it is the
// answer's end; by itself it asks for a decision.
var offerRules = build(ruleset{{
	name: "ask.offer", force: medium, question: true,
	why: "would you like me to, shall I",
	patterns: []string{
		"would|do you *1 like|want|prefer|need me|us|more|additional|further|another|some|any|help|information|assistance|details|directions|recommendations|suggestions",
		"would|do you *1 like|want|wish to *1 be|know|see|hear|learn|book|proceed|continue|explore|try|reserve|make|go|get|read|watch|listen|order|buy|purchase|add|check|find|start|schedule|save|share|view|use|receive|change|have|cancel|take|visit|confirm",
		"would you like it|this|that|them|these|those|assistance",
		"shall i|we", "should i|we *1 go|proceed|continue|book|start|confirm|help|do|add|make|send|order|reserve|finalize|complete|place",
		"may|can i *1 proceed|book|go|continue",
		"do you want me|us", "want me|us|to *2", "want|need more|to|help|any",
		"are you interested in learning|hearing|knowing|seeing|more|any|this|it",
		"interested in *3",
		"would|do you like|want|need *9 as well", "would|do you like|want|need *9 too", "is that|this|it okay|ok|fine|correct|right|acceptable",
	},
	unless: []string{"which|or", "^ $wh", "$wh *8 would|do|should|shall|may|can", "$modal you ?$polite ?$polite *1 $give"},
}})

// suggestionRules recognise a proposal that only looks like a question.
var suggestionRules = build(ruleset{{
	name: "direct.suggestion", force: medium,
	why: "how about, have you considered, did you know, is it not",
	patterns: []string{
		"^ ?sure ?then ?so how about", "^ what about", "why not", "why do not you", "have you *1 considered|tried|thought|heard|seen|checked",
		"is|are|was|were|do|does|did|can|will not it|they|that|you|we END", "did you know", "guess what", "who does not",
	},
}})

// preambleRules recognise sentences that neither answer nor ask: what stands
// before and around the substance.
var preambleRules = build(ruleset{{
	name: "preamble", force: weak,
	why: "sure, I can help with that",
	patterns: []string{
		"^ ?well ?yes|sure|certainly|absolutely|ok|okay|of|great|alright ?course *2 i *3 help|assist|happy|glad|love",
		"^ *3 i *2 can|will|would|am *3 help|assist|happy|glad|love|delighted",
		"^ hello", "^ hi", "^ hey", "^ *3 thank you|thanks", "^ thanks", "^ that sounds", "^ sounds", "^ no problem",
		"^ i understand|see", "^ let us", "^ good|great|excellent *1 choice|question|idea|morning|day",
		"^ for example|instance", "^ examples|options include|are", "^ it could be", "^ this will|would|helps|way",
		"^ i|we will|just|first|need|require *1 need|to", "^ once i|you",
	},
}})
