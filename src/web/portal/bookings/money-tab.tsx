import { Button } from '@mantine/core'
import { useState } from 'react'
import { spokenWord } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { useSession } from '../api/session.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { RecordPaymentDrawer } from '../money/record-payment.tsx'
import { RefundSentDrawer } from '../money/refund-sent.tsx'
import { ReversePayment } from '../money/reverse-payment.tsx'
import { ledgerWords, payoutWords } from '../money/words.ts'
import { Facts, Section } from '../parts/facts.tsx'
import { Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../parts/table.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { BookingInvoice } from './booking-invoice.tsx'
import { Extras } from './extras.tsx'

type Payment = Records['Payment']

const defaults = { pay: '' }
const tones = { none: 'plain', not_due: 'plain', due: 'waiting', overdue: 'wrong', paid: 'good' } as const
const standings = { none: 'Nothing more due', not_due: 'Not due yet', due: 'Due', overdue: 'Overdue', paid: 'Paid' } as const

/** What the trip costs, what came in, what is still due, and what goes out. */
export function MoneyTab({ booking }: { readonly booking: PortalBooking }) {
  const { can } = useSession()
  const [{ pay }, setUrl] = useUrlState(defaults)
  const isOffline = useLostAt() !== null
  const { currency_code: currency, payments, extras, payout } = booking
  const extrasAmount = extras.reduce((sum, { amount }) => sum + amount, 0)
  const standing = booking.balance_status as keyof typeof standings
  const mayRecord = can('bookings:read')
  return (
    <div className="booking-money">
      <div className="booking-part">
        <Facts
          facts={[
            ['Price', <Money key="price" amount={booking.price_amount} currency={currency} />],
            ['Extras', extrasAmount > 0 ? <Money key="extras" amount={extrasAmount} currency={currency} /> : null],
            [
              'Deposit',
              booking.deposit_amount > 0 ? <Money key="deposit" amount={booking.deposit_amount} currency={currency} /> : null,
            ],
            ['Paid', <Money key="paid" amount={booking.paid_amount} currency={currency} />],
            [
              'Due',
              <span key="due" className="booking-contacts">
                <strong>
                  <Money amount={booking.due_amount} currency={currency} />
                </strong>
                <Badge tone={tones[standing] ?? 'plain'}>{standings[standing] ?? spokenWord(booking.balance_status)}</Badge>
              </span>,
            ],
            [
              'Due on',
              booking.balance_due_at !== null && booking.due_amount > 0 ? <Moment key="on" at={booking.balance_due_at} /> : null,
            ],
            [
              'Terms',
              booking.terms &&
                [spokenWord(booking.terms), booking.agreed_by && `agreed by ${booking.agreed_by}`].filter(Boolean).join(', '),
            ],
            ['Order number', booking.po_number],
            [
              'Commission',
              booking.commission_amount > 0 ? <Money key="fee" amount={booking.commission_amount} currency={currency} /> : null,
            ],
            [
              'Payout',
              payout && (
                <>
                  <Money amount={booking.payout_amount} currency={currency} />,{' '}
                  {(payoutWords[payout.status]?.word ?? spokenWord(payout.status)).toLowerCase()}
                </>
              ),
            ],
          ]}
        />
        {mayRecord && booking.status !== 'cancelled' && (
          <div>
            <Button variant="default" size="sm" disabled={isOffline} onClick={() => setUrl({ pay: '1' })}>
              Record a payment
            </Button>
          </div>
        )}
      </div>
      <div className="booking-part">
        <Section title="Payments">
          {payments.length === 0 ? <p>Nothing has come in yet.</p> : <Payments booking={booking} mayRecord={mayRecord} />}
        </Section>
        <BookingInvoice bookingRef={booking.ref} isOff={booking.status === 'cancelled'} />
        <Extras booking={booking} />
      </div>
      <RecordPaymentDrawer pay={pay === '' || !mayRecord ? '' : booking.ref} close={() => setUrl({ pay: '' })} />
    </div>
  )
}

const columns: readonly Column<Payment>[] = [
  {
    name: 'What',
    cell: ({ kind, method, reference, recorded_by }) => (
      <>
        {spokenWord(kind)} by {spokenWord(method).toLowerCase()}
        <SecondLine>{[reference, recorded_by].filter(Boolean).join(', ')}</SecondLine>
      </>
    ),
  },
  { name: 'When', cell: ({ received_at }) => (received_at === null ? '–' : <Moment at={received_at} />) },
  {
    name: 'State',
    cell: ({ status, reversed_at }) => (
      <>
        <Badge tone={ledgerWords[status]?.tone ?? 'plain'}>{ledgerWords[status]?.word ?? spokenWord(status)}</Badge>
        {reversed_at !== null && (
          <SecondLine>
            <Moment at={reversed_at} />
          </SecondLine>
        )}
      </>
    ),
  },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ kind, amount, currency_code }) => (
      <Money amount={kind === 'refund' ? -amount : amount} currency={currency_code} isInTable />
    ),
  },
]

function Payments({ booking, mayRecord }: { readonly booking: PortalBooking; readonly mayRecord: boolean }) {
  const [reversed, setReversed] = useState<Payment | null>(null)
  const [sent, setSent] = useState<Payment | null>(null)
  const inBooks = (payment: Payment) => ({ ...payment, ref: booking.ref, customer_name: booking.customer.name })
  return (
    <>
      <Table
        caption="Payments"
        columns={columns}
        rows={booking.payments}
        rowKey={({ id }) => id}
        actions={(payment) => (
          <RowActions
            label={`What to do with ${spokenWord(payment.kind).toLowerCase()} ${payment.id}`}
            actions={[
              ...(mayRecord && payment.kind === 'refund' && payment.method !== 'card' && payment.status === 'pending'
                ? [{ label: 'Refund sent', run: () => setSent(payment) }]
                : []),
              ...(mayRecord && payment.kind !== 'refund' && payment.method !== 'card' && payment.status === 'cleared'
                ? [{ label: 'Reverse', run: () => setReversed(payment) }]
                : []),
            ]}
          />
        )}
      />
      {reversed !== null && <ReversePayment key={reversed.id} payment={inBooks(reversed)} close={() => setReversed(null)} />}
      <RefundSentDrawer payment={sent && inBooks(sent)} close={() => setSent(null)} />
    </>
  )
}
