import { inflateSync } from 'node:zlib'

/** The parts of a PNG (W3C PNG, third edition). */
export type TakenApart = {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly colour: number
  readonly isInterlaced: boolean
  readonly palette: Uint8Array
  /** Alpha of each palette colour (0 is clear), or without a palette the one clear colour; null for none. */
  readonly transparency: Uint8Array | null
  readonly lines: readonly PngLine[]
}

/** One line of pixels in the file: its filter, which relates it to earlier pixels, and their positions. */
type PngLine = {
  readonly filter: number
  readonly bytes: Uint8Array
  readonly y: number
  readonly x: number
  readonly step: number
  readonly isFirst: boolean
}

const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Passes of an interlaced picture: the start of each, and the distance of its pixels. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const lastFilter = 4

/** Splits a PNG into its parts. Throws for any other bytes, and for missing or extra pixels. */
export function splitPng(png: Uint8Array): TakenApart {
  const view = new DataView(png.buffer, png.byteOffset, png.length)
  const chunks = listPngChunks(png, view)
  const [width, height, bits, colour] = [view.getUint32(16), view.getUint32(20), view.getUint8(24), view.getUint8(25)]
  const isInterlaced = view.getUint8(28) === 1
  const places = listPasses(width, height, isInterlaced, bits * (channelsOf[colour] ?? 0))
  const size = places.reduce((sum, { length }) => sum + 1 + length, 0)
  const pixels = inflateSync(Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data)), {
    maxOutputLength: size,
  })
  if (pixels.length !== size) throw new Error('pixels are missing')
  let at = 0
  const lines = places.map(({ length, ...place }) => {
    const line = { ...place, filter: pixels[at] ?? 0, bytes: pixels.subarray(at + 1, at + 1 + length) }
    if (line.filter > lastFilter) throw new Error('no such filter')
    at += 1 + length
    return line
  })
  const dataOf = (name: string) => chunks.find((chunk) => chunk.name === name)?.data ?? null
  return {
    ...{ width, height, bits, colour, isInterlaced, lines },
    palette: dataOf('PLTE') ?? new Uint8Array(),
    transparency: dataOf('tRNS'),
  }
}

function listPngChunks(png: Uint8Array, view: DataView) {
  const chunks: { readonly name: string; readonly data: Uint8Array }[] = []
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const name = new TextDecoder('latin1').decode(png.subarray(at + 4, at + 8))
    chunks.push({ name, data: png.subarray(at + 8, at + 8 + view.getUint32(at)) })
  }
  return chunks
}

function listPasses(width: number, height: number, isInterlaced: boolean, bitsOfPixel: number) {
  const passes = isInterlaced ? adam7 : [[0, 0, 1, 1] as const]
  return passes.flatMap(([x, firstY, step, down]) => {
    const across = Math.ceil((width - x) / step)
    const length = Math.ceil((across * bitsOfPixel) / 8)
    const count = across > 0 ? Math.max(0, Math.ceil((height - firstY) / down)) : 0
    return Array.from({ length: count }, (_, nth) => ({ x, y: firstY + nth * down, step, length, isFirst: nth === 0 }))
  })
}
