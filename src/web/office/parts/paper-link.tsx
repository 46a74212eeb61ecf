import type { ReactNode } from 'react'
import { asMe } from '../api/address.ts'

/** Address of a printable document of the office: `buildPaperAddress('/invoices/000001')`. */
export function buildPaperAddress(path: string, query = ''): string {
  return `${asMe}/portal/v1${path}.pdf${query}`
}

/** A link that opens a document in a new tab. */
export function PaperLink({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  return (
    <a href={address} target="_blank" rel="noopener">
      {children} (PDF)
    </a>
  )
}
