import { byteOrderMark, formatCsvLine, toTextCell } from '../domain/csv.ts'
import type { ExportColumns } from './contracts/export.ts'

const encoder = new TextEncoder()

/** Rows wait for a slow reader, so their garbage is old and stays until a full collection: every so many pages. */
const pagesBetweenSweeps = 20

/** A table as a file, written while it is read: rows are made only as fast as the client reads. A `HEAD` makes none. */
export function createCsvResponse<Item>(
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
      stream.enqueue(encoder.encode(byteOrderMark + formatCsvLine(Object.keys(columns).map(toTextCell))))
    },
    async pull(stream) {
      const { value, done } = await pages.next()
      if (done) return stream.close()
      const lines = value.map((item) => formatCsvLine(cells.map((cell) => cell(item))))
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
