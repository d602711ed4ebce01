"""A chart by which the sharpness of the picture on the screen can be judged. Everything is on whole pixels."""
import math

from .paint import INK, PAPER, rectangle, text, use

WIDTH, HEIGHT = 372, 268
BLACK, WHITE = 0x000000, 0xFFFFFF
GREYS = [round(step * 255 / 16) * 0x010101 for step in range(17)]
RAYS = 36


def paint_chart(context, x, y):
    context.save()
    context.translate(x, y)
    rectangle(context, 0, 0, WIDTH, HEIGHT, INK)
    rectangle(context, 1, 1, WIDTH - 2, HEIGHT - 2, PAPER)
    text(context, 12, 18, "FOR JUDGING SHARPNESS AT 100 %", 9, INK, tracking=1, anchor=0)
    star(context, 92, 108, 80)
    for index, width in enumerate((1, 2, 3, 4)):
        text(context, 184 + 46 * index + 20, 34, f"{width} px", 7, INK)
        pairs(context, 184 + 46 * index, 38, width)
    for index, width in enumerate((1, 2, 4)):
        checks(context, 184 + 46 * index, 130, width)
    slanted(context, 322, 130)
    text(context, 92, 200, "the ring: 4 px a pair", 6, INK)
    ladder(context, 12, 214)
    for step, grey in enumerate(GREYS):
        rectangle(context, 184 + step * 10, 178, 10, 14, grey)
    context.restore()


def star(context, x, y, radius):
    """Black rays on white; where they melt into grey, the picture's resolution ends."""
    use(context, WHITE)
    context.arc(x, y, radius, 0, 2 * math.pi)
    context.fill()
    use(context, BLACK)
    for ray in range(RAYS):
        start = ray * 2 * math.pi / RAYS
        context.move_to(x, y)
        context.arc(x, y, radius, start, start + math.pi / RAYS)
        context.close_path()
        context.fill()
    context.arc(x, y, 4 * RAYS / (2 * math.pi), 0, 2 * math.pi)
    use(context, 0xC0392B)
    context.set_line_width(1)
    context.stroke()


def pairs(context, x, y, width):
    """Black and white lines as wide as told, upright and level."""
    rectangle(context, x, y, 40, 40, WHITE)
    rectangle(context, x, y + 44, 40, 40, WHITE)
    for at in range(0, 40, 2 * width):
        thick = min(width, 40 - at)
        rectangle(context, x + at, y, thick, 40, BLACK)
        rectangle(context, x, y + 44 + at, 40, thick, BLACK)


def checks(context, x, y, side):
    rectangle(context, x, y, 40, 40, WHITE)
    for row in range(0, 40, side):
        for column in range(row % (2 * side), 40, 2 * side):
            rectangle(context, x + column, y + row, side, side, BLACK)


def slanted(context, x, y):
    """A dark square turned by 5 degrees, whose edges show how one grey passes into another."""
    rectangle(context, x, y, 40, 40, GREYS[12])
    context.save()
    context.translate(x + 20, y + 20)
    context.rotate(math.radians(5))
    rectangle(context, -14, -14, 28, 28, GREYS[3])
    context.restore()


def ladder(context, x, y):
    """Lettering from 24 pixels down to 5."""
    rows = (
        (18, "vow", (24, 18, 14, 12, 10)),
        (32, "sphinx of quartz", (9, 8, 7)),
        (45, "black quartz, judge my vow", (6, 5)),
    )
    for down, words, sizes in rows:
        along = x
        for size in sizes:
            along += text(context, along, y + down, f"{words} {size}", size, BLACK, anchor=0) + 12
