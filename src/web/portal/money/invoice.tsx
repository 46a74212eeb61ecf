import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { DueDay } from '../../office/money-lists/day.tsx'
import { type Invoice, useInvoice } from '../../office/money-lists/money.ts'
import { AddressLines } from '../../office/parts/address-lines.tsx'
import { FactTable, FoldableSection } from '../../office/parts/facts.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { buildPaperAddress, PaperLink } from '../../office/parts/paper-link.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { formatMoney } from '../../plain/money.ts'
import { TripLink } from './customer.tsx'
import { InvoiceState } from './invoice-state.tsx'

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

const creditForm = createForm<Records['CreditInput']>(readLimits('CreditInput'))

function Credit({ invoice }: { readonly invoice: Invoice }) {
  const draft = creditForm.useDraft(null, {})
  const { number } = invoice
  const sum = formatMoney(invoice.gross_amount, invoice.currency_code)
  const write = useWrite({
    send: (body: Records['CreditInput'], headers) =>
      api.POST('/portal/v1/invoices/{number}/credit', { params: { path: { number } }, body, headers }),
    refreshes: [['money']],
    onDone: ({ data }) => {
      draft.clear()
      showNotice(`Credit note ${data.number} issued for invoice ${number}.`)
    },
  })
  return (
    <FoldableSection title="Issue credit note" isFolded>
      <p className="prose">The credit note cancels the whole {sum} and cannot be undone. You can invoice its trips again.</p>
      <OfficeForm
        write={write}
        draft={draft}
        submit={() => void write.run(draft.buildBody())}
        button={`Issue credit note for ${sum}`}
      >
        <creditForm.TextArea at="reason" label="Reason" />
      </OfficeForm>
    </FoldableSection>
  )
}
