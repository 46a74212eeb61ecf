import type { PaperFact } from '../../domain/printed-paper.ts'
import { hairline, type Ink, type Pen, pens, type TaggedPart } from './ink.ts'
import { codeSide, drawCode } from './qr-figure.ts'

const gap = 14
/** Number of the first lines of a fact that stay with its name. */
const mostKeptTogether = 8

export function drawText(ink: Ink, kind: string, text: string, pen: Pen): void {
  drawLines(ink, ink.part(kind), ink.wrap(text, ink.width, pen), pen)
}

/** A paragraph across the page, with a space after it. */
export function drawParagraph(ink: Ink, text: string, pen: Pen): void {
  drawText(ink, 'P', text, pen)
  ink.y += 5
}

function drawLines(ink: Ink, part: TaggedPart, lines: readonly string[], pen: Pen): void {
  let rest = lines
  while (rest.length > 0) {
    ink.makeRoom(pen.lead)
    const fitting = Math.max(1, Math.floor((ink.bottom - ink.y) / pen.lead))
    const here = rest.slice(0, fitting)
    part.add(() => ink.lines(here, ink.left, ink.y, pen))
    ink.y += here.length * pen.lead
    rest = rest.slice(here.length)
  }
}

/** A heading, which never stays alone at the foot of a page. */
export function drawHeading(ink: Ink, text: string): void {
  ink.makeRoom(pens.section.lead + 60)
  ink.y += 8
  drawText(ink, 'H2', text, { ...pens.section, colour: ink.accent })
  ink.y += 3
}

/** Draws each value under its name, some beside each other. A block that does not fit continues on the next page. */
export function drawFacts(ink: Ink, facts: readonly PaperFact[], across: number): void {
  const width = (ink.width - gap * (across - 1)) / across
  const table = ink.part('Table')
  for (let nth = 0; nth < facts.length; nth += across) {
    const row = facts.slice(nth, nth + across).map(([name, value]) => ({
      name: ink.wrap(name, width, pens.head),
      value: ink.wrap(value, width, pens.body),
    }))
    const names = Math.max(...row.map(({ name }) => name.length)) * pens.head.lead
    const most = Math.max(...row.map(({ value }) => value.length))
    const { lead } = pens.body
    ink.makeRoom(names + Math.min(most, mostKeptTogether) * lead)
    const top = ink.y
    const tr = ink.part('TR', {}, table)
    const cells = row.map(({ name, value }, column) => {
      const x = ink.left + column * (width + gap)
      ink.part('TH', { scope: 'Row' }, tr).add(() => ink.lines(name, x, top, pens.head))
      return { x, value, part: ink.part('TD', {}, tr) }
    })
    ink.y = top + names
    for (let from = 0; from < most; ) {
      if (from > 0) ink.newPage()
      const { y } = ink
      const to = Math.min(most, from + Math.max(1, Math.floor((ink.bottom - y) / lead)))
      for (const { x, value, part } of cells) {
        const here = value.slice(from, to)
        if (here.length > 0) part.add(() => ink.lines(here, x, y, pens.body))
      }
      ink.y += (to - from) * lead
      from = to
    }
    ink.y += 6
  }
  ink.y += 2
}

const boxHeight = 24

/** Boxes under their names. */
export function drawBoxes(ink: Ink, names: readonly string[], across: number): void {
  const width = (ink.width - gap * (across - 1)) / across
  for (let nth = 0; nth < names.length; nth += across) {
    ink.makeRoom(pens.head.lead + boxHeight)
    const top = ink.y
    for (const [column, name] of names.slice(nth, nth + across).entries()) {
      const x = ink.left + column * (width + gap)
      ink.part('P').add(() => ink.lines(ink.wrap(name, width, pens.head).slice(0, 1), x, top, pens.head))
      ink.decorate(() =>
        ink.doc
          .rect(x, top + pens.head.lead + 1, width, boxHeight)
          .lineWidth(0.6)
          .stroke(hairline),
      )
    }
    ink.y = top + pens.head.lead + boxHeight + 8
  }
}

/** Draws a code with its purpose beside it. */
export function drawCodeBeside(ink: Ink, { code, says }: { readonly code: string; readonly says: string }): void {
  const side = 1.5 * codeSide
  const lines = ink.wrap(says, ink.width - side - gap, pens.quiet)
  ink.makeRoom(Math.max(side, lines.length * pens.quiet.lead))
  const top = ink.y
  drawCode(ink, ink.part('Figure', describeFigure(ink.left, top, side, says)), code, ink.left, top, side)
  ink.part('P').add(() => ink.lines(lines, ink.left + side + gap, top, pens.quiet))
  ink.y = top + Math.max(side, lines.length * pens.quiet.lead) + 6
}

/** The description of a picture for a screen reader, and the square that it fills. */
export function describeFigure(x: number, y: number, side: number, alt: string) {
  return { alt, bbox: [x, y, x + side, y + side] } as const
}
