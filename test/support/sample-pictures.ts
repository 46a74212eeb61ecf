import { deflateSync } from 'node:zlib'

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(Bun.hash.crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A complete PNG of one colour with this width and height in pixels. */
export function png(width: number, height: number, [red, green, blue]: readonly number[] = [23, 74, 144]): Buffer<ArrayBuffer> {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [red, green, blue] as number[]).flat()])
  return pngOf([width, height], [8, 2, 0], deflateSync(Buffer.concat(Array.from({ length: height }, () => row))))
}

/** A PNG of this size and kind from the bytes of its pixels; `more` are the chunks before them. */
export function pngOf(
  [width, height]: readonly [number, number],
  [bits, colour, interlace]: readonly [bits: number, colour: number, interlace: number],
  pixels: Uint8Array,
  more: Readonly<Record<string, readonly number[]>> = {},
): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([bits, colour, 0, 0, interlace], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...Object.entries(more).map(([name, bytes]) => chunk(name, Uint8Array.from(bytes))),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** An SVG with these elements. */
export function svg(inside = '<circle cx="20" cy="20" r="18" fill="#174a90"/>', attributes = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 160 40" ${attributes}>${inside}</svg>`
}
