import type { Letterhead } from '../../domain/printed-paper.ts'
import type { Drawing } from './drawing.ts'
import { type Ink, pens } from './ink.ts'
import { openSvg } from './svg-drawing.ts'

const logoRoom = { width: 150, height: 40 }

/** Draws the sender: logo and name at the left, contact at the right. */
export function drawLetterhead(ink: Ink, { name, lines }: Letterhead, logo: Drawing | null): void {
  const top = ink.y
  const half = ink.width / 2
  const below = drawLogo(ink, name, logo, top)
  const named = ink.wrap(name, half - 10, pens.section)
  ink.part('P').add(() => ink.lines(named, ink.left, below, pens.section))
  const said = lines.flatMap((line) => ink.wrap(line, half - 10, pens.quiet))
  const right = ink.left + ink.width
  if (said.length > 0) {
    const part = ink.part('P')
    part.add(() => ink.lines(said, 0, top + 2, pens.quiet, { right }))
  }
  ink.y = Math.max(below + named.length * pens.section.lead, top + 2 + said.length * pens.quiet.lead) + 4
  ink.rule(ink.y, ink.accent, 1.4)
  ink.y += 12
}

/** Opens a logo; null without one, or if it cannot be drawn, because the paper also shows the name. */
export function openLogo(ink: Ink, { brand: { logo } }: Letterhead): Drawing | null {
  if (logo === null) return null
  return logo.type === 'image/png' ? ink.openPng(logo.bytes, logoRoom) : openSvg(logo.bytes, logoRoom)
}

/** Draws the logo, and returns the place for the name. */
function drawLogo(ink: Ink, name: string, logo: Drawing | null, top: number): number {
  if (logo === null) return top
  const { width, height } = logo
  const part = ink.part('Figure', { alt: `Logo of ${name}`, bbox: [ink.left, top, ink.left + width, top + height] })
  part.add(() => logo.draw(ink.doc, ink.left, top))
  return top + height + 5
}
