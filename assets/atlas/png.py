"""A picture of at most 256 colours as PNG: a fraction of the size of one of 16 million."""
import struct
import zlib
from collections import Counter

COARSE = 0xFCFCFC  # colours that differ in the lower two bits alone count as one


def write(path, pixels, width, height, exact):
    """`pixels`: rows of 0x..RRGGBB without gaps. `exact`: colours that must be kept as they are."""
    counts = Counter(pixel & 0xFFFFFF for pixel in pixels)
    palette = list(exact) + chosen(counts, 256 - len(exact), set(exact))
    nearest = {}
    groups = {}
    for color in counts:
        key = color & COARSE
        if key not in groups:
            groups[key] = closest(key | 0x020202, palette)
        nearest[color] = groups[key]
    for index, color in enumerate(exact):
        nearest[color] = index
    indices = bytes(nearest[pixel & 0xFFFFFF] for pixel in pixels)
    rows = b"".join(b"\0" + indices[start:start + width] for start in range(0, width * height, width))
    packer = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_DEFAULT_STRATEGY)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        chunk(file, b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
        chunk(file, b"sRGB", b"\0")
        chunk(file, b"PLTE", b"".join(color.to_bytes(3, "big") for color in palette))
        chunk(file, b"IDAT", packer.compress(rows) + packer.flush())
        chunk(file, b"IEND", b"")


def chunk(file, kind, content):
    file.write(struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content)))


def closest(color, palette):
    red, green, blue = color >> 16, color >> 8 & 255, color & 255
    best, found = 1 << 30, 0
    for index, other in enumerate(palette):
        away = 2 * (red - (other >> 16)) ** 2 + 4 * (green - (other >> 8 & 255)) ** 2 + 3 * (blue - (other & 255)) ** 2
        if away < best:
            best, found = away, index
    return found


def chosen(counts, limit, kept):
    """Colours that stand for all: the box of colours with the widest spread is cut in two, time and again."""
    merged = {}
    for color, count in counts.items():
        if color not in kept:
            group = merged.setdefault(color & COARSE, Counter())
            group[color] += count
    # The most frequent colour of each group, weighed by the root of how often the group occurs: flat grounds must
    # not crowd out the colours of small things.
    weighed = [(group.most_common(1)[0][0], sum(group.values()) ** 0.5) for group in merged.values()]
    boxes = [measured(weighed)]
    while len(boxes) < limit:
        boxes.sort(key=lambda box: box[0])
        spread, shift, content = boxes.pop()
        if spread <= 0:
            boxes.append((spread, shift, content))
            break
        content.sort(key=lambda entry: (entry[0] >> shift & 255, entry[0]))
        half, total = sum(weight for _, weight in content) / 2, 0.0
        for cut, (_, weight) in enumerate(content):
            total += weight
            if total >= half:
                break
        cut = min(max(cut, 1), len(content) - 1)
        boxes += [measured(content[:cut]), measured(content[cut:])]
    return [max(content, key=lambda entry: (entry[1], entry[0]))[0] for _, _, content in boxes]


def measured(content):
    """A box of colours with its spread and the channel of the widest: (spread, shift, content)."""
    widest, at, total = -1.0, 0, sum(weight for _, weight in content)
    for shift in (16, 8, 0):
        middle = sum((color >> shift & 255) * weight for color, weight in content) / total
        spread = sum(((color >> shift & 255) - middle) ** 2 * weight for color, weight in content)
        if spread > widest and len(content) > 1:
            widest, at = spread, shift
    return widest, at, content
