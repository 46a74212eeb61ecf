import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Records } from '../../office/api/client.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { toFailure } from '../../office/api/failure.ts'
import { useSession } from '../../office/api/session.ts'
import { ledgerWords, payoutWords } from '../../office/money-lists/words.ts'
import { FactTable, FoldableSection } from '../../office/parts/facts.tsx'
import { Failed } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { describePayment, listShownPayments } from '../../plain/payment-words.ts'
import { formatWord } from '../../plain/words.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { MailPage } from '../money/mail-page.tsx'
import { PaymentNotes } from '../money/payment-notes.tsx'
import { RecordPaymentDrawer } from '../money/record-payment.tsx'
import { ReversePayment } from '../money/reverse-payment.tsx'
import { type MoneyOfTrip, useTripMoney } from '../money/trip-money.ts'
import { BookingInvoice } from './booking-invoice.tsx'
import { DisputeParts } from './dispute.tsx'
import { Extras } from './extras.tsx'

type Payment = Records['BookingPayment']

const defaults = { pay: '' }
const tones = { none: 'plain', not_due: 'plain', due: 'waiting', overdue: 'wrong', paid: 'good' } as const
const balanceWords = { none: 'Nothing due', not_due: 'Not due yet', due: 'Due', overdue: 'Overdue', paid: 'Paid' } as const

/** The Money tab: price, payments, balance and payout. */
export function MoneyTab({ booking }: { readonly booking: PortalBooking }) {
  const { can } = useSession()
  const [{ pay }, setUrl] = useUrlState(defaults)
  const isOffline = useLostAt() !== null
  const { payments } = booking
  const mayRecord = can('bookings:read')
  const { data, error, refetch } = useTripMoney(booking.ref, true)
  const money = data?.data
  return (
    <>
      {money === undefined && error !== null && <Failed failure={toFailure(error)} retry={refetch} />}
      {money !== undefined && <DisputeParts booking={booking} disputes={money.disputes} />}
      <div className="booking-money">
        <div className="booking-part">
          <PriceFacts booking={booking} />
          {mayRecord && booking.status !== 'cancelled' && (
            <div className="money-buttons">
              <Button variant="default" size="sm" disabled={isOffline} onClick={() => setUrl({ pay: '1' })}>
                Record payment
              </Button>
              {money !== undefined && <MailPage money={money} customerName={booking.customer.name} />}
            </div>
          )}
        </div>
        <div className="booking-part">
          <FoldableSection title="Payments">
            {money !== undefined && <PaymentNotes label="Payment notes" payments={listPaymentNotes(booking, money)} />}
            {payments.length === 0 ? <p>No payments yet.</p> : <Payments booking={booking} money={money} mayRecord={mayRecord} />}
          </FoldableSection>
          <BookingInvoice bookingRef={booking.ref} isOff={booking.status === 'cancelled'} />
          <Extras booking={booking} />
        </div>
        <RecordPaymentDrawer pay={pay === '' || !mayRecord ? '' : booking.ref} close={() => setUrl({ pay: '' })} />
      </div>
    </>
  )
}

/** The amounts of a booking, from its price to the payout. */
function PriceFacts({ booking }: { readonly booking: PortalBooking }) {
  const { currency_code: currency, extras, payout } = booking
  const extrasAmount = extras.reduce((sum, { amount }) => sum + amount, 0)
  const standing = booking.balance_status as keyof typeof balanceWords
  return (
    <FactTable
      facts={[
        ['Price', <Money key="price" amount={booking.price_amount} currency={currency} />],
        ['Extras', extrasAmount > 0 ? <Money key="extras" amount={extrasAmount} currency={currency} /> : null],
        [
          'Deposit',
          booking.deposit_amount > 0 ? <Money key="deposit" amount={booking.deposit_amount} currency={currency} /> : null,
        ],
        ['Paid', <Money key="paid" amount={booking.paid_amount} currency={currency} />],
        [
          'Balance due',
          <span key="due" className="booking-contacts">
            <strong>
              <Money amount={booking.due_amount} currency={currency} />
            </strong>
            <Badge tone={tones[standing] ?? 'plain'}>{balanceWords[standing] ?? formatWord(booking.balance_status)}</Badge>
          </span>,
        ],
        [
          'Due on',
          booking.balance_due_at !== null && booking.due_amount > 0 ? <Moment key="on" at={booking.balance_due_at} /> : null,
        ],
        [
          'Terms',
          booking.terms &&
            [formatWord(booking.terms), booking.agreed_by && `agreed by ${booking.agreed_by}`].filter(Boolean).join(', '),
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
              {(payoutWords[payout.status]?.word ?? formatWord(payout.status)).toLowerCase()}
            </>
          ),
        ],
      ]}
    />
  )
}

/** The payments of a booking that need a sentence. */
function listPaymentNotes({ customer, status }: PortalBooking, { ref, booking_ref, payments }: MoneyOfTrip) {
  return listShownPayments(payments, status === 'cancelled').map((payment) => ({
    ...payment,
    ref,
    booking_ref,
    customer_name: customer.name,
  }))
}

/** The state of a payment in words: the provider's state, or the ledger's until the provider's is loaded. */
function formatPaymentState({ id, status }: Payment, money: MoneyOfTrip | undefined) {
  const seen = money?.payments.find((one) => one.id === id)
  if (seen !== undefined) return describePayment(seen, '')
  return ledgerWords[status] ?? { word: formatWord(status), tone: 'plain' as const }
}

const buildPaymentColumns = (money: MoneyOfTrip | undefined): readonly Column<Payment>[] => [
  {
    name: 'Payment',
    cell: ({ kind, method, received_at, reference, recorded_by }) => (
      <>
        {formatWord(kind)} by {formatWord(method).toLowerCase()}
        {received_at !== null && (
          <SecondLine>
            <Moment at={received_at} />
          </SecondLine>
        )}
        <SecondLine>{[reference, recorded_by].filter(Boolean).join(', ')}</SecondLine>
      </>
    ),
  },
  {
    name: 'Status',
    cell: (payment) => (
      <>
        <Badge tone={formatPaymentState(payment, money).tone}>{formatPaymentState(payment, money).word}</Badge>
        {payment.reversed_at !== null && (
          <SecondLine>
            <Moment at={payment.reversed_at} />
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

function Payments(props: {
  readonly booking: PortalBooking
  readonly money: MoneyOfTrip | undefined
  readonly mayRecord: boolean
}) {
  const { booking, money, mayRecord } = props
  const [reversed, setReversed] = useState<Payment | null>(null)
  return (
    <>
      <Table
        caption="Payments"
        columns={buildPaymentColumns(money)}
        rows={booking.payments}
        rowKey={({ id }) => id}
        actions={(payment) => (
          <RowActions
            label={`Actions for ${formatWord(payment.kind).toLowerCase()} ${payment.id}`}
            actions={
              mayRecord && payment.kind !== 'refund' && payment.method !== 'card' && payment.status === 'cleared'
                ? [{ label: 'Reverse payment', run: () => setReversed(payment) }]
                : []
            }
          />
        )}
      />
      {reversed !== null && (
        <ReversePayment
          key={reversed.id}
          payment={{ ...reversed, ref: booking.ref, customer_name: booking.customer.name }}
          close={() => setReversed(null)}
        />
      )}
    </>
  )
}
