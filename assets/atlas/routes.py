"""Ways over the land: rivers down to the sea, and roads from town to town. Lengths are in pixels."""
import heapq
import math

from .terrain import STEP

CELL = 2 * STEP  # pixels from one point of the ways' grid to the next
AROUND = [(x, y, math.hypot(x, y)) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


class Ways:
    def __init__(self, terrain):
        self.columns, self.rows = (terrain.columns - 1) // 2, (terrain.rows - 1) // 2
        self.heights = [
            terrain.heights[2 * row][2 * column] for row in range(self.rows) for column in range(self.columns)]
        self.travelled = set()

    def cell(self, x, y):
        return int(y // CELL) * self.columns + int(x // CELL)

    def middle(self, cell):
        return (cell % self.columns) * CELL, (cell // self.columns) * CELL

    def neighbours(self, cell):
        row, column = divmod(cell, self.columns)
        for x, y, length in AROUND:
            if 0 <= row + y < self.rows and 0 <= column + x < self.columns:
                yield cell + y * self.columns + x, length

    def rivers(self, springs):
        """From each spring to the sea or into an earlier river."""
        downstream = self.downstream()
        passed = set()
        courses = []
        for x, y in springs:
            cell = self.cell(x, y)
            course = [cell]
            while cell is not None and self.heights[cell] > -0.03 and cell not in passed:
                cell = downstream.get(cell)
                if cell is not None:
                    course.append(cell)
            if len(course) > 8:
                passed.update(course[:-1])
                courses.append(course)
        return [smooth([self.middle(cell) for cell in course]) for course in courses]

    def downstream(self):
        """For each cell of land the next one on its way to the sea, over the lowest passes."""
        queue = [(height, cell) for cell, height in enumerate(self.heights) if -0.06 < height <= 0]
        heapq.heapify(queue)
        toward = {cell: None for _, cell in queue}
        while queue:
            level, cell = heapq.heappop(queue)
            for near, _ in self.neighbours(cell):
                if near not in toward and self.heights[near] > 0:
                    toward[near] = cell
                    # A slight rise on flat ground, uneven, keeps courses there from running straight.
                    heapq.heappush(queue, (max(level + 0.0004 * (near * 7919 % 13), self.heights[near]), near))
        return toward

    def road(self, start, end):
        """The easiest way by land between two places; None where there is none."""
        first, last = self.cell(*start), self.cell(*end)
        best, before, queue = {first: 0.0}, {}, [(0.0, first)]
        while queue:
            cost, cell = heapq.heappop(queue)
            if cell == last:
                break
            if cost > best[cell]:
                continue
            for near, length in self.neighbours(cell):
                height = self.heights[near]
                if height < 0.006:
                    continue
                steep = abs(height - self.heights[cell]) / length
                step = length * (1 + (steep / 0.012) ** 2 + 3 * max(0, height - 0.2) + (0.02 > height) * 2)
                step *= 0.35 if near in self.travelled else 1
                if cost + step < best.get(near, 1e9):
                    best[near] = cost + step
                    before[near] = cell
                    heapq.heappush(queue, (cost + step, near))
        if last not in before:
            return None
        cell, way = last, [last]
        while cell != first:
            cell = before[cell]
            way.append(cell)
        self.travelled.update(way)
        return smooth([self.middle(cell) for cell in way])


def smooth(points):
    """The way with the steps of the grid worn off; its ends stay."""
    for _ in range(3):
        points = [points[0], *(
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(points, points[1:], points[2:])), points[-1]]
    return points
