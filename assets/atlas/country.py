"""Rivers, roads, fields and woods. Lengths are in pixels."""
import math

import cairo

from .paint import disc, flowing, line, polygon, use
from .terrain import Noise

BLOCK = 8  # side of the squares by which the ground is taken


class Ground:
    """Which squares of the ground are taken, so that nothing stands on anything else."""

    def __init__(self):
        self.taken = set()

    def take(self, x, y, radius=0):
        for row in range(int((y - radius) // BLOCK), int((y + radius) // BLOCK) + 1):
            for column in range(int((x - radius) // BLOCK), int((x + radius) // BLOCK) + 1):
                self.taken.add((column, row))

    def free(self, x, y, radius=0):
        return not any(
            (column, row) in self.taken
            for row in range(int((y - radius) // BLOCK), int((y + radius) // BLOCK) + 1)
            for column in range(int((x - radius) // BLOCK), int((x + radius) // BLOCK) + 1))


def springs(terrain, random, count, crater):
    """High places that are far from each other, and none in the crater: (x, y, radius)."""
    found, kept = [], [crater]
    for _ in range(9000):
        x, y = random.uniform(150, 2850), random.uniform(150, 1850)
        if 0.33 < terrain.at(x, y) < 0.75 and all(math.hypot(x - a, y - b) > away for a, b, away in kept):
            found.append((x, y))
            kept.append((x, y, 105))
    found.sort(key=lambda place: -terrain.at(*place))
    return found[:count]


def paint_rivers(context, courses, ground):
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    context.set_line_join(cairo.LINE_JOIN_ROUND)
    for edge in (True, False):
        for course in courses:
            count = len(course)
            pieces = max(1, count // 6)
            for piece in range(pieces):
                points = course[piece * count // pieces:(piece + 1) * count // pieces + 3]
                if len(points) < 3:
                    continue
                context.new_path()
                flowing(context, points)
                width = 1.0 + 2.6 * min(1, (piece + 1) / 11)
                use(context, 0x2C6C85 if edge else 0x74B9C4)
                context.set_line_width(width + (1.3 if edge else 0))
                context.stroke()
    for course in courses:
        for x, y in course:
            ground.take(x, y, 5)


def paint_roads(context, ways, ground):
    for width, color, alpha, dashes in ((4.2, 0x6E4B32, 0.55, []), (2.6, 0xF7EBCF, 1, []), (0.6, 0xB08A5E, 1, [5, 4])):
        for way in ways:
            context.new_path()
            flowing(context, way)
            use(context, color, alpha)
            context.set_line_width(width)
            context.set_dash(dashes)
            context.stroke()
    context.set_dash([])
    for way in ways:
        for x, y in way:
            ground.take(x, y, 4)


def paint_fields(context, terrain, random, ground, places):
    """Ploughed strips round each of the places: (x, y, how many)."""
    colors = (0xE3CE86, 0xD5BE6E, 0xB9C27A, 0x9DB56A, 0xC9A862, 0xE9DA9C, 0xA9C080)
    for x, y, count in places:
        placed = 0
        for attempt in range(count * 30):
            away = 40 + attempt * 3.2 / max(1, count / 16)
            turn = random.uniform(0, 2 * math.pi)
            middle_x, middle_y = x + away * math.cos(turn) * 1.25, y + away * math.sin(turn)
            angle = 0.6 * math.sin(middle_x / 140) + 0.5 * math.cos(middle_y / 110)
            wide, tall = random.uniform(13, 24), random.uniform(9, 14)
            corners = [(middle_x + a * wide * math.cos(angle) - b * tall * math.sin(angle),
                        middle_y + a * wide * math.sin(angle) + b * tall * math.cos(angle))
                       for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            if placed == count or not all(0.02 < terrain.at(*corner) < 0.2 for corner in corners):
                continue
            if not ground.free(middle_x, middle_y, max(wide, tall) * 0.9):
                continue
            placed += 1
            ground.take(middle_x, middle_y, max(wide, tall) * 0.85)
            color = random.choice(colors)
            polygon(context, corners, color)
            furrows = random.choice((3, 4, 6))
            for furrow in range(1, int(2 * tall // furrows)):
                part = furrow * furrows / (2 * tall)
                ends = blend(corners[0], corners[3], part), blend(corners[1], corners[2], part)
                line(context, ends, 0.7, 0x7A6A34, 0.5)
            line(context, corners + corners[:1], 0.9, 0x5F7A44, 0.9)


def blend(start, end, part):
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def tree_stamps():
    """Six small trees, painted once and set on whole pixels."""
    stamps = []
    for kind in range(6):
        stamp = cairo.ImageSurface(cairo.FORMAT_ARGB32, 14, 16)
        context = cairo.Context(stamp)
        polygon(context, [(5, 14), (9, 14), (13.5, 11), (9, 11)], 0x1E2A1E, 0.35)
        if kind < 3:
            tall = 9 + 1.5 * kind
            polygon(context, [(6, 14.5), (8, 14.5), (8, 12), (6, 12)], 0x5A3B28)
            for tier in range(3):
                half, foot = 3.8 - 0.9 * tier, 13 - tier * tall / 4
                green = (0x3F7358, 0x386850, 0x4A7F5C)[kind]
                polygon(context, [(7 - half, foot), (7 + half, foot), (7, foot - tall / 2.2)], green)
                polygon(context, [(7, foot), (7 + half, foot), (7, foot - tall / 2.2)], 0x1F4638, 0.55)
        else:
            polygon(context, [(6.2, 14.5), (7.8, 14.5), (7.8, 10), (6.2, 10)], 0x5A3B28)
            disc(context, 7, 8, 4.1, (0x56834B, 0x64904F, 0x7A9A4E)[kind - 3])
            disc(context, 8, 9, 3.0, 0x2E5B3C, 0.45)
            disc(context, 5.8, 6.7, 1.4, 0xBBD08A, 0.8)
        stamps.append(stamp)
    return stamps


def paint_woods(context, terrain, random, ground, seed, count):
    density = Noise(seed)
    stamps = tree_stamps()
    trees = []
    while count:
        count -= 1
        x, y = random.uniform(120, 2880), random.uniform(120, 1880)
        height = terrain.at(x, y)
        if not 0.035 < height < 0.50:
            continue
        if density.octaves(x / 120, y / 120, 2) + 0.25 * (height - 0.2) < 0.11 or not ground.free(x, y):
            continue
        ground.take(x, y)
        conifer = height + 0.12 * random.uniform(-1, 1) > 0.21
        trees.append((round(y), round(x), random.randrange(3) + (0 if conifer else 3)))
    for y, x, kind in sorted(trees):
        context.set_source_surface(stamps[kind], x - 7, y - 14)
        context.paint()
    return len(trees)
