import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Market, type MarketAnswer, statusAndCode } from './market.ts'

/** A PDF file as poppler reads it. */
export interface PdfContents {
  /** The text as placed on the page, the words of a line in order. */
  readonly text: string
  /** The text that a screen reader reads aloud, in order. */
  readonly read: string
  readonly info: string
  readonly fonts: string
  readonly pages: number
  /** The alternative text of each picture; empty if it has none. */
  readonly figures: readonly string[]
  /** The language; empty if it is not set. */
  readonly language: string
  readonly headers: Headers
}

/** The paper at an address, which must have one. */
export async function fetchPdf(market: Market, path: string, token?: string): Promise<PdfContents> {
  const response = await market.server.fetch(path, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } })
  if (response.status !== 200)
    throw new Error(`expected a paper at ${path}, but heard ${response.status}: ${await response.text()}`)
  return { ...(await readPdf(await response.bytes(), path)), headers: response.headers }
}

/** The answer of an address that must have no paper. */
export async function fetchPdfRefusal(market: Market, path: string, token?: string): Promise<string> {
  const answer: MarketAnswer = await market.call('GET', path, { ...(token !== undefined && { token }) })
  return statusAndCode(answer)
}

/** Reads a file with poppler's tools. With `CHARABANC_SHOTS=FOLDER` its pages are saved there as pictures. */
export async function readPdf(bytes: Uint8Array, name: string): Promise<Omit<PdfContents, 'headers'>> {
  const folder = mkdtempSync(join(tmpdir(), 'charabanc-paper-'))
  try {
    const file = join(folder, 'paper.pdf')
    await Bun.write(file, bytes)
    const shots = process.env.CHARABANC_SHOTS
    if (shots !== undefined) {
      const plain = name
        .replace(/\?.*$/, '')
        .replace(/TR-\w+|\d{3,}/g, 'X')
        .replace(/[^a-zA-Z-]+/g, '_')
      await tell(['pdftoppm', '-r', '70', '-png', file, join(shots, `${plain}-${Bun.hash(bytes).toString(36).slice(0, 4)}`)])
    }
    const info = await tell(['pdfinfo', file])
    return {
      text: await tell(['pdftotext', '-layout', file, '-']),
      read: await tell(['pdfinfo', '-struct-text', file]),
      info,
      fonts: await tell(['pdffonts', file]),
      pages: Number(/^Pages: +(\d+)$/m.exec(info)?.[1]),
      ...readTags(bytes),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The tags that poppler does not return; the file contains them uncompressed. */
function readTags(bytes: Uint8Array): Pick<PdfContents, 'figures' | 'language'> {
  const objects = new TextDecoder('latin1').decode(bytes).split('endobj')
  const figures = objects.filter((one) => one.includes('/S /Figure'))
  const text = (inside: string, key: string) => new RegExp(`/${key} \\(([^)]*)\\)`).exec(inside)?.[1] ?? ''
  return {
    figures: figures.map((one) => text(one, 'Alt')),
    language: text(objects.find((one) => one.includes('/Type /Catalog')) ?? '', 'Lang'),
  }
}

/** The colours of these places on the first page, as poppler draws it: `#174a90`. Points from the upper left. */
export async function coloursAt(bytes: Uint8Array, places: readonly (readonly [x: number, y: number])[]): Promise<string[]> {
  const picture = await output(['pdftoppm', '-r', '72', '-singlefile', '-'], bytes)
  const [head = '', width = ''] =
    /^P6\s+(\d+)\s+\d+\s+255\s/.exec(new TextDecoder('latin1').decode(picture.subarray(0, 40))) ?? []
  return places.map(([x, y]) => {
    const at = head.length + 3 * (Math.floor(y) * Number(width) + Math.floor(x))
    return `#${picture.subarray(at, at + 3).toHex()}`
  })
}

async function tell(command: string[]): Promise<string> {
  return new TextDecoder().decode(await output(command, null))
}

async function output(command: string[], stdin: Uint8Array | null): Promise<Uint8Array> {
  const { stdout, stderr, exited } = Bun.spawn(command, { stdin: stdin ?? 'ignore', stderr: 'pipe' })
  const [said, complained, code] = await Promise.all([new Response(stdout).bytes(), new Response(stderr).text(), exited])
  if (code !== 0 || complained !== '') throw new Error(`${command.join(' ')} ended with ${code}: ${complained}`)
  return said
}
