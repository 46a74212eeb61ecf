import type { PaperCell, PaperColumn, PaperTable } from '../../domain/printed-paper.ts'
import { describeFigure } from './blocks.ts'
import { hairline, type Ink, type Pen, pens, type TaggedPart } from './ink.ts'
import { codeSide, drawCode } from './qr-figure.ts'

const padding = 4
const gap = 10
const boxHeight = 22
const { lead } = pens.body

type ColumnPlace = { readonly x: number; readonly width: number; readonly isNumber: boolean }
type WrittenLine = { readonly text: string; readonly pen: Pen }
type Laid = { readonly cell: PaperCell; readonly lines: readonly WrittenLine[]; readonly place: ColumnPlace }

/** Draws a table with its head on every page. */
export function drawTable(ink: Ink, { columns, rows, totals = [] }: PaperTable): void {
  const places = placeTableColumns(ink, columns)
  const heads = columns.map(({ head }, nth) => ({ head, place: places[nth] as ColumnPlace }))
  const table = ink.part('Table')
  const lay = (row: readonly PaperCell[], pen: Pen) =>
    row.map(
      (cell, nth): Laid => ({
        cell,
        lines: wrapCell(ink, cell, places[nth] as ColumnPlace, pen),
        place: places[nth] as ColumnPlace,
      }),
    )
  const laid = rows.map((row) => lay(row, pens.body))

  ink.makeRoom(pens.head.lead + 2 * padding + Math.min(measureRow(laid[0] ?? []), 120))
  const tr = ink.part('TR', {}, table)
  drawHeads(ink, heads, (draw) => ink.part('TH', { scope: 'Column' }, tr).add(draw))
  for (const row of laid) drawRow(ink, table, heads, row)
  drawTotals(
    ink,
    table,
    heads,
    totals.map((row) => lay(row, pens.strong)),
  )
  ink.y += 8
}

/** Draws the totals of a table on one page. */
function drawTotals(ink: Ink, table: TaggedPart, heads: Heads, totals: readonly (readonly Laid[])[]): void {
  if (totals.length === 0) return
  ink.makeRoom(totals.reduce((height, row) => height + measureRow(row), 0))
  ink.rule(ink.y, '#111111', 0.9)
  for (const row of totals) drawRow(ink, table, heads, row)
}

function placeTableColumns(ink: Ink, columns: readonly PaperColumn[]): ColumnPlace[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const free = ink.width - gap * (columns.length - 1)
  let x = ink.left
  return columns.map(({ share, isNumber = false }) => {
    const place = { x, width: (free * share) / shares, isNumber }
    x += place.width + gap
    return place
  })
}

function wrapCell(ink: Ink, cell: PaperCell, { width }: ColumnPlace, pen: Pen): WrittenLine[] {
  const lines = (text: string, by: Pen) => (text === '' ? [] : ink.wrap(text, width, by).map((line) => ({ text: line, pen: by })))
  if (typeof cell === 'string') return lines(cell, pen)
  return 'strong' in cell ? [...lines(cell.strong, pens.strong), ...lines(cell.text, pen)] : []
}

function measureRow(row: readonly Laid[]): number {
  return 2 * padding + Math.max(lead, ...row.map(({ cell, lines }) => Math.max(lines.length * lead, measureFigure(cell))))
}

function measureFigure(cell: PaperCell): number {
  if (typeof cell === 'string' || 'strong' in cell) return 0
  return 'box' in cell ? boxHeight : codeSide
}

type Heads = readonly { readonly head: string; readonly place: ColumnPlace }[]

function drawHeads(ink: Ink, heads: Heads, write: (draw: () => void) => void): void {
  const y = ink.y + padding
  const wrapped = heads.map(({ head, place }) => ({ place, lines: ink.wrap(head, place.width, pens.head) }))
  for (const { place, lines } of wrapped) {
    write(() => ink.lines(lines, place.x, y, pens.head, buildRightEdge(place)))
  }
  ink.y = y + Math.max(...wrapped.map(({ lines }) => lines.length)) * pens.head.lead + padding
  ink.rule(ink.y, '#111111', 0.9)
}

function buildRightEdge({ x, width, isNumber }: ColumnPlace) {
  return isNumber ? { right: x + width } : null
}

function writeLines(ink: Ink, lines: readonly WrittenLine[], place: ColumnPlace, top: number): void {
  for (const [nth, { text, pen }] of lines.entries()) {
    ink.line(nth < lines.length - 1 ? `${text} ` : text, place.x, top + nth * lead, pen, buildRightEdge(place))
  }
}

/** Draws a row on one page, unless it is longer than a page. */
function drawRow(ink: Ink, table: TaggedPart, heads: Heads, row: readonly Laid[]): void {
  const continueBelow = () => {
    ink.newPage()
    drawHeads(ink, heads, (draw) => ink.decorate(draw))
  }
  const height = measureRow(row)
  if (ink.y + height > ink.bottom) continueBelow()
  const tr = ink.part('TR', {}, table)
  const cells = row.map((laid) => ({ ...laid, part: ink.part('TD', {}, tr) }))
  const most = Math.max(1, ...row.map(({ lines }) => lines.length))
  for (let from = 0; from < most; ) {
    if (from > 0) continueBelow()
    const top = ink.y + padding
    const fitting = Math.max(1, Math.floor((ink.bottom - padding - top) / lead))
    for (const { cell, lines, place, part } of cells) {
      const here = lines.slice(from, from + fitting)
      if (here.length > 0) part.add(() => writeLines(ink, here, place, top))
      if (from === 0) drawFigure(ink, part, cell, place, top)
    }
    const isLast = from + fitting >= most
    ink.y = isLast && from === 0 ? ink.y + height : top + Math.min(most - from, fitting) * lead + padding
    from += fitting
  }
  ink.rule()
}

function drawFigure(ink: Ink, part: TaggedPart, cell: PaperCell, { x, width }: ColumnPlace, top: number): void {
  if (typeof cell === 'string' || 'strong' in cell) return
  if ('box' in cell) ink.decorate(() => ink.doc.rect(x, top, width, boxHeight).lineWidth(0.6).stroke(hairline))
  else drawCode(ink, ink.part('Figure', describeFigure(x, top, codeSide, cell.says), part), cell.code, x, top, codeSide)
}
