import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { drawPaper } from '../../src/gateways/papers/draw.ts'
import { coloursAt, readPdf } from '../support/pdf-reader.ts'
import { png, pngOf } from '../support/sample-pictures.ts'

const rows = (row: readonly number[], height: number) => Uint8Array.from(Array.from({ length: height }, () => [0, ...row]).flat())
const packed = (row: readonly number[], height: number) => deflateSync(rows(row, height))

function paperWith(bytes: Uint8Array) {
  return drawPaper({
    title: 'Paper',
    fileName: 'paper',
    letterhead: { name: 'Dales Coaches', lines: [], brand: { logo: { type: 'image/png', bytes }, accent: null } },
    sheets: [{ heading: 'Paper', warning: null, blocks: [] }],
    foot: 'Foot',
    printedAt: 0,
  })
}

/** Four places on the middle line of a logo of 40 by 40 points. */
const places = [5, 15, 25, 35].map((x) => [42 + x, 62] as const)
const [red, blue, white] = ['#ff0000', '#0000ff', '#ffffff']
const palette = { PLTE: [255, 0, 0, 0, 0, 255], tRNS: [255, 0] }

describe('a PNG logo', () => {
  test.each<[string, Uint8Array, string[]]>([
    ['of one colour', png(4, 4, [255, 0, 0]), [red, red, red, red]],
    [
      'with transparent pixels',
      pngOf([4, 4], [8, 6, 0], packed([255, 0, 0, 255, 0, 0, 255, 255, 9, 9, 9, 0, 0, 0, 255, 255], 4)),
      [red, blue, white, blue],
    ],
    ['with a palette', pngOf([4, 4], [8, 3, 0], packed([0, 1, 0, 1], 4), { PLTE: palette.PLTE }), [red, blue, red, blue]],
    [
      'with a palette with one transparent colour',
      pngOf([4, 4], [8, 3, 0], packed([0, 1, 0, 1], 4), palette),
      [red, white, red, white],
    ],
    ['with a small palette', pngOf([4, 4], [2, 3, 0], packed([0b00010001], 4), { PLTE: palette.PLTE }), [red, blue, red, blue]],
    [
      'with a small palette with one transparent colour',
      pngOf([4, 4], [2, 3, 0], packed([0b00010001], 4), palette),
      [red, white, red, white],
    ],
    ['in black and white', pngOf([4, 4], [1, 0, 0], packed([0b01010000], 4)), ['#000000', white, '#000000', white]],
    [
      'with one transparent grey',
      pngOf([4, 4], [8, 0, 0], packed([0, 128, 0, 128], 4), { tRNS: [0, 128] }),
      ['#000000', white, '#000000', white],
    ],
    [
      'with one transparent colour',
      pngOf([2, 2], [8, 2, 0], packed([255, 0, 0, 9, 9, 9], 2), { tRNS: [0, 9, 0, 9, 0, 9] }),
      [red, red, white, white],
    ],
    [
      'with one transparent colour of 16 bits',
      pngOf([2, 2], [16, 2, 0], packed([255, 255, 0, 0, 0, 0, 9, 1, 9, 1, 9, 1], 2), { tRNS: [9, 1, 9, 1, 9, 1] }),
      [red, red, white, white],
    ],
    // Adam7 gives a picture of this size only the first pass and the last two.
    [
      'in interlaced passes',
      pngOf([2, 2], [2, 3, 1], deflateSync(Uint8Array.of(0, 0, 0, 0b01000000, 0, 0b00010000)), { PLTE: palette.PLTE }),
      [red, red, blue, blue],
    ],
    [
      'with filtered lines',
      pngOf([4, 4], [2, 3, 0], deflateSync(Uint8Array.of(0, 0b00010001, 2, 0, 2, 0, 4, 0)), palette),
      [red, white, red, white],
    ],
  ])('is drawn %s', async (_, bytes, colours) => {
    expect(await coloursAt(await paperWith(bytes), places)).toEqual(colours)
  })

  test.each([
    ['no pixels', pngOf([4, 4], [8, 6, 0], Uint8Array.of(1, 2, 3))],
    ['too few pixels', pngOf([4, 4], [8, 6, 0], packed([255, 0, 0, 255], 4))],
    ['too many pixels', pngOf([1, 1], [8, 6, 0], packed([255, 0, 0, 255], 4_000))],
    ['an unknown filter of a line', pngOf([1, 1], [8, 6, 0], deflateSync(Uint8Array.of(7, 1, 2, 3, 4)))],
    ['an unknown colour type', pngOf([1, 1], [8, 5, 0], packed([1], 1))],
  ])('is left out of the paper if it has %s', async (_, bytes) => {
    const { figures, text } = await readPdf(await paperWith(bytes), 'broken-logo')
    expect(figures).toEqual([])
    expect(text).toContain('Dales Coaches')
  })
})
