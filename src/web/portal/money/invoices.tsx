import { Button } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { DueDay, InstantDay } from '../../office/money-lists/day.tsx'
import { type Invoice, useInvoices } from '../../office/money-lists/money.ts'
import { MoneyTable } from '../../office/money-lists/money-table.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Money } from '../../office/parts/money.tsx'
import { PrimaryBar } from '../../office/parts/page-head.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { type Column, SecondLine } from '../../office/parts/table.tsx'
import { useHrefWith, useUrlState } from '../../office/parts/url-state.ts'
import { ExportButton } from '../exports/button.tsx'
import { everyDay } from '../exports/download.ts'
import { CustomerName } from './customer.tsx'
import { InvoiceDrawer } from './invoice.tsx'
import { InvoiceState } from './invoice-state.tsx'
import { MakeInvoiceDrawer } from './make-invoice.tsx'

const defaults = { invoice: '', make: '', page: '1' }

const columns: readonly Column<Invoice>[] = [
  { name: 'Customer', cell: ({ customer }) => <CustomerName customer={customer} /> },
  {
    name: 'Invoice',
    cell: ({ number, credits }) => (
      <>
        <span className="ref">{number}</span>
        {credits !== null && <SecondLine>Credit note for {credits}</SecondLine>}
      </>
    ),
  },
  {
    name: 'For',
    cell: (invoice) => (
      <>
        <InvoicedTrips invoice={invoice} />
        <SecondLine>
          <Period invoice={invoice} />
        </SecondLine>
      </>
    ),
  },
  {
    name: 'Issued',
    cell: ({ issued_at, sent_at, credits }) => (
      <>
        <InstantDay at={issued_at} />
        <SecondLine>
          {sent_at === null ? (
            credits === null && 'not emailed'
          ) : (
            <>
              emailed <InstantDay at={sent_at} />
            </>
          )}
        </SecondLine>
      </>
    ),
  },
  { name: 'Due on', cell: ({ due_on, credits }) => (credits === null ? <DueDay day={due_on} /> : '–') },
  {
    name: 'Status',
    cell: (invoice) => <InvoiceState invoice={invoice} />,
  },
  {
    name: 'Gross',
    isNumber: true,
    cell: ({ gross_amount, net_amount, vat_amount, currency_code }) => (
      <>
        <Money amount={gross_amount} currency={currency_code} isInTable />
        <SecondLine>
          <Money amount={net_amount} currency={currency_code} /> + VAT <Money amount={vat_amount} currency={currency_code} />
        </SecondLine>
      </>
    ),
  },
  {
    name: 'Balance due',
    isNumber: true,
    cell: ({ due_amount, paid_amount, currency_code }) => (
      <>
        <Money amount={due_amount} currency={currency_code} isInTable />
        {paid_amount !== 0 && (
          <SecondLine>
            paid <Money amount={paid_amount} currency={currency_code} />
          </SecondLine>
        )}
      </>
    ),
  },
]

function buildInvoiceLine(invoice: Invoice) {
  const { customer, number, issued_at, gross_amount, currency_code } = invoice
  return {
    title: customer.organisation ?? customer.name,
    amount: <Money amount={gross_amount} currency={currency_code} />,
    state: <InvoiceState invoice={invoice} />,
    facts: [
      <span key="issued">
        <InstantDay at={issued_at} /> · <span className="ref">{number}</span>
      </span>,
    ],
  }
}

function InvoicedTrips({ invoice: { lines } }: { readonly invoice: Invoice }) {
  const refs = [...new Set(lines.map(({ ref }) => ref))]
  const [only] = refs
  return refs.length === 1 && only !== undefined ? <span className="ref">{only}</span> : formatCount(refs.length, 'trip')
}

/** The dates of an invoice's trips. Empty for a credit note. */
function Period({ invoice: { period_from, period_to } }: { readonly invoice: Invoice }) {
  if (period_from === null || period_to === null) return null
  if (period_from === period_to) return <DueDay day={period_from} />
  return (
    <>
      <DueDay day={period_from} /> – <DueDay day={period_to} />
    </>
  )
}

/** The Invoices tab: invoices and credit notes, newest first, with drawers to open or create one. */
export function InvoicesTab() {
  const [{ invoice, make, page }, setUrl] = useUrlState(defaults)
  const query = useInvoices(Number(page))
  const hrefWith = useHrefWith()
  const open = () => setUrl({ make: '1' })
  return (
    <>
      <div className="money-filters">
        <ExportButton name="invoices" query={everyDay} />
      </div>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={<p>No invoices yet. Create one for a customer’s month or for one trip.</p>}
      >
        {({ data, meta }) => (
          <>
            <p className="list-count">
              {meta.total === 1 ? '1 invoice' : `${formatCount(meta.total, 'invoice')} and credit notes, newest first`}
            </p>
            <MoneyTable
              caption="Invoices"
              columns={columns}
              rows={data}
              rowKey={({ number }) => number}
              phoneLine={buildInvoiceLine}
              link={({ number }) => ({ href: hrefWith({ invoice: number }) })}
              isChosen={({ number }) => number === invoice}
            />
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
      <PrimaryBar>
        <Button onClick={open}>Create invoice</Button>
      </PrimaryBar>
      <InvoiceDrawer number={invoice} close={() => setUrl({ invoice: '' })} />
      <MakeInvoiceDrawer
        isOpen={make !== ''}
        tripRef={make === '1' ? '' : make}
        close={() => setUrl({ make: '' })}
        made={(number) => setUrl({ make: '', invoice: number })}
      />
    </>
  )
}
