import PDFDocument from 'pdfkit'
import drawSvg from 'svg-to-pdfkit'
import { type Drawing, type DrawnSize, fitSize } from './drawing.ts'
import type { SvgElement } from './svg-elements.ts'
import { readSvgTree } from './svg-tree.ts'

/** Opens an SVG to draw it within this space; null if it cannot be drawn correctly. */
export function openSvg(bytes: Uint8Array, room: DrawnSize): Drawing | null {
  try {
    const root = readSvgTree(bytes)
    const size = fitSize(room, measureSvg(root))
    // A trial on a discarded page, because a fault on the paper could not be undone.
    const trial = new PDFDocument({ size: 'A4', margin: 0, font: '', compress: false })
    drawTree(trial, root, 0, 0, size)
    trial.end()
    return { ...size, draw: (doc, x, y) => drawTree(doc, root, x, y, size) }
  } catch {
    return null
  }
}

function drawTree(doc: PDFKit.PDFDocument, root: SvgElement, x: number, y: number, size: DrawnSize): void {
  drawSvg(doc, root, x, y, {
    ...size,
    preserveAspectRatio: 'xMinYMin meet',
    assumePt: true,
    warningCallback: (what) => {
      throw new Error(what)
    },
    // The library would draw an unknown colour in black.
    colorCallback: (read, words = '') => {
      if (read === undefined && words !== '' && !words.startsWith('url(')) throw new Error('no colour')
      return read
    },
  })
}

const largestSide = 1e6

function measureSvg(root: SvgElement): DrawnSize {
  const [, , ...box] = (root.getAttribute('viewBox') ?? '').trim().split(/[\s,]+/)
  const sides = box.length === 2 ? box : ['width', 'height'].map((name) => (root.getAttribute(name) ?? '').replace(/px$/, ''))
  const [width = 0, height = 0] = sides.map(Number)
  if (![width, height].every((side) => side >= 1 / largestSide && side <= largestSide)) throw new Error('no size')
  return { width, height }
}
