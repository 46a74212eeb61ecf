import { spokenWord } from '../../plain/words.ts'
import { Section } from '../parts/facts.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { type SentQuote, useRevisions } from './jobs.ts'

const columns: readonly Column<SentQuote>[] = [
  { name: 'Version', cell: ({ revision }) => revision },
  { name: 'Sent', cell: ({ submitted_at, updated_at, revision }) => <Moment at={revision === 1 ? submitted_at : updated_at} /> },
  { name: 'Price', isNumber: true, cell: (quote) => <Money amount={quote.price_amount} currency={quote.currency_code} /> },
  { name: 'State', cell: ({ status }) => spokenWord(status) },
  {
    name: 'Coaches',
    cell: ({ vehicles }) => vehicles.map(({ type, count }) => `${count > 1 ? `${count} × ` : ''}${spokenWord(type)}`).join(', '),
  },
  { name: 'Good until', cell: ({ valid_until }) => <Moment at={valid_until} /> },
]

/** What was sent before, version by version. */
export function QuoteVersions({ tripRef, count }: { readonly tripRef: string; readonly count: number }) {
  const query = useRevisions(tripRef, count > 0)
  if (count === 0) return null
  return (
    <Section title="What was sent" isFolded>
      <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>Nothing yet.</p>}>
        {({ data }) => (
          <Table
            caption="Versions of the quote"
            columns={columns}
            rows={data}
            rowKey={({ id, revision }) => `${id}-${revision}`}
          />
        )}
      </ListStates>
    </Section>
  )
}
