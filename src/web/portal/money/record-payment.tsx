import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { api, type Records } from '../../office/api/client.ts'
import { toFailure } from '../../office/api/failure.ts'
import { showNoticeWithUndo } from '../../office/api/news.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { sendWithRetry } from '../../office/api/retry.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { useBooks } from '../../office/money-lists/money.ts'
import { methods } from '../../office/money-lists/words.ts'
import { FactTable } from '../../office/parts/facts.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { LocalTime } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { useClock } from '../../office/parts/now.ts'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { SecondLine } from '../../office/parts/table.tsx'
import { listAmountsInLine } from '../../plain/bank-line.ts'
import { computeDepositDueNow, computeDueNow } from '../../plain/due-now.ts'
import { findToday, formatDay } from '../../plain/moment.ts'
import { formatMoney } from '../../plain/money.ts'
import { formatWithOffset, listInstants, toWallAt } from '../../plain/zone.ts'
import { TripLink } from './customer.tsx'
import { FindDue } from './find-due.tsx'

type PaidBooks = Records['BookingDetail']

const limits = readLimits('PaymentInput')
const paymentForm = createForm<Records['PaymentInput']>(limits)

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
              [
                'Trip',
                <Fragment key="trip">
                  {books.summary}
                  <SecondLine>
                    <LocalTime at={books.departs_at} /> · <TripLink tripRef={books.ref} />
                  </SecondLine>
                </Fragment>,
              ],
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
  const draft = paymentForm.useDraft(null, {
    amount: readAmount(line, books),
    currency_code: currency,
    method: 'bank_transfer',
    received_at: today,
    // Without extras the server decides the purpose of the payment.
    kind: books.extras.length > 0 ? findKindDue(books) : null,
    reference: line.trim().slice(0, limits.reference?.most),
  })
  const { amount } = draft.values
  const write = useWrite({
    send: (body: Records['PaymentInput'], headers) =>
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
    const { received_at: day, ...body } = draft.buildBody()
    const noon = !day || day === today ? undefined : listInstants(`${day}T12:00`, zone)[0]
    void write.run({ ...body, ...(noon !== undefined && { received_at: formatWithOffset(noon, zone) }) })
  }
  return (
    <OfficeForm
      write={write}
      draft={draft}
      submit={send}
      button="Record payment"
      others={again !== null && <Again again={again} />}
    >
      <paymentForm.Money at="amount" label="Amount" currency={currency} />
      {(amount ?? 0) > due && <paymentForm.Tick at="allow_over" label="Record more than the amount due" />}
      <paymentForm.Choice at="method" label="Method" choices={methods} />
      {books.extras.length > 0 && (
        <paymentForm.Choice
          at="kind"
          label="For"
          choices={[
            ...(isDepositDue(books) ? [{ value: 'deposit', label: 'Deposit' }] : []),
            { value: 'balance', label: 'Balance' },
            { value: 'extra', label: 'Extras' },
          ]}
          isClearable={false}
        />
      )}
      <paymentForm.Day at="received_at" label="Received on" />
      <paymentForm.Text at="reference" label="Reference" help="From the statement or the receipt." />
      <p role="status">{describeBalanceLeft(books, amount ?? 0, zone, today)}</p>
    </OfficeForm>
  )
}

/** The balance after a payment of `amount`, with its day: `Balance left £512.00, due 26 Feb`. */
function describeBalanceLeft(books: PaidBooks, amount: number, zone: string, today: string): string {
  const { due_amount, balance_due_at, currency_code } = books
  const left = due_amount - amount
  if (left === 0) return 'Nothing left to pay.'
  if (left < 0) return `${formatMoney(-left, currency_code)} more than the amount due`
  const due = balance_due_at === null ? '' : `, due ${formatDay(toWallAt(Date.parse(balance_due_at), zone), today)}`
  return `Balance left ${formatMoney(left, currency_code)}${due}`
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
