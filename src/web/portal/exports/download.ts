import { asMe } from '../api/address.ts'
import { failureOf, noAnswer } from '../api/failure.ts'
import { saveFile } from '../parts/hand-out.ts'

/** The tables that the office takes with it. */
export type ExportName = 'bookings' | 'payments' | 'dues' | 'invoices' | 'payouts' | 'duties' | 'quotes'

/** The days of a list without days: it is exported without end. */
export const everyDay = { from: '2000-01-01', to: '2100-01-01' }

/** Fetches a table and gives it to the browser to keep; `onLines` hears how many lines have come. Throws an `ApiFailure`. */
export async function download(
  name: ExportName,
  query: Readonly<Record<string, string>>,
  { signal, onLines }: { readonly signal: AbortSignal; readonly onLines: (lines: number) => void },
): Promise<void> {
  const response = await fetch(`${asMe}/portal/v1/exports/${name}.csv?${new URLSearchParams(query)}`, { signal })
  if (!response.ok || response.body === null) throw await failureOf(response)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let lines = -1
  const reader = response.body.getReader()
  for (;;) {
    const { value, done } = await reader.read().catch((thrown) => {
      throw signal.aborted ? thrown : noAnswer()
    })
    if (done) break
    parts.push(value)
    for (const byte of value) if (byte === 10) lines++
    onLines(Math.max(0, lines))
  }
  saveFile(`${name}-${query.from}-${query.to}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }))
}
