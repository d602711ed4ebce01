"""What a chart shows on the water: depths, courses, waves. Lengths are in pixels."""
import math

import cairo

from .paint import PAPER, line, rounded, text, use
from .places import HEIGHT, WIDTH

FATHOMS = 160  # at the depth of 1


def clip_to_sea(context, coast):
    context.new_path()
    context.rectangle(0, 0, WIDTH, HEIGHT)
    for loop in coast:
        rounded(context, loop)
    context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
    context.clip()
    context.set_fill_rule(cairo.FILL_RULE_WINDING)


def paint_courses(context, x, y):
    """The 32 lines of the compass that old charts were crossed with."""
    for point in range(32):
        angle = point * math.pi / 16
        line(context, [(x + 132 * math.cos(angle), y + 132 * math.sin(angle)),
                       (x + 3400 * math.cos(angle), y + 3400 * math.sin(angle))],
             0.8, PAPER, 0.16 if point % 4 == 0 else 0.08)


def paint_depths(context, terrain, random, blocked):
    """Depths in fathoms, each about 80 pixels from the next; returns where they stand."""
    places = []
    for row in range(22):
        for column in range(34):
            x = 120 + column * 82 + (row & 1) * 41 + random.uniform(-14, 14)
            y = 110 + row * 82 + random.uniform(-14, 14)
            depth = -terrain.at(x, y)
            if depth > 0.03 and not blocked(x, y, 22):
                places.append((x, y))
                text(context, round(x), round(y), str(max(1, round(depth * FATHOMS))), 8, 0xD6EAF0, alpha=0.62)
    return places


def paint_waves(context, terrain, random, blocked, taken, count):
    """Strokes of small waves, clear of the `taken` places."""
    taken = list(taken)
    for _ in range(count):
        x, y = round(random.uniform(80, WIDTH - 80)), round(random.uniform(80, HEIGHT - 80))
        if terrain.at(x, y) > -0.16 or blocked(x, y, 26) or any(abs(x - a) < 46 and abs(y - b) < 22 for a, b in taken):
            continue
        taken.append((x, y))
        for row, (shift, arcs) in enumerate(((0, 3), (4, 2))):
            context.new_path()
            context.move_to(x + shift, y + 4 * row)
            for _ in range(arcs):
                context.rel_curve_to(2, -3, 5, -3, 7, 0)
            use(context, 0x7FB4CC, 0.5)
            context.set_line_width(0.9)
            context.stroke()
