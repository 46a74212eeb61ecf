import type { Letterhead } from '../../domain/printed-paper.ts'
import { type Ink, pens } from './ink.ts'

const logoHeight = 40
const logoWidth = 150

/** Who sends it: their logo and name at the left, how to reach them at the right. */
export function drawLetterhead(ink: Ink, { name, lines, brand }: Letterhead): void {
  const top = ink.y
  const half = ink.width / 2
  const below = drawLogo(ink, name, brand.logo, top)
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

/** Answers where the name may stand. A picture that cannot be drawn is left out: the name says who it is. */
function drawLogo(ink: Ink, name: string, logo: Letterhead['brand']['logo'], top: number): number {
  if (logo?.type !== 'image/png') return top
  const picture = ink.openPicture(logo.bytes)
  if (picture === null) return top
  const scale = Math.min(logoHeight / picture.height, logoWidth / picture.width)
  const [width, height] = [picture.width * scale, picture.height * scale]
  const part = ink.part('Figure', { alt: `Logo of ${name}`, bbox: [ink.left, top, ink.left + width, top + height] })
  part.add(() => ink.doc.image(picture as unknown as Buffer, ink.left, top, { width, height }))
  return top + height + 5
}
