import { Badge } from '../parts/state-badge.tsx'
import type { Invoice } from './money.ts'
import { invoiceWords } from './words.ts'

/** A badge with the state of an invoice, or “Credit note”. */
export function InvoiceState({ invoice }: { readonly invoice: Invoice }) {
  if (invoice.credits !== null) return <Badge tone="over">Credit note</Badge>
  const { word, tone } = invoiceWords[invoice.status] ?? { word: invoice.status, tone: 'plain' }
  return <Badge tone={tone}>{word}</Badge>
}
