"""A picture of a region puzzle, painted pixel by pixel."""

from __future__ import annotations

import struct
import zlib

REGIONS = ("AABBB", "ACCBB", "DDCBB", "DDCCE", "DDEEE")
COLOURS = {"A": (240, 120, 120), "B": (120, 190, 240), "C": (130, 210, 130), "D": (245, 210, 110), "E": (190, 150, 230)}
CELL = 40
EDGE = 12


def png(rows: list[bytes]) -> bytes:
    """A PNG file of rows of red, green and blue bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def pixel(x: int, y: int) -> tuple[int, int, int]:
    """A pixel of the board: coloured squares with dark lines, on a white page, and a queen on C5."""
    col, row = (x - EDGE) // CELL, (y - EDGE) // CELL
    side = CELL * len(REGIONS)
    if not (0 <= x - EDGE <= side and 0 <= y - EDGE <= side):
        return (255, 255, 255)
    if (x - EDGE) % CELL < 2 or (y - EDGE) % CELL < 2:
        return (30, 30, 30)
    middle = EDGE + CELL * 2 + CELL // 2, EDGE + CELL // 2
    if (x - middle[0]) ** 2 + (y - middle[1]) ** 2 < (CELL * 0.3) ** 2:
        return (20, 20, 20)
    return COLOURS[REGIONS[row][col]]


def painted() -> bytes:
    """The picture as a PNG file."""
    side = CELL * len(REGIONS) + 2 * EDGE
    return png([b"".join(bytes(pixel(x, y)) for x in range(side)) for y in range(side)])
