"""Ships under sail and fishing boats, seen from the side. Lengths are in pixels."""
import math

from .paint import disc, line, polygon, rectangle, text, use

HULL, TRIM, SAIL, SHADE, ROPE = 0x5A3524, 0xD9A441, 0xF8F1E0, 0xDCCFB2, 0xE8DCC0


def wake(context, length):
    """Three lines of foam behind and beside a hull that starts at 0 and ends at `length`."""
    for row, (start, end) in enumerate(((-0.75, 1.02), (-0.5, 0.9), (-0.3, 0.7))):
        context.new_path()
        x = start * length
        context.move_to(x, 3 + 3.4 * row)
        while x < end * length:
            context.rel_curve_to(2, -2.2, 4, -2.2, 6, 0)
            x += 6
        use(context, 0xBFE0E4, 0.75 - 0.2 * row)
        context.set_line_width(0.9)
        context.stroke()


def sail(context, x, top, bottom, width, belly):
    """A square sail on a mast at x, blown toward growing x."""
    upper, lower = 0.82 * width / 2, width / 2
    context.move_to(x - upper, top)
    context.line_to(x + upper, top)
    context.curve_to(x + upper + belly, top + 3, x + lower + belly, bottom - 4, x + lower, bottom)
    context.curve_to(x + lower / 3, bottom - 3, x - lower / 3, bottom - 3, x - lower, bottom)
    context.curve_to(x - lower + belly, bottom - 4, x - upper + belly, top + 3, x - upper, top)
    use(context, SAIL)
    context.fill()
    for part in (0.3, 0.62):
        y = top + part * (bottom - top)
        line(context, [(x - upper + belly * 0.75, y), (x + upper + belly * 0.8, y)], 0.6, SHADE)
    polygon(context, [(x + upper * 0.35 + belly, top + 2), (x + upper + belly * 0.5, top + 2),
                      (x + lower + belly * 0.3, bottom - 2), (x + lower * 0.35 + belly, bottom - 3)], SHADE, 0.8)
    line(context, [(x - upper - 1.5, top), (x + upper + 1.5, top)], 1.1, HULL)


def ship(context, name, x, y, length, heading):
    context.save()
    context.translate(round(x), round(y))
    context.scale(heading, 1)
    wake(context, length)
    deck = -0.13 * length
    masts = [(0.24, 0.66), (0.50, 0.80), (0.76, 0.68)]
    for part, tall in masts:  # ropes behind the sails
        for side in (-0.11, 0.11):
            top = length * part, deck - length * tall * 0.92
            line(context, [(length * (part + side), deck), top], 0.6, ROPE, 0.8)
    line(context, [(length * 0.97, deck - 2), (length * 1.2, deck - 0.16 * length)], 1.6, HULL)
    for (part, tall), back in zip(masts, (0.02, *(part for part, _ in masts))):
        line(context, [(length * part, deck), (length * part, deck - length * tall)], 1.5, HULL)
        foot = length * back, deck - length * (0.09 if back < 0.1 else 0.3)
        line(context, [(length * part, deck - length * tall), foot], 0.5, ROPE, 0.7)
    for jib in (0.0, 0.13):
        polygon(context, [(length * (1.17 - jib), deck - 0.14 * length), (length * 0.79, deck - length * (0.62 - jib)),
                          (length * (0.86 - jib / 3), deck - 0.12 * length)], SAIL if jib else SHADE)
    for part, tall in masts:
        top, spread = deck - length * tall * 0.94, 0.21 * length
        for low, high, wide in ((0.0, 0.3, 0.66), (0.33, 0.62, 0.86), (0.65, 0.93, 1.0)):
            run = length * tall * 0.86
            sail(context, length * part, top + low * run, top + high * run, spread * wide, 0.045 * length)
        tip = deck - length * tall
        polygon(context, [(length * part, tip), (length * (part + 0.13), tip + 1.5), (length * (part + 0.08), tip + 3),
                          (length * (part + 0.13), tip + 4.5), (length * part, tip + 5)], 0xC2452F)
    hull(context, length, deck)
    context.restore()
    text(context, round(x) + heading * length * 0.46, round(y) - 1.6, name, max(4.6, 0.052 * length), 0xF4ECD8,
         tracking=0.3)


def hull(context, length, deck):
    context.move_to(-0.04 * length, deck - 0.09 * length)
    context.line_to(0.16 * length, deck - 0.07 * length)
    context.line_to(0.18 * length, deck)
    context.curve_to(0.4 * length, deck + 2, 0.7 * length, deck + 2, 0.86 * length, deck - 1)
    context.line_to(1.02 * length, deck - 0.05 * length)
    context.curve_to(0.99 * length, deck * 0.4, 0.95 * length, 0, 0.88 * length, 2)
    context.line_to(0.05 * length, 2)
    context.curve_to(0, 0, -0.02 * length, deck * 0.5, -0.04 * length, deck - 0.09 * length)
    use(context, HULL)
    context.fill()
    line(context, [(-0.02 * length, deck * 0.66 - 1), (0.97 * length, deck * 0.66 - 1)], 1.2, TRIM)
    for port in range(9):
        rectangle(context, round(length * (0.12 + 0.085 * port)), round(deck * 0.66) - 4, 2, 2, 0x1E1A22)
    for window in range(2):
        rectangle(context, round(length * (0.015 + 0.06 * window)), round(deck - 0.055 * length), 2, 3, 0xFFD36B)
    rectangle(context, round(-0.04 * length) - 1, round(deck - 0.13 * length), 2, 3, 0xFFE08A)


def boat(context, random, x, y):
    """A fishing boat with one man, 16 pixels long."""
    x, y, heading = round(x), round(y), random.choice((1, -1))
    context.save()
    context.translate(x, y)
    context.scale(heading, 1)
    wake(context, 11)
    line(context, [(5, -3), (5, -19)], 1, HULL)
    polygon(context, [(6, -18), (6, -5), (14, -5)], random.choice((SAIL, 0xC2653F, 0xE3B04B, 0xF8F1E0)))
    polygon(context, [(4.4, -16), (4.4, -5), (-1, -5)], SHADE)
    polygon(context, [(-2, -4), (16, -4), (13, 1), (0, 1)], HULL)
    line(context, [(-2, -3.5), (16, -3.5)], 1, TRIM)
    rectangle(context, 0, -8, 2, 4, 0x3E5F8A)
    disc(context, 1, -9, 1.3, 0xEAC6A0)
    line(context, [(1, -7), (-6, -12), (-8, 2)], 0.5, ROPE)
    context.restore()


def whale(context, x, y):
    context.save()
    context.translate(x, y)
    context.move_to(0, 0)
    context.curve_to(10, -26, 52, -28, 74, -6)
    context.curve_to(82, 0, 90, -6, 94, -16)
    context.curve_to(98, -8, 104, -8, 110, -14)
    context.curve_to(108, 0, 98, 6, 86, 7)
    context.curve_to(60, 14, 20, 14, 0, 0)
    use(context, 0x8FB3C4)
    context.fill()
    context.move_to(2, 1)
    context.curve_to(20, 4, 40, 6, 58, 8)
    context.curve_to(40, 12, 16, 11, 2, 1)
    use(context, 0xE6EFEF)
    context.fill()
    for groove in range(6):
        line(context, [(10 + 7 * groove, 4 + 0.6 * groove), (16 + 7 * groove, 7 + 0.4 * groove)], 0.6, 0x8FB3C4)
    disc(context, 13, -6, 1.8, 0xFFFFFF)
    disc(context, 13, -6, 1, 0x1E2A3A)
    for side in (-1, 1):
        context.move_to(26, -22)
        context.curve_to(26, -36, 26 + 8 * side, -42, 26 + 14 * side, -30)
        use(context, 0xE6F4F4)
        context.set_line_width(1.6)
        context.stroke()
    context.restore()


def serpent(context, x, y):
    for hump, (along, tall) in enumerate(((0, 20), (38, 17), (72, 13), (102, 9))):
        for width, color in ((9 - hump, 0x2F7A6B), (5 - hump, 0x57A98A)):
            context.new_path()
            context.arc(x + along, y, tall - 6, math.pi, 2 * math.pi)
            use(context, color)
            context.set_line_width(width)
            context.stroke()
        for scale in range(5):
            angle = math.pi * (1.15 + 0.175 * scale)
            disc(context, x + along + (tall - 2) * math.cos(angle), y + (tall - 2) * math.sin(angle), 1.2, 0xD9A441)
        line(context, [(x + along - tall, y + 1.5), (x + along + tall, y + 1.5)], 1, 0xBFE0E4, 0.8)
    polygon(context, [(x - 14, y), (x - 30, y - 34), (x - 24, y - 38), (x - 9, y - 6)], 0x2F7A6B)
    polygon(context, [(x - 24, y - 40), (x - 32, y - 40), (x - 46, y - 32), (x - 45, y - 29), (x - 36, y - 29),
                      (x - 24, y - 31)], 0x57A98A)
    disc(context, x - 33, y - 36, 1.8, 0xFFE08A)
    disc(context, x - 33.4, y - 36, 0.8, 0x1E1A22)
    line(context, [(x - 46, y - 31), (x - 54, y - 33), (x - 57, y - 36)], 0.8, 0xC2452F)
    line(context, [(x - 54, y - 33), (x - 58, y - 31)], 0.8, 0xC2452F)
