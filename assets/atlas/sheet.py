"""The sheet round the map: frame, title, compass and rule. Lengths are in pixels."""
import math

from .paint import INK, PAPER, disc, line, polygon, rectangle, text, use
from .places import HEIGHT, WIDTH

GOLD = 0xE3B65B
MARGIN = 44


def paint_frame(context):
    for x, y, width, height in ((0, 0, WIDTH, MARGIN), (0, HEIGHT - MARGIN, WIDTH, MARGIN),
                                (0, MARGIN, MARGIN, HEIGHT - 2 * MARGIN),
                                (WIDTH - MARGIN, MARGIN, MARGIN, HEIGHT - 2 * MARGIN)):
        rectangle(context, x, y, width, height, PAPER)
    for x in range(MARGIN, WIDTH - MARGIN, 104):
        for y in (MARGIN - 8, HEIGHT - MARGIN + 2):
            rectangle(context, x, y, 52, 6, INK)
    for y in range(MARGIN, HEIGHT - MARGIN, 104):
        for x in (MARGIN - 8, WIDTH - MARGIN + 2):
            rectangle(context, x, y, 6, min(52, HEIGHT - MARGIN - y), INK)
    for inset, width in ((MARGIN, 2), (MARGIN - 10, 1), (16, 1), (12, 3)):
        context.rectangle(inset - 0.5 * (width & 1), inset - 0.5 * (width & 1), WIDTH - 2 * inset + (width & 1),
                          HEIGHT - 2 * inset + (width & 1))
        use(context, INK)
        context.set_line_width(width)
        context.stroke()
    for x in range(200, WIDTH - 100, 200):
        text(context, x, 30, f"x {x}", 9, INK, tracking=1)
        text(context, x, HEIGHT - 23, f"x {x}", 9, INK, tracking=1)
        rectangle(context, x, MARGIN - 14, 1, 14, INK)
        rectangle(context, x, HEIGHT - MARGIN, 1, 14, INK)
    for y in range(200, HEIGHT - 100, 200):
        text(context, 29, y, f"y {y}", 9, INK, tracking=1, angle=-math.pi / 2)
        text(context, WIDTH - 29, y, f"y {y}", 9, INK, tracking=1, angle=math.pi / 2)
        rectangle(context, MARGIN - 14, y, 14, 1, INK)
        rectangle(context, WIDTH - MARGIN, y, 14, 1, INK)


SUBTITLE = "with their towns, roads, woods and waters, drawn at one to one to be read at ten to one"
DIRECTIONS = (
    "Sailing directions. Spread two fingers on what you wish to see, and it comes; "
    "draw them together, and the ocean is wide again.",
    "Mariners from the west keep Cape Parallax to port until the light of Dioptre stands over the church, "
    "then bear up for Port Aperture,",
    "where there is good holding in 30 fathoms, fresh water, and on market days smoked eel. "
    "In fog, wait. In moiré, step back one pixel.")
SMALL_PRINT = (
    "Who reads this line without a glass has eyes of one pixel, or has zoomed. "
    "The engraver salutes you: he drew every letter less than five pixels high.")


def paint_title(context, x, y):
    text(context, x, y, "THE", 20, GOLD, tracking=12, anchor=0)
    text(context, x - 4, y + 78, "LANTERN ISLES", 74, PAPER, tracking=9, anchor=0)
    length = text(context, x, y + 140, SUBTITLE, 16, PAPER, tracking=0.8, anchor=0)
    rectangle(context, x, y + 104, round(length), 2, GOLD)
    rectangle(context, x, y + 109, round(length), 1, GOLD)
    for row, words in enumerate(DIRECTIONS):
        text(context, x, y + 164 + 13 * row, words, 8.5, 0xC9DCE6, tracking=0.2, anchor=0)
    text(context, x, y + 211, SMALL_PRINT, 5.5, 0xC9DCE6, tracking=0.2, anchor=0)


def paint_compass(context, x, y, radius):
    for size, width in ((1.0, 2), (0.94, 0.8), (0.80, 0.8)):
        context.new_path()
        context.arc(x, y, radius * size, 0, 2 * math.pi)
        use(context, GOLD)
        context.set_line_width(width)
        context.stroke()
    for degree in range(0, 360, 2):
        inner = 0.80 if degree % 30 == 0 else 0.86 if degree % 10 == 0 else 0.90
        angle = math.radians(degree - 90)
        line(context, [(x + radius * inner * math.cos(angle), y + radius * inner * math.sin(angle)),
                       (x + radius * 0.94 * math.cos(angle), y + radius * 0.94 * math.sin(angle))],
             0.8, GOLD)
        if degree % 10 == 0:
            text(context, x + radius * 0.965 * math.cos(angle), y + radius * 0.965 * math.sin(angle), str(degree),
                 4.8, PAPER, angle=angle + math.pi / 2)
    for step, long, thick in ((22.5, 0.46, 0.09), (45, 0.62, 0.12), (90, 0.90, 0.15)):
        for point in range(round(360 / step)):
            angle = math.radians(point * step - 90)
            if step < 90 and point * step % (2 * step) == 0:
                continue
            tip = (x + radius * long * math.cos(angle), y + radius * long * math.sin(angle))
            for side, color in ((1, 0xB98A35 if step > 22.5 else 0x4E95A6), (-1, PAPER)):
                flank = (x + radius * thick * math.cos(angle + side * math.pi / 4),
                         y + radius * thick * math.sin(angle + side * math.pi / 4))
                polygon(context, [(x, y), flank, tip], color)
            line(context, [(x, y), tip], 0.6, INK)
    disc(context, x, y, 9, INK)
    disc(context, x, y, 7, GOLD)
    disc(context, x, y, 2.5, INK)
    for letter, angle in (("N", -90), ("E", 0), ("S", 90), ("W", 180)):
        away = radius + 15
        text(context, x + away * math.cos(math.radians(angle)), y + away * math.sin(math.radians(angle)) + 7, letter,
             20, PAPER, bold=True)


def paint_rule(context, x, y):
    """A ruler in pixels, 400 long."""
    text(context, x, y - 15, "PIXELS", 10, PAPER, tracking=3, anchor=0)
    for part in range(8):
        rectangle(context, x + 50 * part, y, 50, 6, PAPER if part % 2 else INK)
    for at in range(0, 401, 2):
        rectangle(context, x + at, y + 6, 1, 9 if at % 50 == 0 else 6 if at % 10 == 0 else 3, PAPER)
    for at in range(0, 401, 50):
        text(context, x + at + 0.5, y - 3, str(at), 8, PAPER)
    for at in range(10, 400, 10):
        if at % 50:
            text(context, x + at + 0.5, y + 18, str(at), 4.8, 0xC9DCE6)
    context.rectangle(x - 0.5, y - 0.5, 401, 7)
    use(context, PAPER)
    context.set_line_width(1)
    context.stroke()
