"""Pictures for check_pictures.sh, sound and damaged: pictures.py FOLDER"""
import base64
import struct
import sys
import zlib

FOLDER = sys.argv[1] + '/'
JPEG = base64.b64decode('/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAWEAEBAQAAAAAAAAAAAAAAAAAAFGH/xAAVAQEBAAAAAAAAAAAAAAAAAAAEBv/EABcRAAMBAAAAAAAAAAAAAAAAAAAEFVL/2gAMAwEAAhEDEQA/AJGzSzQVMpXI6ozo/9k=')
FOUR_INKS = base64.b64decode('/9j/4AAQSkZJRgABAQEAYABgAAD/7gAOQWRvYmUAZAAAAAAC/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/9sAQwEODg4TERMmFRUmTzUtNU9PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P/8AAFAgACAAQBAEiAAIRAQMRAQQiAP/EABUAAQEAAAAAAAAAAAAAAAAAAAAG/8QAGxAAAgEFAAAAAAAAAAAAAAAAAAIEBRIUUVL/xAAVAQEBAAAAAAAAAAAAAAAAAAAFBv/EABkRAAMAAwAAAAAAAAAAAAAAAAAEFVFSof/aAA4EAQACEQMRBAAAPwCiwZO1GDJ2oBGV3NwyMpjpVX1bpBfVukAP/9k=')


def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


def png(columns, rows, colour, depth, row, extra=b'', missing=0):
    pixels = zlib.compress(b''.join(b'\0' + row for _ in range(rows - missing)))
    head = chunk(b'IHDR', struct.pack('>IIBBBBB', columns, rows, depth, colour, 0, 0, 0))
    return b'\x89PNG\r\n\x1a\n' + head + extra + chunk(b'IDAT', pixels) + chunk(b'IEND', b'')


def write(name, data):
    with open(FOLDER + name, 'wb') as f:
        f.write(data)


def density(inch):
    return chunk(b'pHYs', struct.pack('>IIB', round(inch / 0.0254), round(inch / 0.0254), 1))


RGB = b''.join(bytes((x * 255 // 600, 90, 128)) for x in range(600))
SOUND = png(600, 300, 2, 8, RGB, density(144))
write('rgb.png', SOUND)
write('alpha.png', png(300, 200, 6, 8, b''.join(bytes((200, 30, 60, x * 255 // 300)) for x in range(300)), density(150)))
write('palette.png', png(160, 80, 3, 2, bytes(x * 4 // 40 * 0x55 & 255 for x in range(40)),
                         chunk(b'PLTE', bytes(range(100, 112))) + density(150)))
write('grey.png', png(200, 100, 0, 16, b''.join(struct.pack('>H', x * 300) for x in range(200)), density(200)))
write('plain.jpg', JPEG)
write('jpeg-named.png', JPEG)
write('wide.png', png(3000, 300, 2, 8, RGB * 5))
write('four-inks.jpg', FOUR_INKS)
write('cut.jpg', JPEG[:len(JPEG) // 2])
write('cut.png', SOUND[:len(SOUND) // 2])
write('sum.png', SOUND[:300] + bytes([SOUND[300] ^ 255]) + SOUND[301:])
write('short.png', png(600, 300, 2, 8, RGB, missing=5))
write('huge.png', png(20000, 6000, 0, 1, b'\xaa' * 2500))
write('text.png', b'no picture at all')
write('empty.png', b'')
write('bomb.png', SOUND[:33] + chunk(b'IDAT', zlib.compress(bytes(20000000))) + chunk(b'IEND', b''))
write('filter.png', SOUND[:33] + chunk(b'IDAT', zlib.compress((b'\x05' + RGB) * 300)) + chunk(b'IEND', b''))
write('colours.png', png(8, 8, 3, 2, bytes(2), chunk(b'PLTE', bytes(15))))
write('long.png', png(40000, 1, 4, 8, bytes(80000)))
write('deep.png', png(60, 30, 6, 16, bytes(480)))
