import { expect } from 'bun:test'
import type { PdfContents } from './pdf-reader.ts'

/** One part of the tags, with the text directly in it. */
interface Part {
  readonly tag: string
  readonly text: string
}

type Read = Pick<PdfContents, 'read' | 'text' | 'figures' | 'language'>

/**
 * Expects a paper that reads aloud in the order of the page, with these words and in English. Every sheet has a heading, every
 * table a head, and every picture words.
 */
export function expectAccessiblePdf(paper: Read, words: readonly string[], sheets = 1): void {
  const parts = partsOf(paper.read)
  expect(inOrderOf(paper.read, words)).toEqual([...words])
  expect(inOrderOf(paper.text, words)).toEqual([...words])
  expect(outOfOrder(leadsOf(parts), paper.text)).toEqual([])

  const headings = parts.filter(({ tag }) => /^H\d$/.test(tag))
  expect(headings.filter(({ tag }) => tag === 'H1')).toHaveLength(sheets)
  expect(headings[0]?.tag).toBe('H1')
  expect(headings.map(({ text }) => text)).not.toContain('')

  const rows = rowsOf(parts)
  expect(parts.filter(({ tag }) => tag === 'Table').length).toBeGreaterThan(0)
  expect(rows.filter(({ isFirst, heads }) => isFirst && heads === 0)).toEqual([])

  expect(paper.figures).not.toContain('')
  expect(paper.figures).toHaveLength(parts.filter(({ tag }) => tag === 'Figure').length)
  expect(paper.language).toBe('en-GB')
}

function partsOf(read: string): Part[] {
  const parts: Part[] = []
  for (const line of read.split('\n')) {
    const [, tag] = /^ *([A-Z]\w*)(?=[ :]|$)/.exec(line) ?? []
    const [, text] = /^ *"(.*)"$/.exec(line) ?? []
    if (tag !== undefined) parts.push({ tag, text: '' })
    else if (text !== undefined) {
      const part = parts.pop() as Part
      parts.push({ ...part, text: part.text + text })
    }
  }
  return parts
}

/** The words in the order of a text, without those that are missing from it. */
function inOrderOf(text: string, words: readonly string[]): string[] {
  return words.filter((word) => text.includes(word)).toSorted((one, other) => text.indexOf(one) - text.indexOf(other))
}

/**
 * The first words of every paragraph, heading and row below the paper's head. The head has two columns, which are read one after
 * the other.
 */
function leadsOf(parts: readonly Part[]): string[] {
  const below = parts.slice(parts.findIndex(({ tag }) => tag === 'H1'))
  return below.flatMap(({ tag, text }, nth) => {
    if (/^(P|H\d)$/.test(tag)) return [text]
    return tag === 'TR' ? [below[nth + 1]?.text ?? ''] : []
  })
}

/** The lines that begin with a word before the lines above them. */
function outOfOrder(leads: readonly string[], text: string): string[] {
  let at = 0
  return leads.filter((lead) => {
    const found = text.indexOf(lead.split(' ')[0] ?? '', at)
    if (found >= 0) at = found
    return found < 0
  })
}

function rowsOf(parts: readonly Part[]) {
  return parts.flatMap(({ tag }, nth) => {
    if (tag !== 'TR') return []
    const after = parts.slice(nth + 1)
    const end = after.findIndex((part) => !/^(TH|TD|Figure)$/.test(part.tag))
    const cells = end < 0 ? after : after.slice(0, end)
    return [{ isFirst: parts[nth - 1]?.tag === 'Table', heads: cells.filter((cell) => cell.tag === 'TH').length }]
  })
}
