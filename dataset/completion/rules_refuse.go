package completion

// refusalRules recognise that the assistant declares itself unable or
// unwilling. Inability counts in the first person and the present tense only:
// "it can not be changed" is an answer, "I could not find a film" a result.
var refusalRules = build(ruleset{
	{
		name: "refuse.unable", force: strong,
		why: "the assistant says that it is not able to",
		patterns: []string{
			"i am *2 unable to",
			"i am *2 not *1 able to",
			"i am *2 incapable of",
			"i am *2 not *1 capable of",
			"i will *1 not be able to",
			"i will be unable to",
			"^ ?unfortunately ?sorry ?apologies ?but unable to",
			"we are *2 unable to",
			"i am *2 not *1 equipped|designed|programmed|authorized|authorised|permitted|allowed|trained|configured",
			"makes me unable to",
			"i am *2 not *1 in a|any position to",
			"i am *2 not *1 connected|linked to",
		},
		unless: unableUnless,
	},
	{
		name: "refuse.cannot", force: strong,
		why: "modal and negation: I can not, I could not",
		patterns: []string{
			"i $adv can not",
			"i can not",
			"i can $adv not",
			"i am afraid ?that i can not",
			"we can not",
			"sorry ?but can not",
			"apologies ?but can not",
			"nor can i",
			"neither can i",
			"not something ?that i can",
			"not something ?that i am",
			"i do not think|believe ?that i can",
			"i am *6 and ?therefore ?so can not",
			"is not possible for me",
			"impossible for me",
			"i can no longer",
		},
		unless: unableUnless,
	},
	{
		name: "refuse.lack", force: strong,
		why: "the assistant lacks the ability, the access or the tool",
		patterns: []string{
			"i ?$adv do not *1 ?$adv have *4 $ability",
			"i ?$adv do not *1 possess",
			"i ?$adv have no $ability",
			"i ?$adv have no *2 $ability",
			"i ?$adv lack ?the ?any ?necessary ?required *2 $ability",
			"not have *2 access to",
			"i ?$adv do not support",
			"i ?$adv do not offer|handle|perform",
			"not available to me",
			"not accessible to me",
		},
		unless: append([]string{
			"^ if", "do not have ?any further|more|other", "have no further|other|more",
			"i do not have *2 $detail about|on|of|for your",
		}, unableUnless...),
	},
	{
		name: "refuse.beyond", force: strong,
		why: "the request is outside what the assistant does",
		patterns: []string{
			"beyond|outside|exceeds|outside|surpasses ?of ?the ?scope ?of my *3 $ability|scope|reach|expertise|limits|knowledge|programming",
			"beyond|outside ?of what i can",
			"beyond|outside ?of ?the scope of my|these|this",
			"my *2 $ability|role|purpose|scope|programming|expertise is|are *2 limited|restricted|confined",
			"i am *1 limited to",
			"not within my|the *2 $ability|scope|power",
		},
	},
	{
		name: "refuse.no_tool", force: strong,
		why: "none of the offered tools fits",
		patterns: []string{
			"none of ?the|my|these|those *3 tools|functions|apis|function|tool",
			"no *3 tool|function|api|tools|functions *3 available|provided|suitable|can|could|that|to|for",
			"tools|functions|function|tool|apis *6 do|does|can not *2 support|cover|include|allow|provide|match|have|help|fulfill|perform|retrieve|offer",
			"there is|are no *3 tool|function|tools|functions|api",
			"i do not see|find|have ?a|any *3 tool|function|tools|functions",
			"tool|function|tools|functions *5 is|are not available|provided|offered",
			"can not be completed|done|fulfilled|answered|handled|performed *3 tool|function|tools|functions",
			"not *2 supported by *3 tools|functions|system|me",
			"^ unfortunately|sorry|apologies|regrettably *9 is|are not *1 supported",
		},
	},
	{
		name: "refuse.unwilling", force: strong,
		why: "the assistant declines",
		patterns: []string{
			"i must|have decline",
			"i must|have to *1 decline|refuse",
			"i ?$adv will|would not *1 help|assist|provide|do|share|engage|comply|perform|generate|create",
			"i would rather not",
			"i am not comfortable",
			"i *1 refuse to",
			"i decline to",
		},
	},
	{
		name: "refuse.limit", force: medium,
		why: "only something else is offered",
		patterns: []string{
			"i can only",
			"i am only able|capable|designed",
			"i only have access",
			"i am ?primarily designed|programmed|built|trained|meant to|for *4",
			"i do not *1 have *3 information|data|details|enough|records",
			"not possible to $deed",
		},
		unless: []string{"^ if"},
	},
	{
		name: "refuse.sorry", force: weak,
		why: "an apology and nothing else",
		patterns: []string{
			"^ i am *2 sorry", "^ sorry", "^ apologies", "^ my apologies", "^ i *2 apologize|apologise", "^ unfortunately",
			"^ i am afraid",
		},
		unless: []string{"i can|will help|assist", "seems ?to be no", "sorry to hear", "sorry for the wait|delay"},
	},
})

// unableUnless are figures of speech and conditions that look like inability.
var unableUnless = []string{
	"can not wait", "can not *1 recommend|stress|emphasize *3 enough", "can not go wrong", "can not help but",
	"can not guarantee|promise", "can not be more", "^ note|please ?note that", "^ if i",
	"can not *6 without|until|unless", "unable to *8 without|until|unless", "not *1 able to *8 without|until|unless",
}

// conditionRules recognise inability that the user can lift by an answer: the
// reason of a question, no refusal.
var conditionRules = build(ruleset{{
	name: "ask.condition", force: medium,
	why: "the assistant can not go on without something that the user knows",
	patterns: []string{
		"can not *8 without|until|unless", "unable to *8 without|until|unless", "not *1 able to *8 without|until|unless",
		"without *3 $detail i",
		"i do not have *2 $detail about|on|of|for your",
	},
}})

// negativeRules recognise an answer that nothing was found, which no inability
// is: the assistant did look.
var negativeRules = build(ruleset{{
	name: "direct.negative_result", force: medium,
	why: "a search without a result is an answer",
	patterns: []string{
		"seems|appears ?to be no", "there is|are|were|was ?currently no|not", "i could not find|locate", "i did not find",
		"was unable|not able to find", "no results|matches|records *3 found", "did not return", "i found no",
	},
	unless: []string{"tool|tools|function|functions"},
}})

// resumeRules recognise that a text answers after all although it began with a
// refusal: an adversative, and then something of substance.
var resumeRules = build(ruleset{{
	name: "direct.after_refusal", force: strong,
	why: "however, and then the answer itself",
	patterns: []string{
		"but|however|nevertheless|nonetheless *2 here is|are",
		"but|however *2 i found",
		"but|however *3 as of my|the last|latest",
		"but|however *3 based on *2 last|latest|knowledge|training|general",
		"but|however *3 you can *9 by",
		"but|however *1 i can|will ?still ?certainly ?also ?help ?you ?to $act",
		"but|however *1 i can tell you that",
		"but|however *3 to *6 you can|could|should|need",
		"^ however *3 generally|typically|usually|commonly",
		"^ however *3 is|are|was|were|has|have",
		"^ that being said", "^ that said",
	},
	unless: []string{
		"website|websites|app|apps|service|services|platform|platforms|engine|official|professional|provider|directory|support|store|online|directly",
		"$be available|possible|unable|not|recommended|happy|here",
		"by visiting|contacting|calling|checking|searching|consulting|browsing|asking|using|looking", // sends the user elsewhere
		"i am|would|could|have|recommend|suggest", "i can|will not", "other|general|different|another|similar",
	},
}})
