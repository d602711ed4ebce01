"""Houses, churches, forts and lighthouses, seen from the south and from above. Lengths are in pixels."""
import math

from .paint import disc, line, mixed, polygon, rectangle

ROOFS = [0xB5523B, 0xC4634A, 0xA8462F, 0xCF7A55, 0x8F4A3C, 0x6F6A7A, 0xBB5B40]
WALLS = [0xF3E6CC, 0xEBD9B8, 0xF7EFDF, 0xE5CDA8, 0xEAD0C0, 0xDDE0D4]
PANE, LIT, WOOD = 0x39465E, 0xFFD36B, 0x6B3F2A


def house(context, random, x, y, along, back, width, depth, storeys):
    """A house whose front wall starts at (x, y) and runs `width` along the unit vector `along`; `back` is the unit
    vector to its back."""
    tall, rise = 2 + 5.0 * storeys, 0.36 * depth
    wall, roof = random.choice(WALLS), random.choice(ROOFS)

    def place(right, behind, up):
        return x + right * along[0] + behind * back[0], y + right * along[1] + behind * back[1] - up

    # The shadow on the ground falls to the south-east.
    polygon(context, [place(1, 0, 0), place(width + 5, -3, 0), place(width + 5, depth - 2, 0), place(width, depth, 0)],
            0x2B2A33, 0.35)
    gabled = width < 15 and random.random() < 0.45
    if gabled:
        half = width / 2
        polygon(context, [place(half, depth, tall + rise), place(half, 0, tall + rise), place(-0.7, -0.5, tall - 0.6),
                          place(-0.7, depth, tall)], mixed(roof, 0xFFFFFF, 0.16))
        polygon(context, [place(half, depth, tall + rise), place(half, 0, tall + rise),
                          place(width + 0.7, -0.5, tall - 0.6), place(width + 0.7, depth, tall)], mixed(roof, 0, 0.22))
        polygon(context, [place(0, 0, 0), place(width, 0, 0), place(width, 0, tall), place(half, 0, tall + rise - 0.6),
                          place(0, 0, tall)], wall)
    else:
        polygon(context, [place(-0.6, depth + 0.4, tall), place(width + 0.6, depth + 0.4, tall),
                          place(width + 0.6, depth / 2, tall + rise), place(-0.6, depth / 2, tall + rise)],
                mixed(roof, 0xFFFFFF, 0.22))
        polygon(context, [place(0, 0, 0), place(width, 0, 0), place(width, 0, tall), place(0, 0, tall)], wall)
        polygon(context, [place(-0.6, -0.7, tall - 0.7), place(width + 0.6, -0.7, tall - 0.7),
                          place(width + 0.6, depth / 2, tall + rise), place(-0.6, depth / 2, tall + rise)], roof)
        for course in (0.3, 0.62):
            behind, up = -0.7 + course * (depth / 2 + 0.7), tall - 0.7 + course * (rise + 0.7)
            line(context, [place(0, behind, up), place(width, behind, up)], 0.5, mixed(roof, 0, 0.3))
    chimney = place(width * random.choice((0.25, 0.72)), depth * 0.55, tall + rise - 1)
    rectangle(context, round(chimney[0]), round(chimney[1]) - 3, 2, 4, 0x7A4436)
    rectangle(context, round(chimney[0]), round(chimney[1]) - 3, 2, 1, 0xE9D9BE)
    openings(context, random, place, width, storeys)


def openings(context, random, place, width, storeys):
    """Windows of 2 × 3 pixels on whole pixels, and the door."""
    count = max(2, int(width // 4.6))
    door = random.randrange(count)
    for storey in range(storeys):
        for index in range(count):
            left, top = place((index + 0.5) * width / count - 1, 0, 5 * storey + 5.2)
            left, top = round(left), round(top)
            if storey == 0 and index == door:
                rectangle(context, left, top, 2, 5, WOOD)
                continue
            rectangle(context, left, top, 2, 3, LIT if random.random() < 0.16 else PANE)
            rectangle(context, left, top + 3, 2, 1, 0xFFFFFF, 0.7)


def church(context, x, y, scale=1.0):
    """A nave with a tower at its west end, which stands at (x, y)."""
    context.save()
    context.translate(round(x), round(y))
    context.scale(scale, scale)
    polygon(context, [(0, 0), (46, 0), (54, -6), (50, -16), (0, -12)], 0x2B2A33, 0.35)
    polygon(context, [(10, -22), (42, -22), (42, -30), (10, -30)], 0x8C93A0)
    rectangle(context, 10, -14, 32, 14, 0xF3E6CC)
    polygon(context, [(9, -13), (43, -13), (43, -25), (9, -25)], 0x6B7484)
    for row in range(3):
        line(context, [(9, -16 - 3 * row), (43, -16 - 3 * row)], 0.5, 0x525B6B)
    for window in range(5):
        rectangle(context, 14 + 6 * window, -10, 2, 6, 0x3E5F8A)
        disc(context, 15 + 6 * window, -10, 1, 0x3E5F8A)
        rectangle(context, 14 + 6 * window, -8, 2, 1, (0xD9A441, 0xB5523B)[window % 2])
    rectangle(context, 0, -34, 12, 34, 0xEADBBF)
    rectangle(context, 9, -34, 3, 34, 0xCBB998)
    polygon(context, [(-1, -34), (13, -34), (6, -58)], 0x6B7484)
    polygon(context, [(6, -34), (13, -34), (6, -58)], 0x535B6C)
    line(context, [(6, -58), (6, -64)], 1, 0xD9A441)
    line(context, [(4, -62), (8, -62)], 1, 0xD9A441)
    disc(context, 6, -27, 3.4, 0xFFFFFF)
    line(context, [(6, -29.4), (6, -27), (7.8, -26)], 0.7, 0x2A2B3A)
    rectangle(context, 4, -20, 4, 5, PANE)
    rectangle(context, 4, -7, 4, 7, WOOD)
    context.restore()


def lighthouse(context, x, y):
    x, y = round(x), round(y)
    for reach, alpha in ((40, 0.13), (20, 0.17)):
        disc(context, x, y - 31, reach, 0xFFE9A8, alpha)
    polygon(context, [(x - 9, y), (x + 9, y), (x + 16, y - 5), (x + 6, y - 6)], 0x2B2A33, 0.35)
    for band in range(5):
        low, high = 5.5 - 0.55 * band, 5.5 - 0.55 * (band + 1)
        polygon(context, [(x - low, y - 5 * band), (x + low, y - 5 * band), (x + high, y - 5 * band - 5),
                          (x - high, y - 5 * band - 5)], (0xF7F1E6, 0xC2452F)[band % 2])
        polygon(context, [(x + 0.3 * low, y - 5 * band), (x + low, y - 5 * band), (x + high, y - 5 * band - 5),
                          (x + 0.3 * high, y - 5 * band - 5)], 0x2B2A33, 0.18)
    rectangle(context, x - 4, y - 27, 8, 2, 0x2A2B3A)
    rectangle(context, x - 2, y - 32, 4, 5, 0xFFE08A)
    rectangle(context, x, y - 32, 1, 5, 0xFFFFFF)
    polygon(context, [(x - 3.5, y - 32), (x + 3.5, y - 32), (x, y - 37)], 0xC2452F)
    rectangle(context, x - 1, y - 5, 2, 5, WOOD)
    rectangle(context, x - 1, y - 17, 2, 2, PANE)


def fort(context, x, y, radius):
    """A star of five bastions, in plan."""
    for size, color in ((1.28, 0x8FA070), (1.16, 0x74B3B4), (1.0, 0xCBB998), (0.92, 0xEBDCB4), (0.66, 0xB9C98C)):
        star = []
        for bastion in range(5):
            middle = bastion * 2 * math.pi / 5 - math.pi / 2
            for turn, reach in ((-0.34, 0.72), (-0.22, 0.92), (0, 1.12), (0.22, 0.92), (0.34, 0.72)):
                star.append((x + size * radius * reach * math.cos(middle + turn),
                             y + size * radius * reach * math.sin(middle + turn)))
        if size == 1.0:
            polygon(context, [(px + 2, py + 3) for px, py in star], 0x2B2A33, 0.4)
        polygon(context, star, color)
    for bastion in range(5):
        middle = bastion * 2 * math.pi / 5 - math.pi / 2
        px, py = x + 0.86 * radius * math.cos(middle), y + 0.86 * radius * math.sin(middle)
        line(context, [(px, py), (px + 5 * math.cos(middle), py + 5 * math.sin(middle))], 2, 0x2A2B3A)
        disc(context, px, py, 1.6, 0x2A2B3A)
    line(context, [(x, y - 2), (x, y - 26)], 1, 0x2A2B3A)
    polygon(context, [(x + 0.5, y - 26), (x + 13, y - 23.5), (x + 0.5, y - 19)], 0xC2452F)
