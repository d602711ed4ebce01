"""The city with its streets, and the villages. Lengths are in pixels."""
import math

from .buildings import church, house
from .paint import disc, line, polygon, rectangle, text

ALONG, ACROSS = 74, 60  # between the middles of streets
STREET = 9  # width of a street
ANGLE = -0.10  # of the streets, in radians
STREETS = ("Rue de l'Iris", "Bellows Lane", "Tripod Street", "Gelatin Row", "Grain Market", "Hypo Alley",
           "Ground Glass Walk", "Safelight Street", "Silver Street", "Candela Road", "Lupe Lane", "Wet Plate Yard",
           "Cable Release Row",
           "Leaf Shutter Street", "Half Tone Steps", "Spool Street", "Vignette Row", "Reciprocity Lane",
           "Diopter Drive", "Mirror Lane", "Zone V", "Sunny Sixteen", "Focus Road", "Contact Row")


class City:
    def __init__(self, terrain, x, y, reach):
        """Blocks between streets on low ground within `reach` of (x, y)."""
        self.x, self.y = x, y
        self.along = math.cos(ANGLE), math.sin(ANGLE)
        self.back = math.sin(ANGLE) * 0.6, -math.cos(ANGLE)
        self.blocks = []
        for row in range(-8, 9):
            for column in range(-8, 9):
                corners = [self.place(column + a, row + b) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
                middle = self.place(column + 0.5, row + 0.5)
                away = math.hypot((middle[0] - x) / 1.5, middle[1] - y)
                if away < reach and all(0.006 < terrain.at(*corner) < 0.17 for corner in corners):
                    self.blocks.append((column, row))

    def place(self, column, row):
        """The crossing of two streets, which are not quite straight."""
        bend_x = 7 * math.sin(row * 1.3 + column * 0.4)
        bend_y = 6 * math.sin(column * 1.1 + 0.5 * row)
        across = row * ACROSS
        return (self.x + column * ALONG * self.along[0] - across * self.along[1] + bend_x,
                self.y + column * ALONG * self.along[1] + across * self.along[0] + bend_y)

    def corners(self, block, inset=0.0):
        column, row = block
        middle = self.place(column + 0.5, row + 0.5)
        points = [self.place(column + a, row + b) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
        return [(px + inset * math.copysign(1, middle[0] - px), py + inset * math.copysign(1, middle[1] - py))
                for px, py in points]

    def paint(self, context, random, ground):
        for block in self.blocks:
            polygon(context, self.corners(block, -STREET / 2 - 1.2), 0xA58B63)
        for block in self.blocks:
            polygon(context, self.corners(block, -STREET / 2), 0xF3E7CB)
        for block in self.blocks:
            polygon(context, self.corners(block, STREET / 2), 0xD8D2A0)
            for corner in self.corners(block):
                ground.take(*corner, 10)
            ground.take(*self.place(block[0] + 0.5, block[1] + 0.5), 34)
        square, garden = self.special()
        for block in self.blocks:
            if block == square:
                self.paint_square(context, random, block)
            elif block == garden:
                self.paint_garden(context, block)
            else:
                self.paint_block(context, random, block)
        for number, (column, row) in enumerate(self.blocks):
            start, end = self.place(column, row + 1), self.place(column + 1, row + 1)
            name = STREETS[number * 5 % len(STREETS)]
            text(context, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + 2.2, name, 5.6, 0x6E4B32,
                 tracking=0.4, angle=math.atan2(end[1] - start[1], end[0] - start[0]))

    def special(self):
        """The blocks of the market square and of the garden, near the middle of the city."""
        def away(block):
            middle = self.place(block[0] + 0.5, block[1] + 0.5)
            return math.hypot(middle[0] - self.x, middle[1] - self.y)
        near = sorted(self.blocks, key=away)
        return near[0], near[5]

    def paint_block(self, context, random, block):
        corners = self.corners(block, STREET / 2)
        for part in (0.52, 1.0):
            left = mix(corners[0], corners[3], part)
            right = mix(corners[1], corners[2], part)
            length = math.hypot(right[0] - left[0], right[1] - left[1])
            along = (right[0] - left[0]) / length, (right[1] - left[1]) / length
            position = 1.0
            while position < length - 10:
                width = min(random.uniform(12, 21), length - position)
                if length - position - width < 10:
                    width = length - position
                if random.random() < 0.93:
                    house(context, random, left[0] + position * along[0], left[1] + position * along[1], along,
                          self.back, width - 0.8, random.uniform(10, 12), 1 + (random.random() < 0.62))
                position += width

    def paint_square(self, context, random, block):
        corners = self.corners(block, STREET / 2 - 2)
        polygon(context, corners, 0xF0E2C0)
        for part in range(1, 9):
            row = mix(corners[0], corners[3], part / 9), mix(corners[1], corners[2], part / 9)
            line(context, row, 0.5, 0xC9B48A)
        left, top = round(corners[0][0]), round(corners[0][1])
        church(context, left + 6, top + 40)
        for stall in range(3):
            x, y = left + 10 + 17 * stall, top + 50
            for stripe in range(10):
                rectangle(context, x + stripe, y - 6, 1, 4, (0xC2452F, 0xFFFFFF)[stripe & 1])
            rectangle(context, x, y - 2, 10, 2, 0x6B3F2A)
        for _ in range(26):
            x, y = round(left + random.uniform(2, 62)), round(top + random.uniform(41, 55))
            rectangle(context, x, y - 2, 1, 2, random.choice((0x3E5F8A, 0x8A3F4E, 0x2F6B57, 0x2A2B3A)))
            rectangle(context, x, y - 3, 1, 1, 0xE0B48E)

    def paint_garden(self, context, block):
        corners = self.corners(block, STREET / 2)
        polygon(context, corners, 0x8FB06C)
        middle = mix(mix(corners[0], corners[2], 0.5), mix(corners[1], corners[3], 0.5), 0.5)
        for start, end in ((0, 2), (1, 3)):
            line(context, [corners[start], corners[end]], 2.4, 0xF0E2C0)
        disc(context, *middle, 10, 0xF0E2C0)
        disc(context, *middle, 6.5, 0x74B9C4)
        disc(context, *middle, 1.5, 0xFFFFFF)
        for side in range(4):
            for tree in range(1, 7):
                x, y = mix(corners[side], corners[(side + 1) % 4], tree / 7)
                x, y = mix((x, y), middle, 0.12)
                disc(context, x + 1, y + 1, 2.6, 0x2E5B3C, 0.5)
                disc(context, x, y, 2.4, 0x56834B)
                disc(context, x - 0.7, y - 0.8, 0.9, 0xBBD08A)


def mix(start, end, part):
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def paint_quay(context, terrain, city, ground):
    """Piers from the city's edge out to the water, and the places of the boats beside them."""
    boats = []
    lowest = {}
    for column, row in city.blocks:
        lowest[column] = max(row, lowest.get(column, -99))
    for column in sorted(lowest):
        x, y = city.place(column + 0.5, lowest[column] + 1)
        shore = next((step for step in range(0, 90, 2) if terrain.at(x, y + step) < 0), None)
        if shore is None:
            continue
        x, y, length = round(x), round(y) + 6, shore + 27
        line(context, [(x, y), (x, y + shore - 8)], 6, 0xA58B63)
        line(context, [(x, y - 1), (x, y + shore - 8)], 4, 0xF3E7CB)
        line(context, [(x + 3, y + shore - 6), (x + 3, y + length + 4)], 6, 0x081420, 0.3)
        rectangle(context, x - 3, y + shore - 8, 6, length - shore + 8, 0x8A6A48)
        for step in range(0, length, 6):
            ground.take(x, y + step, 6)
        for plank in range(shore - 8, length, 3):
            rectangle(context, x - 3, y + plank, 6, 1, 0xB08A5E)
        for post in range(shore, length + 1, 9):
            for side in (-4, 3):
                rectangle(context, x + side, y + post - 2, 1, 4, 0x5A3524)
        boats += [(x + 12, y + length - 2), (x - 24, y + length - 10)]
    return boats


def paint_village(context, terrain, random, ground, x, y, count):
    """Houses round a church; each stands free.

    Returns where the lowest stands.
    """
    placed = []
    for attempt in range(count * 60):
        if len(placed) == count:
            break
        away = 26 + attempt * 60 / (count * 60) * math.sqrt(count) / 3
        turn = random.uniform(0, 2 * math.pi)
        hx, hy = x + 1.3 * away * math.cos(turn), y + 0.85 * away * math.sin(turn)
        if min(terrain.at(hx - 11, hy), terrain.at(hx + 14, hy), terrain.at(hx, hy + 6)) < 0.014:
            continue
        if abs(hx - x) < 31 and -14 < hy - y < 28 or not ground.free(hx, hy - 4, 8):
            continue
        if all(abs(hx - px) > 23 or abs(hy - py) > 21 for px, py in placed):
            placed.append((hx, hy))
    for hx, hy in placed:
        ground.take(hx + 8, hy - 5, 9)
    with_church = sorted(placed + [(x - 14, y + 6)], key=lambda place: place[1])
    ground.take(x, y - 8, 22)
    for hx, hy in with_church:
        if (hx, hy) == (x - 14, y + 6):
            church(context, hx, hy, 0.62)
        else:
            tilt = random.uniform(-0.12, 0.12)
            house(context, random, hx - 8, hy, (math.cos(tilt), math.sin(tilt)), (0.1, -1), random.uniform(13, 19), 11,
                  1 + (random.random() < 0.25))
    return with_church[-1][1]
