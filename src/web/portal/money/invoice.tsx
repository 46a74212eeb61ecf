import { useState } from 'react'
import { formatMoney } from '../../plain/money.ts'
import { api } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { TextAreaField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { AddressLines } from '../parts/address-lines.tsx'
import { FactTable, FoldableSection } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { buildPaperAddress, PaperLink } from '../parts/paper-link.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { type Column, SecondLine, Table } from '../parts/table.tsx'
import { TripLink } from './customer.tsx'
import { DueDay } from './day.tsx'
import { InvoiceState } from './invoice-state.tsx'
import { type Invoice, useInvoice } from './money.ts'

type InvoicedLine = Invoice['lines'][number]

const columns: readonly Column<InvoicedLine>[] = [
  {
    name: 'Trip',
    cell: ({ ref, description }) => (
      <>
        <TripLink tripRef={ref} />
        <SecondLine>{description}</SecondLine>
      </>
    ),
  },
  { name: 'VAT', isNumber: true, cell: ({ vat_rate_bps }) => `${vat_rate_bps / 100}%` },
  {
    name: 'Net',
    isNumber: true,
    cell: ({ net_amount, currency_code }) => <Money amount={net_amount} currency={currency_code} isInTable />,
  },
  {
    name: 'Gross',
    isNumber: true,
    cell: ({ gross_amount, currency_code }) => <Money amount={gross_amount} currency={currency_code} isInTable />,
  },
]

/** A drawer with one invoice or credit note. An invoice without a credit note has a form to issue one. */
export function InvoiceDrawer({ number, close }: { readonly number: string; readonly close: () => void }) {
  const query = useInvoice(number)
  return (
    <SideDrawer title={`Invoice ${number}`} isOpen={number !== ''} close={close} isWide>
      {number !== '' && <ReadStates query={query}>{({ data }) => <WholeInvoice key={data.number} invoice={data} />}</ReadStates>}
    </SideDrawer>
  )
}

function WholeInvoice({ invoice }: { readonly invoice: Invoice }) {
  const { currency_code: currency } = invoice
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <div className="money-invoice">
      <InvoiceState invoice={invoice} />
      <p>
        <PaperLink address={buildPaperAddress(`/invoices/${invoice.number}`)}>
          {invoice.credits === null ? 'Invoice' : 'Credit note'}
        </PaperLink>
      </p>
      <FactTable
        facts={[
          ['Customer', invoice.customer.organisation ?? invoice.customer.name],
          ['To', invoice.customer.organisation === null ? null : invoice.customer.name],
          ['Address', invoice.customer.address && <AddressLines key="address" address={invoice.customer.address} />],
          ['Email', invoice.customer.email],
          ['Issued', <Moment key="issued" at={invoice.issued_at} />],
          ['Due on', invoice.credits === null ? <DueDay key="due" day={invoice.due_on} /> : null],
          ['Credits', invoice.credits],
          ['Credited by', invoice.credited_by],
          ['Reason', invoice.reason],
          ['Your address', invoice.operator.address && <AddressLines key="own" address={invoice.operator.address} />],
          ['Your VAT number', invoice.vat_number],
          ['Net', money(invoice.net_amount)],
          ['VAT', money(invoice.vat_amount)],
          ['Gross', money(invoice.gross_amount)],
          ['Paid', invoice.credits === null ? money(invoice.paid_amount) : null],
          ['Balance due', invoice.credits === null ? money(invoice.due_amount) : null],
        ]}
      />
      <Table
        caption="Invoice lines"
        columns={columns}
        rows={invoice.lines}
        rowKey={({ ref, vat_rate_bps }) => `${ref} ${vat_rate_bps}`}
      />
      {invoice.credits === null && invoice.status !== 'credited' && <Credit invoice={invoice} />}
    </div>
  )
}

function Credit({ invoice }: { readonly invoice: Invoice }) {
  const [reason, setReason] = useState('')
  const { number } = invoice
  const sum = formatMoney(invoice.gross_amount, invoice.currency_code)
  const write = useWrite({
    send: (body: { reason: string }, headers) =>
      api.POST('/portal/v1/invoices/{number}/credit', { params: { path: { number } }, body, headers }),
    refreshes: [['money']],
    onDone: ({ data }) => {
      setReason('')
      showNotice(`Credit note ${data.number} issued for invoice ${number}.`)
    },
  })
  return (
    <FoldableSection title="Issue credit note" isFolded>
      <p className="prose">The credit note cancels the whole {sum} and cannot be undone. You can invoice its trips again.</p>
      <PortalForm write={write} submit={() => void write.run({ reason: reason.trim() })} button={`Issue credit note for ${sum}`}>
        <TextAreaField path="reason" label="Reason" value={reason} onValue={setReason} isRequired least={3} most={300} />
      </PortalForm>
    </FoldableSection>
  )
}
