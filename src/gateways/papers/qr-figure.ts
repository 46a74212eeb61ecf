import { encode } from 'uqr'
import type { Ink, TaggedPart } from './ink.ts'

/** Side of a code in a table, large enough for a phone at arm's length. */
export const codeSide = 52

/** Draws a text as a code into a square. */
export function drawCode(ink: Ink, part: TaggedPart, text: string, x: number, y: number, side: number): void {
  const { data, size } = encode(text, { ecc: 'L', border: 0 })
  const dot = side / size
  part.add(() => {
    for (const [row, dots] of data.entries()) {
      for (const [column, isDark] of dots.entries()) {
        // Slightly wider, so that no viewer shows a seam between two squares.
        if (isDark) ink.doc.rect(x + column * dot, y + row * dot, dot + 0.05, dot + 0.05)
      }
    }
    ink.doc.fill('#000000')
  })
}
