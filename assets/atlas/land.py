"""The islands: sheets of paper cut along the contour lines, each casting a shadow on those below."""
import math

from .paint import mixed, rounded, use

SHEETS = [  # (the height from which it covers the ground, its colour)
    (-0.95, 0x10304F), (-0.74, 0x133A5D), (-0.56, 0x17466B), (-0.41, 0x1E5579), (-0.29, 0x286688),
    (-0.19, 0x377C97), (-0.11, 0x4E95A6), (-0.045, 0x74B3B4), (0.0, 0xEBDCB4), (0.022, 0xD8D9A2),
    (0.085, 0xC3CD91), (0.15, 0xAABD80), (0.22, 0x93AB74), (0.30, 0xA9AC6C), (0.38, 0xC4AE6B), (0.46, 0xCF9F61),
    (0.55, 0xC78A58), (0.64, 0xB47352), (0.73, 0x9C6150), (0.83, 0x8C5F5C), (0.94, 0xA98F90), (1.06, 0xD5CBCB),
    (1.18, 0xF6F3F0)]
DEEP = 0x0C2642
SHADOWS = [(1.5, 2), (3.6, 4.8)]


def paint_sheets(context, terrain):
    levels = [level for level, _ in SHEETS]
    between = [(a + b) / 2 for a, b in zip(levels[8:], levels[9:])]
    every = sorted(levels + between)
    lines = dict(zip(every, terrain.contours(every)))
    for index, (level, color) in enumerate(SHEETS):
        loops = [loop for loop in lines[level] if len(loop) > 7]
        above = level >= 0
        for x, y in SHADOWS:
            path(context, loops, x, y)
            use(context, 0x081420, 0.17 if above else 0.14)
            context.fill()
        path(context, loops)
        use(context, mixed(color, 0xFFFFFF, 0.45 if above else 0.2))
        context.fill_preserve()
        context.save()
        context.clip()
        path(context, loops, 1.0, 1.3)
        use(context, color)
        context.fill()
        context.restore()
        if above and index + 1 < len(SHEETS):
            for part in between:
                if level < part < SHEETS[index + 1][0]:
                    path(context, [loop for loop in lines[part] if len(loop) > 7])
                    use(context, mixed(color, 0x4A2E20, 0.32))
                    context.set_line_width(0.7)
                    context.stroke()
    return lines


def path(context, loops, x=0.0, y=0.0):
    context.save()
    context.translate(x, y)
    context.new_path()
    for loop in loops:
        rounded(context, loop)
    context.restore()


def paint_crater_lake(context, x, y):
    """Water over the floor of the crater whose middle is (x, y)."""
    for radius, color in ((46, 0x1E5579), (43.5, 0x286688), (36, 0x377C97), (26, 0x286688), (15, 0x17466B)):
        context.new_path()
        for step in range(72):
            angle = step * math.pi / 36
            reach = radius * (1 + 0.035 * math.sin(5 * angle) + 0.02 * math.sin(11 * angle + 1))
            context.line_to(x + reach * math.cos(angle), y + reach * math.sin(angle))
        context.close_path()
        use(context, color)
        context.fill()
