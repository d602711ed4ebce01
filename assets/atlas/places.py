"""Where things are on the sheet, and what they are called: all of it invented."""

WIDTH, HEIGHT = 3000, 2000
SEED = 7
RIDGES = [  # (points, reach)
    ([(880, 1010), (1040, 760), (1330, 540), (1640, 470), (2060, 600), (2330, 820), (2390, 1080), (2250, 1330)], 235),
    ([(1390, 740), (1560, 770), (1690, 750)], 215), ([(500, 1490), (640, 1560)], 140),
    ([(1230, 1620), (1430, 1680)], 115), ([(2640, 420), (2700, 480)], 95), ([(1790, 1220), (1830, 1250)], 85),
    ([(890, 1770), (900, 1780)], 60), ([(2030, 1720), (2120, 1750)], 75), ([(330, 1000), (350, 1060)], 75),
    ([(2750, 1150), (2760, 1180)], 55)]
VOLCANO = (2060, 620, 300, 74)  # middle, reach, crater's radius
PLAINS = [(1520, 800, 235), (960, 1080, 110), (2230, 1400, 110), (590, 1600, 70)]

CITY = ("Port Aperture", 1520, 830)
VILLAGES = [  # (name, x, y, houses)
    ("Dioptre", 985, 1090, 34), ("Lower Gamma", 2235, 1415, 30), ("Saint Bezel", 1330, 300, 16),
    ("Halide", 2470, 600, 20), ("Bayer", 590, 1625, 22), ("Kernel", 1400, 1745, 14), ("Old Dither", 2600, 880, 18),
    ("Emulsion", 820, 700, 16), ("Stop Bath", 2130, 1080, 12), ("Sepia", 2065, 1752, 7), ("Anamorph", 1140, 870, 16)]
SUMMITS = [("Mount Iris", 2060, 712), ("Great Lux", 1690, 400), ("Lesser Lux", 1350, 555), ("The Plate", 1085, 760),
           ("Mount Stop", 2390, 940), ("Tripod", 840, 950), ("Flare Head", 2340, 1240), ("Prism", 600, 1490),
           ("Hyperfocal", 1210, 1630), ("Bracket Tor", 2670, 420), ("Ghost Hill", 1850, 1270)]
WATERS = [  # (name, x, y, size, tracking, bow, angle)
    ("THE QUIET SEA", 1560, 1885, 44, 30, -26, 0), ("FOCAL BAY", 1640, 1075, 34, 22, 16, 0),
    ("GULF OF GRAIN", 585, 1262, 22, 10, -10, -0.12), ("Moiré Strait", 1955, 1540, 19, 5, -6, 0.2),
    ("NORTH LIGHT OCEAN", 1830, 130, 30, 24, -12, 0), ("Nyquist Narrows", 960, 1640, 15, 2, -4, -0.75),
    ("Penumbra Sound", 2710, 760, 19, 5, -8, 1.2), ("Bokeh Bank", 2650, 1275, 15, 3, 0, 0),
    ("Alias Deep", 590, 925, 16, 4, 0, -0.5), ("Chroma Roads", 1330, 1230, 15, 3, 0, 0.1)]
CAPES = [("Cape Parallax", 835, 1302, 0), ("Vignette Point", 2165, 1600, 0), ("Sharpness Head", 1600, 202, 0.5),
         ("Tele Point", 2700, 960, 0), ("Wide Point", 1015, 480, 1), ("Pinhole", 2785, 1290, 0.5),
         ("Contact Sheet", 900, 1860, 0.5), ("Split Prism", 330, 1150, 0.5)]
ISLANDS = [("Umbra", 320, 1500, 17), ("Collodion", 1450, 1520, 16), ("Ektar", 2720, 340, 14), ("Bulb", 1810, 1165, 13),
           ("Tintype", 2110, 1640, 13), ("Stillness", 345, 905, 13)]
SHIPS = [  # (name, x, y, length, heading: 1 east, -1 west)
    ("PATIENCE", 1190, 1110, 92, 1), ("LONG EXPOSURE", 1560, 1420, 104, -1), ("SECOND CURTAIN", 2440, 200, 88, -1),
    ("DARK SLIDE", 640, 700, 84, 1), ("GOLDEN HOUR", 2480, 1560, 96, -1), ("BLUE HOUR", 300, 1330, 78, 1),
    ("FIXER", 1710, 1640, 74, 1), ("NEGATIVE", 1020, 1440, 70, -1), ("SHUTTER", 2860, 620, 80, -1),
    ("LATENT IMAGE", 1130, 240, 84, 1), ("AFTERIMAGE", 700, 1890, 76, 1), ("HALF STOP", 1960, 960, 62, -1)]
LIGHTHOUSES = [(815, 1262), (2150, 1555), (2660, 965), (1654, 947), (325, 1090)]
WHALE, SERPENT = (2670, 1385), (2330, 1890)
TREASURE = (352, 1042)
FORT = (1040, 534, 23)  # middle and radius
ROSE = (300, 620, 128)  # middle and radius of the compass
CHART = (2572, 1676)  # upper left corner of the resolution chart
