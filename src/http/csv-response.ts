import { byteOrderMark, csvLine, textCell } from '../domain/csv.ts'
import type { ExportColumns } from './contracts/export.ts'

const encoder = new TextEncoder()

/** Rows wait for who reads, so the garbage they leave is old and stays until all of the heap is looked at: after so many pages. */
const pagesBetweenSweeps = 20

/** A table as a file that is written while it is read: no more of it is made than somebody takes. A `HEAD` has none of it made. */
export function csvResponse<Item>(
  fileName: string,
  columns: ExportColumns<Item>,
  pages: AsyncGenerator<readonly Item[], void>,
  isForHeadersOnly: boolean,
): Response {
  const headers = {
    'Content-Type': 'text/csv;charset=utf-8;header=present',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  }
  if (isForHeadersOnly) return new Response(null, { headers })
  const cells = Object.values(columns)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(encoder.encode(byteOrderMark + csvLine(Object.keys(columns).map(textCell))))
    },
    async pull(stream) {
      const { value, done } = await pages.next()
      if (done) return stream.close()
      const lines = value.map((item) => csvLine(cells.map((cell) => cell(item))))
      stream.enqueue(encoder.encode(lines.join('')))
      sent++
      if (sent % pagesBetweenSweeps === 0) Bun.gc(true)
    },
    async cancel() {
      await pages.return()
    },
  })
  return new Response(body, { headers })
}
