import { readFileSync } from 'node:fs'
import regularFont from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf' with { type: 'file' }
import boldFont from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf' with { type: 'file' }
import { create, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { toSafeLines } from '../../domain/control-characters.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { type Drawing, type DrawnSize, fitSize } from './drawing.ts'
import { toPlainPng } from './plain-png.ts'

/** Points, 72 to the inch. */
export const margin = 42
/** Height reserved for the foot of a page. */
const footHeight = 26

export type Pen = { readonly font: 'regular' | 'bold'; readonly size: number; readonly lead: number; readonly colour: string }

const black = '#111111'
export const hairline = '#b4b4b4'

export const pens = {
  body: { font: 'regular', size: 9.5, lead: 12.5, colour: black },
  strong: { font: 'bold', size: 9.5, lead: 12.5, colour: black },
  quiet: { font: 'regular', size: 8, lead: 10.5, colour: '#4a4a4a' },
  head: { font: 'bold', size: 8, lead: 10.5, colour: '#4a4a4a' },
  title: { font: 'bold', size: 19, lead: 24, colour: black },
  section: { font: 'bold', size: 12, lead: 16, colour: black },
  warning: { font: 'bold', size: 12, lead: 16, colour: '#a40000' },
} as const satisfies Readonly<Record<string, Pen>>

/** A part of the text for a screen reader, with everything drawn within `add`. */
export type TaggedPart = { add(child: TaggedPart | (() => void)): unknown; end(): void }

/** Facts about a part: for a picture its meaning and place, for a header whether it heads a row or a column. */
type TagFacts = {
  readonly alt?: string
  readonly bbox?: readonly [left: number, top: number, right: number, bottom: number]
  readonly scope?: 'Row' | 'Column'
}

/** Members of pdfkit that are missing in its published types. */
type Untyped = {
  struct(kind: string, facts: TagFacts): TaggedPart
  addStructure(part: TaggedPart): void
  openImage(bytes: Buffer): DrawnSize
  image(picture: DrawnSize, x: number, y: number, size: DrawnSize): void
  readonly _font: { readonly font: Letters }
}

/** The fonts of every paper, parsed once, because that takes longer than drawing a page. */
let opened: { readonly regular: Font; readonly bold: Font } | null = null

function openFonts() {
  opened ??= { regular: create(readFileSync(regularFont)), bold: create(readFileSync(boldFont)) }
  return opened
}

/** Replaces a letter that is missing in the font. */
const unknownLetter = '\uFFFD'

/** Writes on consecutive pages, and tags each part for screen readers. */
export class Ink {
  readonly left = margin
  readonly width: number
  readonly bottom: number
  readonly accent: string
  /** Points from the top of the page to the next line. */
  y = margin
  readonly doc: PDFKit.PDFDocument
  readonly #untyped: Untyped
  readonly #whole: TaggedPart
  readonly #widths = new Map<string, number>()

  constructor({ title, letterhead, printedAt }: PrintedPaper) {
    const fonts = openFonts()
    this.doc = new PDFDocument({
      size: 'A4',
      // The margins are handled here, because pdfkit would start a new page for the foot.
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      // Not among the published types.
      subset: 'PDF/UA' as 'PDF/A-1',
      lang: 'en-GB',
      tagged: true,
      displayTitle: true,
      // Otherwise pdfkit would look for standard fonts in files that the executable does not contain.
      font: fonts.regular as unknown as string,
      info: { Title: title, Author: letterhead.name, CreationDate: new Date(printedAt) },
    })
    for (const [name, font] of Object.entries(fonts)) this.doc.registerFont(name, font as unknown as string)
    this.width = this.doc.page.width - 2 * margin
    this.bottom = this.doc.page.height - margin - footHeight
    this.accent = findAccent(letterhead.brand.accent)
    this.#untyped = this.doc as unknown as Untyped
    this.#whole = this.#untyped.struct('Document', {})
    this.#untyped.addStructure(this.#whole)
  }

  /** A new part of the paper, such as `P` or `Table`. */
  part(kind: string, facts: TagFacts = {}, parent: TaggedPart = this.#whole): TaggedPart {
    const made = this.#untyped.struct(kind, facts)
    parent.add(made)
    return made
  }

  /** Draws parts that are not text: lines, frames, the foot. */
  decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type })
    draw()
    this.doc.endMarkedContent()
  }

  newPage(): void {
    this.doc.addPage()
    this.y = margin
  }

  /** Begins a new page if this height does not fit on the present one. */
  makeRoom(height: number): boolean {
    if (this.y + height <= this.bottom || this.y === margin) return false
    this.newPage()
    return true
  }

  rule(y = this.y, colour = hairline, thickness = 0.6): void {
    this.decorate(() =>
      this.doc
        .moveTo(this.left, y)
        .lineTo(this.left + this.width, y)
        .lineWidth(thickness)
        .stroke(colour),
    )
  }

  /** Draws wrapped lines under each other. A space between two lines separates their words for screen readers. */
  lines(lines: readonly string[], x: number, y: number, pen: Pen, place: Right | null = null): void {
    for (const [nth, line] of lines.entries()) {
      this.line(nth < lines.length - 1 ? `${line} ` : line, x, y + nth * pen.lead, pen, place)
    }
  }

  /** One wrapped line. */
  line(text: string, x: number, y: number, pen: Pen, place: Right | null = null): void {
    const from = place === null ? x : place.right - this.widthOf(text.trimEnd(), pen)
    this.doc.font(pen.font).fontSize(pen.size).fillColor(pen.colour).text(text, from, y, { lineBreak: false })
  }

  /** A text in lines of at most this width. */
  wrap(text: string, width: number, pen: Pen): string[] {
    const lines = this.#drawable(text, pen).split('\n')
    return lines.flatMap((line) => this.#wrapLine(line, width, pen))
  }

  widthOf(text: string, pen: Pen): number {
    const key = `${pen.font} ${pen.size} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const width = this.doc.font(pen.font).fontSize(pen.size).widthOfString(text)
    this.#widths.set(key, width)
    return width
  }

  /** Opens a PNG to draw it within this space; null for any other bytes. */
  openPng(bytes: Uint8Array, room: DrawnSize): Drawing | null {
    try {
      const picture = this.#untyped.openImage(Buffer.from(toPlainPng(bytes)))
      const size = fitSize(room, picture)
      return { ...size, draw: (_, x, y) => this.#untyped.image(picture, x, y, size) }
    } catch {
      return null
    }
  }

  /** The finished file. */
  async finish(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    const done = Promise.withResolvers<void>()
    this.doc.on('data', (piece: Uint8Array) => pieces.push(piece))
    this.doc.on('end', done.resolve)
    this.doc.on('error', done.reject)
    this.#whole.end()
    this.doc.end()
    await done.promise
    return new Uint8Array(Buffer.concat(pieces))
  }

  #drawable(text: string, { font }: Pen): string {
    this.doc.font(font)
    const { font: letters } = this.#untyped._font
    const plain = toSafeLines(text.normalize('NFC')).replaceAll('\t', ' ')
    return [...plain]
      .map((letter) => (letter === '\n' || letters.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : unknownLetter))
      .join('')
  }

  #wrapLine(text: string, width: number, pen: Pen): string[] {
    const space = this.widthOf(' ', pen)
    const lines: string[] = []
    let line = ''
    let reached = 0
    for (const word of text.split(' ').flatMap((one) => this.#chop(one, width, pen))) {
      const long = this.widthOf(word, pen)
      if (line !== '' && reached + space + long > width) {
        lines.push(line)
        line = ''
        reached = 0
      }
      reached += line === '' ? long : space + long
      line = line === '' ? word : `${line} ${word}`
    }
    return [...lines, line]
  }

  /** Splits a word that is wider than its line. */
  #chop(word: string, width: number, pen: Pen): string[] {
    if (this.widthOf(word, pen) <= width) return [word]
    const pieces: string[] = []
    let piece = ''
    let reached = 0
    for (const letter of word) {
      const long = this.widthOf(letter, pen)
      if (piece !== '' && reached + long > width) {
        pieces.push(piece)
        piece = ''
        reached = 0
      }
      piece += letter
      reached += long
    }
    return [...pieces, piece]
  }
}

/** The place of a right-aligned line: its end. */
type Right = { readonly right: number }

type Letters = { hasGlyphForCodePoint(codePoint: number): boolean }

const usualAccent = '#1d3f72'

function findAccent(colour: string | null): string {
  return colour !== null && /^#[0-9a-f]{6}$/i.test(colour) ? colour : usualAccent
}
