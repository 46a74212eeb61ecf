import { asMe } from '../../office/api/address.ts'
import { createNoAnswer, readFailure } from '../../office/api/failure.ts'
import { saveFileAs } from '../../office/parts/hand-out.ts'

/** The tables that the office can download. */
export type ExportName = 'bookings' | 'payments' | 'dues' | 'invoices' | 'payouts' | 'duties' | 'quotes'

/** The days for a list without a date filter. */
export const everyDay = { from: '2000-01-01', to: '2100-01-01' }

/** Downloads a table as a file. `onLines` receives the number of rows so far. Throws an `ApiFailure`. */
export async function downloadExport(
  name: ExportName,
  query: Readonly<Record<string, string>>,
  { signal, onLines }: { readonly signal: AbortSignal; readonly onLines: (lines: number) => void },
): Promise<void> {
  const response = await fetch(`${asMe}/portal/v1/exports/${name}.csv?${new URLSearchParams(query)}`, { signal })
  if (!response.ok || response.body === null) throw await readFailure(response)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let lines = -1
  const reader = response.body.getReader()
  for (;;) {
    const { value, done } = await reader.read().catch((thrown) => {
      throw signal.aborted ? thrown : createNoAnswer()
    })
    if (done) break
    parts.push(value)
    for (const byte of value) if (byte === 10) lines++
    onLines(Math.max(0, lines))
  }
  saveFileAs(`${name}-${query.from}-${query.to}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }))
}
