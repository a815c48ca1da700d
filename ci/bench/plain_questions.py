"""Decides the action of a text by the rules in dataset/completion/languages, in plain Python.

voi score counts the turns that ask by these rules. plain_runs.py uses this module, so that both
compute the same figure. It follows the format of the rule files (languages/README.md) and the
order of evidence, for texts without calls.
"""

from __future__ import annotations

import functools
import pathlib
import re
import unicodedata
from collections import defaultdict

LANGUAGES = pathlib.Path(__file__).parents[2] / "dataset/completion/languages"
COMMON = {"i", "you", "the", "is", "to", "not", "do", "can", "a", "have", "我"}
STRONG, MEDIUM = 3, 2
FORCES = {"weak": 1, "medium": 2, "strong": 3}
EDGE, MAX_WORDS, MAX_QUOTE, MAX_TRIES, QUOTED = 16 << 10, 256, 400, 64, "<q>"
FOLDED = {"ı": "i", "أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ё": "е", "ـ": "", "ٰ": ""}
EXPAND = {"cannot": ["can", "not"], "can't": ["can", "not"], "cant": ["can", "not"], "won't": ["will", "not"], "let's": ["let", "us"],
          "i'd": ["i", "would"], "you'd": ["you", "would"], "we'd": ["we", "would"], "dont": ["do", "not"], "didnt": ["did", "not"], "doesnt": ["does", "not"]}
SUFFIXES = (("n't", "not"), ("'m", "am"), ("'re", "are"), ("'ll", "will"), ("'ve", "have"), ("'s", "is"))
IS = {"it", "that", "there", "here", "what", "where", "who", "how", "she", "he"}
ELIDED = {"dell", "nell", "all", "sull", "dall", "quell", "quest", "jusqu", "lorsqu", "puisqu", "com", "cos", "dov", "quand"}
CLOSES = ("regards", "sincerely", "best wishes", "kind wishes", "yours", "many thanks,", "thank you,")
CLOSING = {'"': '"', "`": "`", "“": "”", "„": "”", "«": "»", "「": "」", "'": "'", "‘": "’"}
STOPS = "。！？؟．।።"


def is_latin(c: str) -> bool:
    return unicodedata.name(c, "").startswith(("LATIN", "FEMININE", "MASCULINE"))


@functools.cache
def fold_char(c: str) -> str:
    if c in FOLDED:
        return FOLDED[c]
    if 0x300 <= ord(c) < 0x370 or 0x64B <= ord(c) <= 0x65F:
        return ""
    return unicodedata.normalize("NFD", c)[0] if is_latin(c) else c


def fold(text: str) -> str:
    text = text.lower()
    return text if text.isascii() else "".join(c if c < "\x80" else fold_char(c) for c in text)


@functools.cache
def in_word(c: str) -> bool:
    return c in "'-<>" or unicodedata.category(c)[0] in "LM" or unicodedata.category(c) == "Nd"


@functools.cache
def without_gaps(c: str) -> bool:
    return c >= "\u2e80" and unicodedata.name(c, "").startswith(("CJK UNIFIED", "CJK COMPAT", "CJK RADICAL", "KANGXI", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC ITER"))


def expand(word: str) -> list[str]:
    if word in EXPAND:
        return EXPAND[word]
    if "'" not in word:
        return [word]
    for suffix, more in SUFFIXES:
        if word.endswith(suffix) and word != suffix:
            stem = word[: -len(suffix)]
            return [stem] if suffix == "'s" and stem not in IS else [stem, more]
    before, _, after = word.partition("'")
    return [before, after] if after and (len(before.encode()) <= 2 or before in ELIDED) else [word]


ASCII_FIELDS = re.compile(r"[a-z0-9'<>-]+")


def fields(text: str) -> list[str]:
    if text.isascii():
        return ASCII_FIELDS.findall(text)
    return "".join(c if in_word(c) else " " for c in text).split(" ")


def normalise(raw: str) -> list[str]:
    words: list[str] = []
    for field in fields(fold(raw.replace("’", "'"))):
        field = field.strip("'-")
        if not field:
            continue
        if field[0] < "\x80" or not any(map(without_gaps, field)):
            words += expand(field)
        else:
            words += [w for w in re.split("(" + "|".join(sorted({c for c in field if without_gaps(c)})) + ")", field) if w]
        if len(words) >= MAX_WORDS:
            break
    return words


def quote_end(rest: str, closing: str) -> int:
    at = rest.find(closing)
    while at >= 0 and closing in "'’" and rest[at + 1 : at + 2].isalpha():
        at = rest.find(closing, at + 1)
    return at


def mask(line: str) -> str:
    if line.isascii() and not re.search("[\"`']", line):
        return line
    out, done, tries, i = "", 0, 0, 0
    while i < len(line) and tries < MAX_TRIES:
        closing = CLOSING.get(line[i])
        if closing is None or line[i] in "'‘" and i > 0 and line[i - 1] not in " (":
            i += 1
            continue
        end = quote_end(line[i + 1 : i + 1 + MAX_QUOTE], closing)
        if end < 0:
            tries, i = tries + 1, i + 1
            continue
        out += line[done:i] + f" {QUOTED} "
        done = i = i + 1 + end + 1
    return out + line[done:] if done else line


Sentence = tuple[list[str], str, bool]


def split(line: str, out: list[Sentence]) -> None:
    line, start = mask(line), 0

    def add(raw: str, question: bool) -> None:
        raw = raw.strip()
        if any(c.isalpha() or c.isdigit() for c in raw):
            out.append((normalise(raw), raw, question))

    for m in re.finditer(f"[.!?{STOPS}]", line):
        i = m.start()
        if line[i] in ".!?" and i + 1 < len(line) and line[i + 1] not in " )*":
            continue
        add(line[start : i + 1], line[i] in "?？؟")
        start = i + 1
    add(line[start:], False)


def sentences(text: str) -> list[Sentence]:
    if len(data := text.encode()) > 2 * EDGE:
        text = data[:EDGE].decode(errors="ignore") + "\n" + data[-EDGE:].decode(errors="ignore")
    text = text.strip()
    if len(text) > 2 and text[0] == text[-1] == '"' and text.count('"') == 2:
        text = text[1:-1]
    out: list[Sentence] = []
    fenced = user = letter = False
    for line in text.split("\n"):
        line = line.strip()
        if line.startswith("```"):
            fenced = not fenced
            continue
        before, colon, _ = line[:16].partition(":")
        speaker = before.strip("* ").lower()
        if colon and speaker in ("user", "human", "assistant", "ai", "bot"):
            user, line = speaker in ("user", "human"), line[len(before) + 1 :].strip()
        low = line.lower()
        letter = letter and not (len(line) < 64 and any(c in low for c in CLOSES)) or bool(out) and low.startswith("dear ") and len(line) < 69 and line.endswith(",")
        if not (fenced or user or letter):
            split(line, out)
    return out


Pattern = list[tuple[str, set[str], list[str], list[str], bool, int]]  # kind, words, prefixes, suffixes, optional, gap


def compiled(parts: list[str], classes: dict[str, list[str]]) -> Pattern:
    p: Pattern = []
    for part in parts:
        if part in ("^", "END"):
            p.append((part, set(), [], [], False, 0))
            continue
        if part[0] == "*":
            p.append(("gap", set(), [], [], False, int(part[1])))
            continue
        optional, part = part[0] == "?", part.removeprefix("?")
        if not optional and not re.search(r"[|$~]", part) and len(words := normalise(part)) > 1:
            p += [("word", {w}, [], [], False, 0) for w in words]
            continue
        words_, prefixes, suffixes = set(), [], []
        for word in part.split("|"):
            for w in classes[word[1:]] if word.startswith("$") else [word]:
                if w.endswith("~"):
                    prefixes.append(fold(w[:-1]))
                elif w.startswith("~"):
                    suffixes.append(fold(w[1:]))
                else:
                    words_.add(fold(w))
        p.append(("word", words_, prefixes, suffixes, optional, 0))
    return p


def at(p: Pattern, words: list[str], k: int, i: int = 0) -> bool:
    """Whether the elements of p from i on match the words from k on."""
    if i == len(p):
        return True
    kind, known, prefixes, suffixes, optional, gap = p[i]
    if kind == "END":
        return k == len(words)
    if kind == "gap":
        return any(at(p, words, k + n, i + 1) for n in range(min(gap, len(words) - k) + 1))
    if k < len(words):
        w = words[k]
        if (w in known or any(map(w.startswith, prefixes)) or any(map(w.endswith, suffixes))) and at(p, words, k + 1, i + 1):
            return True
    return optional and at(p, words, k, i + 1)


def within(p: Pattern, words: list[str]) -> bool:
    return at(p, words, 0, 1) if p[0][0] == "^" else any(at(p, words, k) for k in range(len(words)))


class Rule:
    def __init__(self, name: str, kind: str, force: int, question: bool, language: int, order: int) -> None:
        self.name, self.kind, self.force, self.question, self.language, self.order = name, kind, force, question, language, order
        self.exceptions: list[Pattern] = []


TRIGGERS: dict[str, list[tuple[Rule, Pattern]]] = defaultdict(list)
LOOSE: list[tuple[Rule, Pattern]] = []
FUNCTION: dict[str, set[int]] = defaultdict(set)
CODES: list[str] = []


def load() -> None:
    for n, path in enumerate(sorted(LANGUAGES.glob("*.txt"))):
        CODES.append(path.stem)
        classes: dict[str, list[str]] = {}
        shared: dict[str, list[Pattern]] = defaultdict(list)
        rule, group = None, ""
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")):
            parts = line.split()
            if not parts or parts[0][0] == "#":
                continue
            if line[0] != "\t":
                rule, group = None, ""
                if parts[0] == "words":
                    for w in parts[1:]:
                        FUNCTION[fold(w)].add(n)
                elif parts[0] == "class":
                    classes[parts[1]] = parts[2:]
                elif parts[0] == "shared":
                    group = parts[1]
                elif parts[0] not in ("partial", "speakers"):
                    rule = Rule(parts[1], parts[0], FORCES[parts[2]], "question" in parts[3:], n, number + 1 + (n << 16))
                continue
            if group:
                shared[group].append(compiled(parts, classes))
            elif parts[0] == "!":
                assert rule is not None
                rule.exceptions += shared[parts[1][1:]] if parts[1][0] == "@" else [compiled(parts[1:], classes)]
            else:
                assert rule is not None
                file(rule, compiled(parts, classes))


def file(rule: Rule, p: Pattern) -> None:
    """File a pattern under the words of its rarest element, one of which every match needs."""
    best, fewest = None, 0
    for kind, words, prefixes, suffixes, optional, _ in p:
        for w in words:
            FUNCTION[w].add(rule.language)
        if kind == "word" and not (optional or prefixes or suffixes):
            n = len(words) + 100 * bool(words & COMMON)
            if best is None or n < fewest:
                best, fewest = words, n
    for w in best or ():
        TRIGGERS[w].append((rule, p))
    if best is None:
        LOOSE.append((rule, p))


def languages_of(texts: list[Sentence]) -> set[int]:
    hits = [0] * len(CODES)
    words = han = kana = hangul = 0
    for sentence in texts:
        for w in sentence[0]:
            words += 1
            if w[0] >= "\x80":
                name = unicodedata.name(w[0], "")
                kana += name.startswith(("HIRAGANA", "KATAKANA"))
                han += name.startswith("CJK")
                hangul += name.startswith("HANGUL")
            found = FUNCTION.get(w)
            if found:
                weight = 12 // len(found)
                for n in found:
                    hits[n] += weight
    for n, code in enumerate(CODES):
        if code == "ja":
            hits[n] = 12 * kana * min(1, 8 * kana // (han + 1))
        elif code == "zh":
            hits[n] = 12 * han * min(1, han // (8 * kana + 1))
        elif code == "ko":
            hits[n] = 12 * hangul
    best = max(hits, default=0)
    if best <= 0 or 8 * best < 12 * words:
        return set(range(len(CODES)))
    return {n for n, h in enumerate(hits) if 3 * h >= best}


def fire(sentence: Sentence, languages: set[int]) -> dict[str, Rule]:
    words, _, question = sentence
    found: dict[str, Rule] = {}
    tried: set[int] = set()
    for rule, p in [t for w in words if w in TRIGGERS for t in TRIGGERS[w]] + LOOSE:
        best = found.get(rule.kind)
        if rule.language not in languages or id(p) in tried or rule.question and not question:
            continue
        if best and (best.force > rule.force or best.force == rule.force and best.order <= rule.order):
            continue
        tried.add(id(p))
        if within(p, words) and not any(within(e, words) for e in rule.exceptions):
            found[rule.kind] = rule
    return found


FOREIGN = Rule("ask.foreign", "ask", STRONG, False, 0, 0)


def asks(text: str) -> bool:
    """Whether a text asks the user for something."""
    if not TRIGGERS:
        load()
    texts = sentences(text)
    languages = languages_of(texts)
    marks: dict[str, tuple[Rule, int]] = {}
    condition, last_ask, last_answer, before_ask, answers = False, -1, -1, 0, 0

    def take(kind: str, rule: Rule | None, i: int) -> None:
        if rule and (kind not in marks or rule.force > marks[kind][0].force):
            marks[kind] = (rule, i)

    def force(kind: str) -> int:
        return marks[kind][0].force if kind in marks else 0

    for i, sentence in enumerate(texts):
        f = fire(sentence, languages)
        words, raw, question = sentence
        refusal, lifted = f.get("refuse"), f.get("condition")
        if "negative" in f and (not refusal or refusal.force < STRONG):
            take("negative", f["negative"], i)
            answers, last_answer = answers + 1, i
            continue
        if lifted:
            condition = True
            take("ask", lifted, i)
            last_ask, before_ask = i, answers
        if force("refuse") == STRONG or refusal and refusal.force == STRONG:
            take("resume", f.get("resume"), i)
        take("refuse", refusal, i)
        ask = f.get("ask")
        if (not ask or ask.force < STRONG) and question and any(c in "？؟" or c >= "\x80" and c.isalpha() and not is_latin(c) for c in raw):
            ask = FOREIGN
        if "suggestion" in f and question:
            answers, last_answer = answers + 1, i
        elif "courtesy" in f:
            take("courtesy", f["courtesy"], i)
        elif "offer" in f:
            take("offer", f["offer"], i)
        elif ask:
            take("ask", ask, i)
            last_ask, before_ask = i, answers
        elif not lifted and not refusal and "preamble" not in f and len(words) > 3:
            answers, last_answer = answers + 1, i
    ask_force, refuse_force = force("ask"), force("refuse")
    if ask_force == STRONG and not (before_ask >= 2 and answers - before_ask >= 2):
        return refuse_force < STRONG or condition or "resume" in marks or last_ask >= marks["refuse"][1]
    if refuse_force == STRONG:
        return False
    if ask_force == MEDIUM and (answers == 0 or marks["ask"][0].question and last_ask > last_answer):
        return True
    return "offer" in marks and answers == 0 and refuse_force == 0 and "negative" not in marks
