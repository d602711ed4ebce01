"""The shape of the land: heights on a grid, and the contour lines through them. Lengths are in pixels."""
import math
import random
from bisect import bisect_left

STEP = 4  # pixels from one grid point to the next; finer than any bend of a contour line that the eye follows
OUTSIDE = -9.0  # the height round the sheet, which closes the contour lines that leave it


class Noise:
    """Gradient noise of a lattice with one gradient for each of 256 × 256 points; about -0.7 to 0.7."""

    def __init__(self, seed):
        source = random.Random(seed)
        self.order = list(range(256))
        source.shuffle(self.order)
        self.order *= 2
        self.gradients = [(math.cos(k * math.pi / 16), math.sin(k * math.pi / 16)) for k in range(32)]

    def at(self, x, y):
        column, row = math.floor(x), math.floor(y)
        x -= column
        y -= row
        order, gradients = self.order, self.gradients
        left, right = order[column & 255], order[column + 1 & 255]
        row &= 255
        a = gradients[order[left + row] & 31]
        b = gradients[order[right + row] & 31]
        c = gradients[order[left + row + 1] & 31]
        d = gradients[order[right + row + 1] & 31]
        u = x * x * x * (x * (6 * x - 15) + 10)
        v = y * y * y * (y * (6 * y - 15) + 10)
        top = a[0] * x + a[1] * y
        top += u * (b[0] * (x - 1) + b[1] * y - top)
        bottom = c[0] * x + c[1] * (y - 1)
        bottom += u * (d[0] * (x - 1) + d[1] * (y - 1) - bottom)
        return top + v * (bottom - top)

    def octaves(self, x, y, count):
        total, share = 0.0, 1.0
        for _ in range(count):
            total += share * self.at(x, y)
            x, y, share = 2.03 * x + 17.3, 2.03 * y + 5.1, share * 0.48
        return total


def distance_to_segment(x, y, start, end):
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    length = along_x * along_x + along_y * along_y
    part = ((x - start[0]) * along_x + (y - start[1]) * along_y) / length if length else 0
    part = min(1, max(0, part))
    return math.hypot(x - start[0] - part * along_x, y - start[1] - part * along_y)


class Terrain:
    """Heights over a sheet; 0 is the sea's level and 1 about 1000 metres."""

    def __init__(self, width, height, ridges, volcano, plains, seed):
        """`ridges`: [(points, reach)], the backbones of the islands. `volcano`: (x, y, reach, crater's radius).
        `plains`: [(x, y, radius)], where the land is levelled for a town."""
        self.columns, self.rows = width // STEP + 1, height // STEP + 1
        self.segments = [
            (a, b, reach) for points, reach in ridges for a, b in zip(points, points[1:] or points)]
        self.volcano, self.plains = volcano, plains
        self.coarse, self.fine, self.bend = Noise(seed), Noise(seed + 1), Noise(seed + 2)
        self.heights = [
            [self.form(column * STEP, row * STEP) for column in range(self.columns)] for row in range(self.rows)]

    def form(self, x, y):
        bent_x = x + 95 * self.bend.octaves(x / 330, y / 330, 2)
        bent_y = y + 95 * self.bend.octaves(x / 330 + 50, y / 330 + 90, 2)
        base = max(1 - distance_to_segment(bent_x, bent_y, a, b) / reach for a, b, reach in self.segments)
        if base < -1.5:
            return 0.78 * base
        rough = self.coarse.octaves(x / 250, y / 250, 4)
        crest = 1 - 2.2 * abs(self.fine.octaves(bent_x / 190, bent_y / 190, 3))
        height = 0.78 * base + 0.42 * rough - 0.06
        if abs(height) < 0.2:
            height += 0.09 * (1 - abs(height) / 0.2) * self.bend.octaves(x / 64, y / 64, 3)
        if height > 0:
            height *= 0.55 + 0.75 * max(0, crest) * min(1, 2 * height + 0.2)
        volcano_x, volcano_y, reach, crater = self.volcano
        away = math.hypot(x - volcano_x, y - volcano_y)
        if away < reach:
            around = math.atan2(y - volcano_y, x - volcano_x)
            gully = self.fine.octaves(3 * math.cos(around) + 40, 3 * math.sin(around) + away / 190, 3)
            nearness = 1 - away / reach
            cone = 1.3 * nearness ** 1.2 + 0.22 * gully * min(1, max(0, away / crater - 0.9)) + 0.1
            if away < crater:
                cone -= 0.62 * (1 - (away / crater) ** 2)
            height += (cone - height) * min(1, 2.2 * nearness)
        for plain_x, plain_y, radius in self.plains:
            near = min(1, 1.7 * math.exp(-((x - plain_x) ** 2 + (y - plain_y) ** 2) / radius ** 2))
            if height > 0 and near > 0.01:
                height -= (height - min(height, 0.03 + 0.12 * height)) * near
        return height

    def at(self, x, y):
        x, y = min(max(x / STEP, 0), self.columns - 1.001), min(max(y / STEP, 0), self.rows - 1.001)
        column, row = int(x), int(y)
        x, y = x - column, y - row
        upper, lower = self.heights[row], self.heights[row + 1]
        top = upper[column] + x * (upper[column + 1] - upper[column])
        bottom = lower[column] + x * (lower[column + 1] - lower[column])
        return top + y * (bottom - top)

    def summit(self, x, y, radius):
        """The highest place within a square round (x, y)."""
        around = [(x + a, y + b) for b in range(-radius, radius + 1, STEP) for a in range(-radius, radius + 1, STEP)]
        return max(around, key=lambda place: self.at(*place))

    def contours(self, levels):
        """For each of the rising levels, the closed lines round all that is higher."""
        floor = [OUTSIDE] * (self.columns + 2)
        grid = [floor] + [[OUTSIDE, *row, OUTSIDE] for row in self.heights] + [floor]
        cells = [[] for _ in levels]
        for row in range(len(grid) - 1):
            upper, lower = grid[row], grid[row + 1]
            for column in range(self.columns + 1):
                corners = upper[column], upper[column + 1], lower[column + 1], lower[column]
                for index in range(bisect_left(levels, min(corners)), bisect_left(levels, max(corners))):
                    cells[index].append((row, column, corners))
        return [joined(crossings(level, inside)) for level, inside in zip(levels, cells)]


def crossings(level, cells):
    """Where a contour line passes through cells: {edge it enters by: (edge it leaves by, point on the first)}."""
    steps = {}
    for row, column, corners in cells:
        edges = (row, column, 0), (row, column + 1, 1), (row + 1, column, 0), (row, column, 1)
        places = (column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)
        above = [corner > level for corner in corners]
        rises = [side for side in range(4) if not above[side] and above[(side + 1) & 3]]
        falls = [side for side in range(4) if above[side] and not above[(side + 1) & 3]]
        for rise in rises:
            fall = falls[0] if len(falls) == 1 else (rise + 1) & 3
            after = (rise + 1) & 3
            part = (level - corners[rise]) / (corners[after] - corners[rise])
            if corners[rise] <= OUTSIDE:
                part = 0.98
            start, end = places[rise], places[after]
            column_at, row_at = start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
            steps[edges[rise]] = edges[fall], ((column_at - 1) * STEP, (row_at - 1) * STEP)
    return steps


def joined(steps):
    """The crossings as closed lines."""
    loops = []
    while steps:
        first, (edge, point) = steps.popitem()
        loop = [point]
        while edge != first:
            edge, point = steps.pop(edge)
            loop.append(point)
        loops.append(loop)
    return loops
