#!/usr/bin/python3
"""Draws sample.png, the map of an invented place, made to be zoomed into.

    python3 assets/sample.py assets/sample.png

Needs python3-cairo and fonts-dejavu-core. The same every time.
"""
import math
import sys

sys.dont_write_bytecode = True

import random

import cairo

from atlas import buildings, chart, country, land, paint, places, png, sea, sheet, ships, town
from atlas.routes import Ways
from atlas.terrain import Terrain


def main(path):
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, places.WIDTH, places.HEIGHT)
    context = cairo.Context(surface)
    terrain = Terrain(places.WIDTH, places.HEIGHT, places.RIDGES, places.VOLCANO, places.PLAINS, places.SEED)
    draw(context, terrain)
    surface.flush()
    grounds = {land.DEEP, *(color for _, color in land.SHEETS)}
    exact = sorted({*chart.GREYS, chart.BLACK, chart.WHITE, paint.PAPER, paint.INK, *grounds})
    png.write(path, memoryview(surface.get_data()).cast("I"), places.WIDTH, places.HEIGHT, exact)


def draw(context, terrain):
    dice = random.Random(places.SEED)
    ground = country.Ground()
    paint.use(context, land.DEEP)
    context.paint()
    lines = land.paint_sheets(context, terrain)
    villages = paint_country(context, terrain, dice, ground)
    paint_waters(context, terrain, dice, lines[0.0])
    paint_names(context, terrain, villages)
    sheet.paint_frame(context)
    sheet.paint_title(context, 110, 120)
    sheet.paint_compass(context, *places.ROSE)
    sheet.paint_rule(context, 110, 1905)
    chart.paint_chart(context, *places.CHART)


def paint_country(context, terrain, dice, ground):
    land.paint_crater_lake(context, *places.VOLCANO[:2])
    ways = Ways(terrain)
    spots = country.springs(terrain, dice, 34, (*places.VOLCANO[:2], 110))
    country.paint_rivers(context, ways.rivers(spots), ground)
    _, x, y = places.CITY
    city = town.City(terrain, x, y, 172)
    roads = [ways.road((a, b), (x, y - 60)) for _, a, b, _ in places.VILLAGES]
    country.paint_roads(context, [road for road in roads if road], ground)
    city.paint(context, dice, ground)
    boats = town.paint_quay(context, terrain, city, ground)
    buildings.fort(context, *places.FORT)
    ground.take(*places.FORT[:2], places.FORT[2] + 6)
    names = []
    for name, a, b, count in places.VILLAGES:
        names.append((name, a, town.paint_village(context, terrain, dice, ground, a, b, count) + 16))
    farms = [(x, y, 60)] + [(a, b, 2 * count) for _, a, b, count in places.VILLAGES]
    country.paint_fields(context, terrain, dice, ground, farms)
    country.paint_woods(context, terrain, dice, ground, places.SEED + 9, 44000)
    for a, b in places.LIGHTHOUSES:
        buildings.lighthouse(context, a, b)
    for a, b in boats:
        if terrain.at(a, b) < -0.01:
            ships.boat(context, dice, a, b)
    return names


def paint_waters(context, terrain, dice, coast):
    context.save()
    sea.clip_to_sea(context, coast)
    sea.paint_courses(context, *places.ROSE[:2])
    context.restore()
    depths = sea.paint_depths(context, terrain, dice, near_something)
    sea.paint_waves(context, terrain, dice, near_something, depths, 460)
    for ship in places.SHIPS:
        ships.ship(context, *ship)
    ships.whale(context, *places.WHALE)
    ships.serpent(context, *places.SERPENT)


def near_something(x, y, room):
    """Whether lettering, ships, compass, chart or title are nearer than `room`."""
    if math.hypot(x - places.ROSE[0], y - places.ROSE[1]) < places.ROSE[2] + 30 + room:
        return True
    left, top = places.CHART
    if x > left - room and y > top - room:
        return True
    if x < 1010 + room and y < 345 + room or x < 540 and y > 1860:
        return True
    for _, a, b, length, heading in places.SHIPS:
        if abs(x - a - heading * length * 0.4) < length * 0.95 + room / 2 and b - length < y < b + room:
            return True
    if any(a - 70 < x < a + 130 and b - 50 < y < b + 25 for a, b in (places.WHALE, places.SERPENT)):
        return True
    return any(abs(x - a) < size * len(name) * 0.62 + room and abs(y - b) < size + room / 2
               for name, a, b, size, _, _, _ in places.WATERS)


def paint_names(context, terrain, villages):
    for name, x, y, size, tracking, bow, angle in places.WATERS:
        paint.text(context, x, y, name, size, 0xE4F1F4, alpha=0.85, slant=0.22, tracking=tracking, bow=bow, angle=angle)
    for name, x, y in villages:
        paint.text(context, x, y, name, 13, paint.INK, halo=0xF4ECD8, bold=True)
    name, x, y = places.CITY
    paint.text(context, x, y - 187, name, 24, paint.INK, halo=0xF4ECD8, bold=True, tracking=2)
    for name, x, y, anchor in places.CAPES:
        paint.text(context, x, y, name, 11, 0xFFFFFF, slant=0.2, anchor=anchor, tracking=0.5)
    for name, x, y, size in places.ISLANDS:
        paint.text(context, x, y, name.upper(), size, 0xFFFFFF, tracking=4)
    for name, x, y in places.SUMMITS:
        x, y = terrain.summit(x, y, 40)
        paint.polygon(context, [(x - 5, y + 4), (x + 5, y + 4), (x, y - 5)], paint.INK)
        paint.text(context, x, y + 15, name, 10, paint.INK, halo=0xF0D9B8)
        metres = round(1000 * terrain.at(x, y))
        paint.text(context, x, y + 23, f"{metres} m", 6, paint.INK)
    paint.text(context, *places.VOLCANO[:2], "The Pupil", 9, 0xE4F1F4, slant=0.22)
    x, y = places.TREASURE
    paint.text(context, x, y, "×", 14, 0xA8321F, bold=True)
    paint.text(context, x, y + 8, "here lies the lost half stop", 4.8, paint.INK)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: sample.py OUTPUT.png")
    main(sys.argv[1])
