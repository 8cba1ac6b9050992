"""Draws a plot, which comes as JSON on standard input, as SVG: dark on a white card, for any page."""

import json
import math
import sys

WIDTH, LEFT, RIGHT, TOP, HEIGHT, GAP, BOTTOM = 720, 76, 36, 68, 150, 38, 70
COLORS = "#0b62c4", "#b3480b", "#2b7a3d"


class Axis:
    """Places of numbers, from 0 to 1: from 0 in even steps, or in powers of ten."""

    def __init__(self, values, logarithmic):
        self.scale = math.log10 if logarithmic else float
        largest = max(values)
        if logarithmic:
            smallest = min((value for value in values if value > 0), default=1)
            first = math.floor(math.log10(smallest))
            last = math.ceil(math.log10(max(largest, smallest)) - 1e-9)
            self.ticks = [10.0**power for power in range(first, max(first + 1, last) + 1)]
        else:
            least = max(largest, 1e-9) / 5
            unit = 10 ** math.floor(math.log10(least))
            step = next(n * unit for n in (1, 2, 5, 10, 20) if n * unit >= least - 1e-12)
            self.ticks = [n * step for n in range(math.ceil(largest / step - 1e-9) + 1)]

    def __call__(self, value):
        first, last = self.scale(self.ticks[0]), self.scale(self.ticks[-1])
        return (self.scale(max(value, self.ticks[0])) - first) / (last - first or 1)


def number(value):
    if value >= 1 or value == 0:
        return f"{value:,.0f}" if value == round(value) else f"{value:.1f}"
    return f"{value:.4f}".rstrip("0")


def label(words, x, y, anchor, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{words}</text>'


def line(x, y, x2, y2, color):
    return f'<path d="M{x:.1f} {y:.1f}L{x2:.1f} {y2:.1f}" stroke="{color}"/>'


def draw(plot):
    axis = Axis([x for panel in plot["panels"] for x, _ in panel["points"]], plot["logarithmic"])
    right = WIDTH - RIGHT
    xs = [(tick, LEFT + axis(tick) * (right - LEFT)) for tick in axis.ticks]
    end = TOP + len(plot["panels"]) * (HEIGHT + GAP) - GAP
    height = end + BOTTOM
    yield f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" \
width="{WIDTH}" height="{height}" role="img" \
font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" \
font-size="12" fill="#3c4650">
<title>{plot["title"]}</title>
<rect width="100%" height="100%" rx="8" fill="#ffffff"/>
<text x="20" y="26" font-size="15" font-weight="600" fill="#1b2229">{plot["title"]}</text>"""
    for index, panel in enumerate(plot["panels"]):
        top, color = TOP + index * (HEIGHT + GAP), COLORS[index % len(COLORS)]
        bottom, y = top + HEIGHT, Axis([y for _, y in panel["points"]], panel["logarithmic"])
        title = f'{panel["label"]}, {panel["unit"]}'
        yield label(title, LEFT, top - 10, "start", f' fill="{color}" font-weight="600"')
        for tick in y.ticks:
            place = bottom - y(tick) * HEIGHT
            yield line(LEFT, place, right, place, "#e3e7ea")
            yield label(number(tick), LEFT - 8, place + 4, "end")
        for _, place in xs:
            yield line(place, top, place, bottom, "#eff1f3")
        yield line(LEFT, bottom, right, bottom, "#8c969f")
        points = [
            f"{LEFT + axis(a) * (right - LEFT):.1f},{bottom - y(b) * HEIGHT:.1f}"
            for a, b in panel["points"]
        ]
        yield f"""<polyline points="{" ".join(points)}" fill="none" stroke="{color}" \
stroke-width="2" stroke-linejoin="round"/>"""
        for point in points:
            a, b = point.split(",")
            yield f'<circle cx="{a}" cy="{b}" r="3" fill="{color}"/>'
    for tick, place in xs:
        yield label(number(tick), place, end + 18, "middle")
    yield label(plot["xLabel"], (LEFT + right) / 2, end + 38, "middle")
    yield label(plot["source"], right, height - 12, "end", ' font-size="10" fill="#77828c"')
    yield "</svg>"


print("\n".join(draw(json.load(sys.stdin))))
