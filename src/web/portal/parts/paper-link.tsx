import type { ReactNode } from 'react'
import { asMe } from '../api/address.ts'

/** Address at which a paper of the office is printed: `paperAddress('/invoices/000001')`. */
export function paperAddress(path: string, query = ''): string {
  return `${asMe}/portal/v1${path}.pdf${query}`
}

/** Opens a paper beside this page. */
export function PaperLink({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  return (
    <a href={address} target="_blank" rel="noopener">
      {children} (PDF)
    </a>
  )
}
