"""Values of a dashboard's expressions over samples of /metrics.

It supports only the expressions of deploy/grafana.json: selectors, rate, increase, sum and count
by labels, histogram_quantile, division and a bound below. Prometheus also extrapolates a rate to
the ends of its window; here it is the difference between the first and the last sample in the
window.
"""

import math
import re
from collections import defaultdict

import promql_parser as promql
from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]


class Samples:
    """The scraped samples by metric, each by labels and time."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.values: dict[str, dict[Labels, dict[float, float]]] = defaultdict(lambda: defaultdict(dict))

    def add(self, time: float, text: str, target: dict[str, str]) -> None:
        """Add one reply of /metrics, with the labels of its target."""
        self.times.append(time)
        for family in text_string_to_metric_families(text):
            for s in family.samples:
                self.values[s.name][frozenset((s.labels | target).items())][time] = s.value

    def series(self, selector: promql.VectorSelector) -> dict[Labels, dict[float, float]]:
        """The series that a selector selects."""
        return {
            labels: values
            for labels, values in self.values.get(selector.name, {}).items()
            if all(matches(m, dict(labels).get(m.name, "")) for m in selector.matchers.matchers)
        }

    def at(self, time: float, e: promql.Expr) -> Vector:
        """The value of an expression at the time of a scrape."""
        match e:
            case promql.VectorSelector():
                return {k: v[time] for k, v in self.series(e).items() if time in v}
            case promql.ParenExpr():
                return self.at(time, e.expr)
            case promql.Call() if e.func.name in ("rate", "increase"):
                return self.change(time, e.args[0], per_second=e.func.name == "rate")
            case promql.Call() if e.func.name == "histogram_quantile":
                return quantiles(e.args[0].val, self.at(time, e.args[1]))
            case promql.AggregateExpr() if str(e.op) in ("sum", "count"):
                groups: dict[Labels, list[float]] = defaultdict(list)
                by = e.modifier.labels if e.modifier else []
                for labels, value in self.at(time, e.expr).items():
                    groups[frozenset((k, v) for k, v in labels if k in by)].append(value)
                of = {"sum": math.fsum, "count": len}[str(e.op)]
                return {k: float(of(v)) for k, v in groups.items()}
            case promql.BinaryExpr() if str(e.op) == "/":
                over, under = self.at(time, e.lhs), self.at(time, e.rhs)
                return {k: v / under[k] for k, v in over.items() if under.get(k)}
            case promql.BinaryExpr() if str(e.op) == ">" and isinstance(e.rhs, promql.NumberLiteral):
                return {k: v for k, v in self.at(time, e.lhs).items() if v > e.rhs.val}
        raise NotImplementedError(f"{type(e).__name__}: {e.prettify()}")

    def change(self, time: float, e: promql.MatrixSelector, per_second: bool) -> Vector:
        """The growth of counters within a window; they start at zero only once."""
        since = time - e.range.total_seconds()
        out = {}
        for labels, values in self.series(e.vector_selector).items():
            within = [t for t in values if since <= t <= time]
            if len(within) > 1:
                grown = values[within[-1]] - values[within[0]]
                out[labels] = grown / (within[-1] - within[0]) if per_second else grown
        return out


def matches(matcher: promql.Matcher, have: str) -> bool:
    """Whether a label matches."""
    equal, negative = (promql.MatchOp.Equal, promql.MatchOp.NotEqual), (promql.MatchOp.NotEqual, promql.MatchOp.NotRe)
    found = have == matcher.value if matcher.op in equal else re.fullmatch(matcher.value, have) is not None
    return found != (matcher.op in negative)


def quantiles(q: float, buckets: Vector) -> Vector:
    """A quantile of a histogram in cumulative buckets, linear within one."""
    groups: dict[Labels, list[tuple[float, float]]] = defaultdict(list)
    for labels, count in buckets.items():
        ends = dict(labels)
        groups[frozenset((k, v) for k, v in labels if k != "le")].append((float(ends["le"]), count))
    out = {}
    for labels, cumulative in groups.items():
        cumulative.sort()
        rank, low, below = q * cumulative[-1][1], 0.0, 0.0
        if rank == 0:
            continue
        for end, count in cumulative:
            if count >= rank:
                inside = (rank - below) / (count - below)
                out[labels] = low if math.isinf(end) else low + (end - low) * inside
                break
            low, below = end, count
    return out
