import { Button } from '@mantine/core'
import { useState } from 'react'
import { listAmountsInLine } from '../../plain/bank-line.ts'
import { computeDepositDueNow, computeDueNow } from '../../plain/due-now.ts'
import { findToday } from '../../plain/moment.ts'
import { formatMoney } from '../../plain/money.ts'
import { formatWithOffset, listInstants } from '../../plain/zone.ts'
import { api, type Records } from '../api/client.ts'
import { toFailure } from '../api/failure.ts'
import { showNoticeWithUndo } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { showFailure } from '../api/refused.ts'
import { sendWithRetry } from '../api/retry.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { ChoiceField, TextField, TickField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { DateField } from '../form/time-fields.tsx'
import { FactTable } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { LocalTime } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { useClock } from '../parts/now.ts'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { TripLink } from './customer.tsx'
import { FindDue } from './find-due.tsx'
import { useBooks } from './money.ts'
import { methods } from './words.ts'

type PaidBooks = Records['BookingDetail']

const longestReference = 80

/**
 * A drawer that records a payment. `pay` is empty while the drawer is closed, `find` during the search for the trip, and then
 * the trip's reference.
 */
export function RecordPaymentDrawer(props: {
  readonly pay: string
  /** Chooses a trip. Left out for a fixed trip. */
  readonly choose?: (ref: string) => void
  readonly close: () => void
}) {
  const { pay, choose, close } = props
  const [line, setLine] = useState('')
  const finish = () => {
    setLine('')
    close()
  }
  return (
    <SideDrawer title="Record payment" isOpen={pay !== ''} close={finish}>
      {pay === 'find' && choose !== undefined && <FindDue line={line} onLine={setLine} choose={choose} />}
      {pay !== '' && pay !== 'find' && (
        <FoundTripForm
          key={pay}
          tripRef={pay}
          line={line}
          again={choose === undefined ? null : () => choose('find')}
          done={finish}
        />
      )}
    </SideDrawer>
  )
}

function FoundTripForm(props: {
  readonly tripRef: string
  readonly line: string
  readonly again: (() => void) | null
  readonly done: () => void
}) {
  const query = useBooks(props.tripRef)
  const isUnknown = query.error !== null && toFailure(query.error).status === 404
  if (isUnknown) {
    return (
      <div className="money-find">
        <p role="alert">
          No booking <span className="ref">{props.tripRef}</span> found.
        </p>
        {props.again !== null && (
          <div>
            <Button variant="default" onClick={props.again}>
              Find another trip
            </Button>
          </div>
        )}
      </div>
    )
  }
  return (
    <ReadStates query={query}>
      {({ data: books }) => (
        <>
          <FactTable
            facts={[
              ['Customer', books.customer.organisation ?? books.customer.name],
              ['Trip', <TripLink key="trip" tripRef={books.ref} />],
              ['Route', books.summary],
              ['Departs', <LocalTime key="departs" at={books.departs_at} />],
              ['Price', <Money key="price" amount={books.price_amount} currency={books.currency_code} />],
              ['Paid', <Money key="paid" amount={books.paid_amount} currency={books.currency_code} />],
              ['Balance due', <Money key="due" amount={books.due_amount} currency={books.currency_code} />],
            ]}
          />
          <Received books={books} line={props.line} again={props.again} done={props.done} />
        </>
      )}
    </ReadStates>
  )
}

type ReceivedPayment = Records['PaymentInput']

function Received(props: {
  readonly books: PaidBooks
  readonly line: string
  readonly again: (() => void) | null
  readonly done: () => void
}) {
  const { books, line, again, done } = props
  const { ref, currency_code: currency, due_amount: due } = books
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const [amount, setAmount] = useState<number | null>(() => readAmount(line, books))
  const [kind, setKind] = useState(() => findKindDue(books))
  const [method, setMethod] = useState<ReceivedPayment['method']>('bank_transfer')
  const [day, setDay] = useState('')
  const [reference, setReference] = useState(() => line.trim().slice(0, longestReference))
  const [isMore, setMore] = useState(false)
  const write = useWrite({
    send: (body: ReceivedPayment, headers) =>
      api.POST('/portal/v1/bookings/{ref}/payments', { params: { path: { ref } }, body, headers }),
    refreshes: [['money'], ['bookings', ref], ['bookings']],
    onDone: ({ data }, body) => {
      const recorded = Math.max(...data.payments.map(({ id }) => id))
      done()
      showNoticeWithUndo(
        `${formatMoney(body.amount, currency)} for ${ref} recorded.`,
        () => void reverseRecordedPayment(ref, recorded),
      )
    },
  })
  const send = () => {
    if (amount === null) return
    const noon = day === '' || day === today ? undefined : listInstants(`${day}T12:00`, zone)[0]
    void write.run({
      // Without extras the server decides the purpose of the payment.
      ...(books.extras.length > 0 && { kind }),
      method,
      amount,
      currency_code: currency,
      ...(noon !== undefined && { received_at: formatWithOffset(noon, zone) }),
      ...(reference.trim() !== '' && { reference: reference.trim() }),
      ...(isMore && { allow_over: true }),
    })
  }
  return (
    <PortalForm write={write} submit={send} button="Record payment" others={again !== null && <Again again={again} />}>
      <MoneyField path="amount" label="Amount" currency={currency} amount={amount} onAmount={setAmount} isRequired />
      {amount !== null && amount > due && (
        <TickField path="allow_over" label="Record more than the amount due" value={isMore} onValue={setMore} />
      )}
      <ChoiceField
        path="method"
        label="Method"
        value={method}
        onValue={(one) => setMethod(one ?? 'bank_transfer')}
        choices={methods}
        isRequired
      />
      {books.extras.length > 0 && (
        <ChoiceField
          path="kind"
          label="For"
          value={kind}
          onValue={(one) => setKind(one ?? 'balance')}
          choices={[
            ...(isDepositDue(books) ? [{ value: 'deposit', label: 'Deposit' } as const] : []),
            { value: 'balance', label: 'Balance' },
            { value: 'extra', label: 'Extras' },
          ]}
        />
      )}
      <DateField path="received_at" label="Received on" value={day} onValue={setDay} help="Leave empty for today." />
      <TextField
        path="reference"
        label="Reference"
        value={reference}
        onValue={setReference}
        most={longestReference}
        help="From the statement or the receipt."
      />
    </PortalForm>
  )
}

function Again({ again }: { readonly again: () => void }) {
  return (
    <button type="button" className="plain-button" onClick={again}>
      Another trip
    </button>
  )
}

function findKindDue(books: PaidBooks): 'deposit' | 'balance' | 'extra' {
  if (isDepositDue(books)) return 'deposit'
  return books.paid_amount < books.price_amount ? 'balance' : 'extra'
}

function isDepositDue(books: PaidBooks): boolean {
  return computeDepositDueNow(books, Date.now()) > 0
}

/** The only amount of the line within the balance due, else the next amount due. */
function readAmount(line: string, books: PaidBooks): number | null {
  const amounts = listAmountsInLine(line, books.currency_code).filter((amount) => amount <= books.due_amount)
  return amounts.length === 1 ? (amounts[0] ?? null) : computeDueNow(books, Date.now()) || null
}

/** Reverses a recorded payment for Undo. */
async function reverseRecordedPayment(ref: string, id: number): Promise<void> {
  try {
    await sendWithRetry((headers) =>
      api.POST('/portal/v1/bookings/{ref}/payments/{id}/reverse', {
        params: { path: { ref, id } },
        body: { reason: 'Recorded by mistake.' },
        headers,
      }),
    )
  } catch (thrown) {
    showFailure(thrown)
  }
  for (const noun of ['money', 'bookings', 'board']) await queries.invalidateQueries({ queryKey: [noun] })
}
