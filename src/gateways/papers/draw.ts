import type { PaperBlock, PrintedPaper, PrintedSheet } from '../../domain/printed-paper.ts'
import { drawBoxes, drawCodeBeside, drawFacts, drawHeading, drawParagraph, drawText } from './blocks.ts'
import { Ink, margin, pens } from './ink.ts'
import { drawLetterhead, openLogo } from './letterhead.ts'
import { drawTable } from './table.ts'

/** Draws a paper as a PDF file, tagged for screen readers, with its font inside, and without external resources. */
export function drawPaper(paper: PrintedPaper): Promise<Uint8Array> {
  const ink = new Ink(paper)
  const logo = openLogo(ink, paper.letterhead)
  for (const [nth, sheet] of paper.sheets.entries()) {
    if (nth > 0) ink.newPage()
    drawLetterhead(ink, paper.letterhead, logo)
    drawSheet(ink, sheet)
  }
  drawFeet(ink, paper.foot)
  return ink.finish()
}

function drawSheet(ink: Ink, { heading, warning, blocks }: PrintedSheet): void {
  drawText(ink, 'H1', heading, { ...pens.title, colour: ink.accent })
  if (warning !== null) drawText(ink, 'P', warning, pens.warning)
  ink.y += 4
  for (const block of blocks) drawBlock(ink, block)
}

function drawBlock(ink: Ink, block: PaperBlock): void {
  if (block.kind === 'heading') drawHeading(ink, block.text)
  else if (block.kind === 'text') drawParagraph(ink, block.text, block.isQuiet ? pens.quiet : pens.body)
  else if (block.kind === 'facts') drawFacts(ink, block.facts, block.across)
  else if (block.kind === 'table') drawTable(ink, block)
  else if (block.kind === 'boxes') drawBoxes(ink, block.names, block.across)
  else drawCodeBeside(ink, block)
}

/** Draws the foot of every page after the last page, when the number of pages is known. */
function drawFeet(ink: Ink, foot: string): void {
  const { doc, left, width } = ink
  const { start, count } = doc.bufferedPageRange()
  for (let nth = 0; nth < count; nth++) {
    doc.switchToPage(start + nth)
    const y = doc.page.height - margin - pens.quiet.lead
    ink.rule(y - 5)
    const [said = ''] = ink.wrap(foot.replaceAll('\n', ' '), width - 80, pens.quiet)
    ink.decorate(() => {
      ink.line(said, left, y, pens.quiet)
      ink.line(`Page ${nth + 1} of ${count}`, left, y, pens.quiet, { right: left + width })
    }, 'Pagination')
  }
}
