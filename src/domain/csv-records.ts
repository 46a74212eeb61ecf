/** Greatest number of lines of a record. A quote that stays open for longer is a fault of its line. */
const mostLines = 20

/** Receives the cells of a record and the number of its first line. `cells` is null for a line whose quote does not end. */
export type TakeRecord = (cells: readonly string[] | null, line: number) => void

/** Collects the records of a CSV file (RFC 4180) from its lines. A quoted cell can contain line breaks. */
export class CsvRecords {
  /** Lines of a record whose quote is open. */
  #held: string[] = []
  #line = 1

  constructor(private readonly take: TakeRecord) {}

  addLine(line: string): void {
    this.#held.push(line)
    this.#takeRecords(mostLines)
  }

  /** Ends the last record. */
  end(): void {
    this.#takeRecords(1)
  }

  /** Takes the held records. If they are none and `limit` lines or more are held, the first line is at fault. */
  #takeRecords(limit: number): void {
    while (this.#held.length > 0) {
      const found = findFirstRecord(this.#held)
      if (found === null && this.#held.length < limit) return
      this.take(found?.cells ?? null, this.#line)
      const lines = found?.lines ?? 1
      this.#line += lines
      this.#held.splice(0, lines)
    }
  }
}

function findFirstRecord(held: readonly string[]): { readonly cells: string[]; readonly lines: number } | null {
  for (let lines = 1; lines <= held.length; lines++) {
    const cells = splitCsvRecord(held.slice(0, lines).join('\n'))
    if (cells !== null) return { cells, lines }
  }
  return null
}

/** The cells of a record, without their quotes; null if a quote does not end. */
function splitCsvRecord(record: string): string[] | null {
  if (!record.includes('"')) return record.split(',')
  const cells: string[] = []
  for (let at = 0; at <= record.length; ) {
    const start = record[at] === '"' ? findQuoteEnd(record, at) : at
    if (start === null) return null
    const comma = record.indexOf(',', start)
    const end = comma < 0 ? record.length : comma
    const quoted = start > at ? record.slice(at + 1, start - 1).replaceAll('""', '"') : ''
    cells.push(quoted + record.slice(start, end))
    at = end + 1
  }
  return cells
}

/** The index after the quote that ends a quoted text; null without one. */
function findQuoteEnd(record: string, start: number): number | null {
  for (let from = start + 1; ; ) {
    const quote = record.indexOf('"', from)
    if (quote < 0) return null
    if (record[quote + 1] !== '"') return quote + 1
    from = quote + 2
  }
}
