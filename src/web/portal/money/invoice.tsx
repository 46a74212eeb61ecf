import { useState } from 'react'
import { spokenMoney } from '../../plain/money.ts'
import { api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { TextAreaField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { AddressLines } from '../parts/address-lines.tsx'
import { Facts, Section } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { PaperLink, paperAddress } from '../parts/paper-link.tsx'
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

/** One invoice or credit note in whole; an invoice that stands can be taken back by a credit note. */
export function InvoiceDrawer({ number, close }: { readonly number: string; readonly close: () => void }) {
  const query = useInvoice(number)
  return (
    <SideDrawer title={`Invoice ${number}`} isOpen={number !== ''} close={close} isWide>
      {number !== '' && <ReadStates query={query}>{({ data }) => <Whole key={data.number} invoice={data} />}</ReadStates>}
    </SideDrawer>
  )
}

function Whole({ invoice }: { readonly invoice: Invoice }) {
  const { currency_code: currency } = invoice
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <div className="money-invoice">
      <InvoiceState invoice={invoice} />
      <p>
        <PaperLink address={paperAddress(`/invoices/${invoice.number}`)}>
          {invoice.credits === null ? 'Invoice' : 'Credit note'}
        </PaperLink>
      </p>
      <Facts
        facts={[
          ['Customer', invoice.customer.organisation ?? invoice.customer.name],
          ['To', invoice.customer.organisation === null ? null : invoice.customer.name],
          ['Address', invoice.customer.address && <AddressLines key="address" address={invoice.customer.address} />],
          ['Mail', invoice.customer.email],
          ['Issued', <Moment key="issued" at={invoice.issued_at} />],
          ['Due on', invoice.credits === null ? <DueDay key="due" day={invoice.due_on} /> : null],
          ['Credits', invoice.credits],
          ['Credited by', invoice.credited_by],
          ['Why', invoice.reason],
          ['Your address', invoice.operator.address && <AddressLines key="own" address={invoice.operator.address} />],
          ['Your VAT number', invoice.vat_number],
          ['Net', money(invoice.net_amount)],
          ['VAT', money(invoice.vat_amount)],
          ['Gross', money(invoice.gross_amount)],
          ['Paid', invoice.credits === null ? money(invoice.paid_amount) : null],
          ['Still due', invoice.credits === null ? money(invoice.due_amount) : null],
        ]}
      />
      <Table
        caption="What it is for"
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
  const sum = spokenMoney(invoice.gross_amount, invoice.currency_code)
  const write = useWrite({
    send: (body: { reason: string }, headers) =>
      api.POST('/portal/v1/invoices/{number}/credit', { params: { path: { number } }, body, headers }),
    refreshes: [['money']],
    onDone: ({ data }) => {
      setReason('')
      say(`Credit note ${data.number} takes back invoice ${number}.`)
    },
  })
  return (
    <Section title="Take it back by a credit note" isFolded>
      <p className="prose">
        A credit note over {sum} gets the next number. It cannot be taken back, but its trips can be invoiced anew.
      </p>
      <Form write={write} submit={() => void write.run({ reason: reason.trim() })} button={`Credit ${sum}`}>
        <TextAreaField path="reason" label="Why" value={reason} onValue={setReason} isRequired least={3} most={300} />
      </Form>
    </Section>
  )
}
