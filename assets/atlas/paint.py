"""Colours, paths and lettering on a Cairo context."""
import math

import cairo

INK = 0x2A2B3A
PAPER = 0xF4ECD8
FACE = "DejaVu Sans"


def use(context, color, alpha=1.0):
    context.set_source_rgba((color >> 16) / 255, (color >> 8 & 255) / 255, (color & 255) / 255, alpha)


def mixed(first, second, part):
    """The colour `part` of the way from the first to the second."""
    color = 0
    for shift in (16, 8, 0):
        a, b = first >> shift & 255, second >> shift & 255
        color |= round(a + part * (b - a)) << shift
    return color


def polygon(context, points, color, alpha=1.0):
    context.new_path()
    for x, y in points:
        context.line_to(x, y)
    context.close_path()
    use(context, color, alpha)
    context.fill()


def rectangle(context, x, y, width, height, color, alpha=1.0):
    context.rectangle(x, y, width, height)
    use(context, color, alpha)
    context.fill()


def disc(context, x, y, radius, color, alpha=1.0):
    context.new_path()
    context.arc(x, y, radius, 0, 2 * math.pi)
    use(context, color, alpha)
    context.fill()


def line(context, points, width, color, alpha=1.0):
    context.new_path()
    for x, y in points:
        context.line_to(x, y)
    use(context, color, alpha)
    context.set_line_width(width)
    context.stroke()


def rounded(context, loop):
    """Adds a closed line through the middles of a polygon's sides, bent at its corners."""
    if len(loop) < 4:
        return
    last = loop[-1]
    here = loop[0]
    context.move_to((last[0] + here[0]) / 2, (last[1] + here[1]) / 2)
    for after in loop[1:] + loop[:1]:
        bend(context, here, ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2))
        here = after
    context.close_path()


def flowing(context, points):
    """Adds an open line, bent at its corners."""
    context.move_to(*points[0])
    for here, after in zip(points[1:], points[2:]):
        bend(context, here, ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2))
    context.line_to(*points[-1])


def bend(context, control, end):
    start = context.get_current_point()
    context.curve_to(
        start[0] + (control[0] - start[0]) * 2 / 3, start[1] + (control[1] - start[1]) * 2 / 3,
        end[0] + (control[0] - end[0]) * 2 / 3, end[1] + (control[1] - end[1]) * 2 / 3, *end)


def set_font(context, size, bold=False, slant=0.0):
    """`slant`: the shear of the letters, for names of waters."""
    weight = cairo.FONT_WEIGHT_BOLD if bold else cairo.FONT_WEIGHT_NORMAL
    context.select_font_face(FACE, cairo.FONT_SLANT_NORMAL, weight)
    context.set_font_matrix(cairo.Matrix(size, 0, -slant * size, size, 0, 0))
    options = cairo.FontOptions()
    options.set_antialias(cairo.ANTIALIAS_GRAY)
    options.set_hint_style(cairo.HINT_STYLE_NONE)
    options.set_hint_metrics(cairo.HINT_METRICS_OFF)
    context.set_font_options(options)


def text(context, x, y, words, size, color, *, alpha=1.0, bold=False, slant=0.0, tracking=0.0, anchor=0.5, halo=None,
         angle=0.0, bow=0.0):
    """Letters on a base line through (x, y).

    `tracking` is the room added between letters, `anchor` the part of the line that is left of x, `halo` a colour
    round the letters, `angle` in radians, `bow` how far the ends of the line sink under its middle.
    """
    set_font(context, size, bold, slant)
    advances = [context.text_extents(letter).x_advance + tracking for letter in words]
    length = sum(advances) - tracking
    context.save()
    context.translate(x, y)
    context.rotate(angle)
    context.set_line_join(cairo.LINE_JOIN_ROUND)
    for outline in ([True, False] if halo is not None else [False]):
        along = -anchor * length
        for letter, advance in zip(words, advances):
            middle = along + (advance - tracking) / 2
            part = 2 * middle / length if length else 0
            context.save()
            context.translate(middle, bow * part * part)
            context.rotate(math.atan2(4 * bow * part, length) if length else 0)
            context.move_to(-(advance - tracking) / 2, 0)
            context.text_path(letter)
            if outline:
                use(context, halo, 0.8)
                context.set_line_width(max(1.2, size / 5))
                context.stroke()
            else:
                use(context, color, alpha)
                context.fill()
            context.restore()
            along += advance
    context.restore()
    return length
