import type { Invoice } from '../../office/money-lists/money.ts'
import { invoiceWords } from '../../office/money-lists/words.ts'
import { Badge } from '../../office/parts/state-badge.tsx'

/** A badge with the state of an invoice, or “Credit note”. */
export function InvoiceState({ invoice }: { readonly invoice: Invoice }) {
  if (invoice.credits !== null) return <Badge tone="over">Credit note</Badge>
  const { word, tone } = invoiceWords[invoice.status] ?? { word: invoice.status, tone: 'plain' }
  return <Badge tone={tone}>{word}</Badge>
}
