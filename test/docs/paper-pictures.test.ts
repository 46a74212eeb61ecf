import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { samplePapers } from '../../scripts/sample-papers.ts'
import { drawPaper } from '../../src/gateways/papers/draw.ts'
import { readPdf } from '../support/pdf-reader.ts'

const pictures = join(import.meta.dir, '../../docs/pictures')
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')

test.each(Object.entries(samplePapers))(
  'matches the printed paper in the picture %s; `bun run docs:pictures` redraws it',
  async (name, paper) => {
    const { text } = await readPdf(await drawPaper(paper), name)
    expect(words(text)).toEqual(words(await Bun.file(join(pictures, `words-of-${name}.txt`)).text()))
  },
)
