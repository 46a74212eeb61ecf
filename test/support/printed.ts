import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, inShort, type Market } from './market.ts'

/** A PDF file as poppler reads it. */
export interface Printed {
  /** As it lies on the page, words of a line in order. */
  readonly text: string
  /** What a screen reader is told, in the order it is told. */
  readonly read: string
  readonly info: string
  readonly fonts: string
  readonly pages: number
  readonly headers: Headers
}

/** What a paper says under an address; it must be one. */
export async function printed(market: Market, path: string, token?: string): Promise<Printed> {
  const response = await market.server.fetch(path, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } })
  if (response.status !== 200)
    throw new Error(`expected a paper at ${path}, but heard ${response.status}: ${await response.text()}`)
  return { ...(await readPdf(await response.bytes(), path)), headers: response.headers }
}

/** What is heard where no paper is answered. */
export async function refusedPaper(market: Market, path: string, token?: string): Promise<string> {
  const answer: Answer = await market.call('GET', path, { ...(token !== undefined && { token }) })
  return inShort(answer)
}

/** Reads a file with poppler's tools. With `CHARABANC_SHOTS=FOLDER` its pages are kept there as pictures. */
export async function readPdf(bytes: Uint8Array, name: string): Promise<Omit<Printed, 'headers'>> {
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
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function tell(command: string[]): Promise<string> {
  const { stdout, stderr, exited } = Bun.spawn(command, { stderr: 'pipe' })
  const [said, complained, code] = await Promise.all([new Response(stdout).text(), new Response(stderr).text(), exited])
  if (code !== 0 || complained !== '') throw new Error(`${command.join(' ')} ended with ${code}: ${complained}`)
  return said
}
