// Draws samples of papers into docs/pictures, with poppler: `bun run docs:pictures`. Their text is stored beside the pictures, so
// that a test requires new ones when a paper changes.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { drawPaper } from '../src/gateways/papers/draw.ts'
import { samplePapers } from './sample-papers.ts'

const pictures = resolve(import.meta.dir, '../docs/pictures')
/** Small enough for a handbook, large enough to be read. */
const dotsPerInch = 64

const folder = mkdtempSync(join(tmpdir(), 'paper-pictures-'))
try {
  for (const [name, paper] of Object.entries(samplePapers)) {
    const file = join(folder, `${name}.pdf`)
    await Bun.write(file, await drawPaper(paper))
    tell(['pdftoppm', '-r', String(dotsPerInch), '-png', '-singlefile', file, join(folder, name)])
    tell(['pdftotext', '-layout', file, join(pictures, `words-of-${name}.txt`)])
    copyFileSync(join(folder, `${name}.png`), join(pictures, `${name}.png`))
  }
} finally {
  rmSync(folder, { recursive: true })
}

function tell(command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command)
  if (!success) throw new Error(`${command.join(' ')}: ${stderr}`)
}
