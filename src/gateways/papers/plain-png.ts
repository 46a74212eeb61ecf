import { deflateSync } from 'node:zlib'
import { splitPng, type TakenApart } from './png-lines.ts'

/**
 * A PNG of the same picture, which pdfkit draws correctly. pdfkit confuses transparent colours, and misreads pixels of less
 * than a byte if some are transparent or interlaced. Throws for an incomplete PNG.
 */
export function toPlainPng(png: Uint8Array): Uint8Array {
  const parts = splitPng(png)
  const { bits, colour, isInterlaced, transparency } = parts
  const isMisread = bits < 8 ? isInterlaced || transparency !== null : transparency !== null && colour !== 3
  return isMisread ? encodePng(parts, readPixels(parts)) : png
}

/** Red, green, blue and opacity, a byte each. */
function readPixels(parts: TakenApart): Uint8ClampedArray {
  const { width, height, bits, colour, palette, transparency, lines } = parts
  const channels = colour === 2 ? 3 : 1
  const stride = Math.max(1, (bits * channels) / 8)
  const most = 2 ** bits - 1
  const clear = colour === 3 || transparency === null ? null : transparency
  const isClear = (sample: (channel: number) => number) =>
    clear !== null &&
    sample(0) === readWord(clear, 0) &&
    (channels === 1 || (sample(1) === readWord(clear, 1) && sample(2) === readWord(clear, 2)))
  const pixels = new Uint8ClampedArray(4 * width * height)
  let above = new Uint8Array()
  for (const { filter, bytes, x, y, step, isFirst } of lines) {
    const line = removeFilters(filter, bytes, isFirst ? new Uint8Array(bytes.length) : above, stride)
    for (let nth = 0; x + nth * step < width; nth++) {
      const sample = (channel: number) => readSample(line, nth * channels + Math.min(channel, channels - 1), bits)
      const at = 4 * (y * width + x + nth * step)
      for (let channel = 0; channel < 3; channel++) {
        pixels[at + channel] = colour === 3 ? (palette[3 * sample(0) + channel] ?? 0) : (sample(channel) * 255) / most
      }
      pixels[at + 3] = isClear(sample) ? 0 : colour === 3 ? (transparency?.[sample(0)] ?? 255) : 255
    }
    above = line
  }
  return pixels
}

function removeFilters(filter: number, bytes: Uint8Array, above: Uint8Array, stride: number): Uint8Array<ArrayBuffer> {
  const line = new Uint8Array(bytes.length)
  for (const [at, byte] of bytes.entries()) {
    const left = line[at - stride] ?? 0
    const up = above[at] ?? 0
    const corner = above[at - stride] ?? 0
    line[at] = byte + ([0, left, up, (left + up) >> 1, predictPaeth(left, up, corner)][filter] ?? 0)
  }
  return line
}

/** The neighbour of a pixel that best continues the others (Paeth). */
function predictPaeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

function readSample(line: Uint8Array, nth: number, bits: number): number {
  if (bits === 16) return readWord(line, nth)
  const at = nth * bits
  return ((line[at >> 3] ?? 0) >> (8 - bits - (at % 8))) & (2 ** bits - 1)
}

function readWord(bytes: Uint8Array, nth: number): number {
  return ((bytes[2 * nth] ?? 0) << 8) | (bytes[2 * nth + 1] ?? 0)
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Written for pdfkit, which checks no checksums. */
function encodePng({ width, height }: TakenApart, pixels: Uint8ClampedArray): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const lines = Buffer.alloc((4 * width + 1) * height)
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(4 * width * y, 4 * width * (y + 1)), (4 * width + 1) * y + 1)
  return Buffer.concat([
    Uint8Array.from(signature),
    encodeChunk('IHDR', head),
    encodeChunk('IDAT', deflateSync(lines)),
    encodeChunk('IEND', new Uint8Array()),
  ])
}

function encodeChunk(name: string, data: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
}
