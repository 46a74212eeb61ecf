import { Button } from '@mantine/core'
import { useState } from 'react'
import { amountsIn } from '../../plain/bank-line.ts'
import { depositDue, dueNow } from '../../plain/due-now.ts'
import { todayIn } from '../../plain/moment.ts'
import { spokenMoney } from '../../plain/money.ts'
import { instantsOf, withOffset } from '../../plain/zone.ts'
import { api, type Records } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { sayWithUndo } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { sendWithRetry } from '../api/retry.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { ChoiceField, TextField, TickField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { DateField } from '../form/time-fields.tsx'
import { Facts } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { LocalTime } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { useNow } from '../parts/now.ts'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { TripLink } from './customer.tsx'
import { FindDue } from './find-due.tsx'
import { useBooks } from './money.ts'
import { methods } from './words.ts'

type PaidBooks = Records['BookingDetail']

const longestReference = 80

/**
 * Money that somebody received. `pay` is empty while the drawer is closed, `find` while the trip is looked for, by a line of the
 * bank statement or by its reference, and the reference once it is found.
 */
export function RecordPaymentDrawer(props: {
  readonly pay: string
  /** Left out where the trip is known: then no other can be looked for. */
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
        <Found key={pay} tripRef={pay} line={line} again={choose === undefined ? null : () => choose('find')} done={finish} />
      )}
    </SideDrawer>
  )
}

function Found(props: {
  readonly tripRef: string
  readonly line: string
  readonly again: (() => void) | null
  readonly done: () => void
}) {
  const query = useBooks(props.tripRef)
  const isUnknown = query.error !== null && asFailure(query.error).status === 404
  if (isUnknown) {
    return (
      <div className="money-find">
        <p role="alert">
          You have no booking <span className="ref">{props.tripRef}</span>.
        </p>
        {props.again !== null && (
          <div>
            <Button variant="default" onClick={props.again}>
              Look for another trip
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
          <Facts
            facts={[
              ['Customer', books.customer.organisation ?? books.customer.name],
              ['Trip', <TripLink key="trip" tripRef={books.ref} />],
              ['Goes', books.summary],
              ['Departs', <LocalTime key="departs" at={books.departs_at} />],
              ['Price', <Money key="price" amount={books.price_amount} currency={books.currency_code} />],
              ['Paid', <Money key="paid" amount={books.paid_amount} currency={books.currency_code} />],
              ['Still due', <Money key="due" amount={books.due_amount} currency={books.currency_code} />],
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
  const today = todayIn(zone, useNow(60_000))
  const [amount, setAmount] = useState<number | null>(() => amountFrom(line, books))
  const [kind, setKind] = useState(() => kindDue(books))
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
      sayWithUndo(`${spokenMoney(body.amount, currency)} for ${ref} is recorded.`, () => void takeBack(ref, recorded))
    },
  })
  const send = () => {
    if (amount === null) return
    const noon = day === '' || day === today ? undefined : instantsOf(`${day}T12:00`, zone)[0]
    void write.run({
      // Without extras the server knows what the money is for.
      ...(books.extras.length > 0 && { kind }),
      method,
      amount,
      currency_code: currency,
      ...(noon !== undefined && { received_at: withOffset(noon, zone) }),
      ...(reference.trim() !== '' && { reference: reference.trim() }),
      ...(isMore && { allow_over: true }),
    })
  }
  return (
    <Form write={write} submit={send} button="Record payment" others={again !== null && <Again again={again} />}>
      <MoneyField path="amount" label="Amount" currency={currency} amount={amount} onAmount={setAmount} isRequired />
      {amount !== null && amount > due && (
        <TickField path="allow_over" label="It is more than is due: record it all the same" value={isMore} onValue={setMore} />
      )}
      <ChoiceField
        path="method"
        label="How it came"
        value={method}
        onValue={(one) => setMethod(one ?? 'bank_transfer')}
        choices={methods}
        isRequired
      />
      {books.extras.length > 0 && (
        <ChoiceField
          path="kind"
          label="What it is for"
          value={kind}
          onValue={(one) => setKind(one ?? 'balance')}
          choices={[
            ...(owesDeposit(books) ? [{ value: 'deposit', label: 'The deposit' } as const] : []),
            { value: 'balance', label: 'The trip' },
            { value: 'extra', label: 'What came on top' },
          ]}
        />
      )}
      <DateField path="received_at" label="Received on" value={day} onValue={setDay} help="Empty is today." />
      <TextField
        path="reference"
        label="Reference"
        value={reference}
        onValue={setReference}
        most={longestReference}
        help="As it stands on the statement or the receipt."
      />
    </Form>
  )
}

function Again({ again }: { readonly again: () => void }) {
  return (
    <button type="button" className="plain-button" onClick={again}>
      Another trip
    </button>
  )
}

function kindDue(books: PaidBooks): 'deposit' | 'balance' | 'extra' {
  if (owesDeposit(books)) return 'deposit'
  return books.paid_amount < books.price_amount ? 'balance' : 'extra'
}

function owesDeposit(books: PaidBooks): boolean {
  return depositDue(books, Date.now()) > 0
}

/** The one amount of the line that is no more than what is due, else what the customer pays next. */
function amountFrom(line: string, books: PaidBooks): number | null {
  const amounts = amountsIn(line, books.currency_code).filter((amount) => amount <= books.due_amount)
  return amounts.length === 1 ? (amounts[0] ?? null) : dueNow(books, Date.now()) || null
}

/** The call that takes recording back. */
async function takeBack(ref: string, id: number): Promise<void> {
  try {
    await sendWithRetry((headers) =>
      api.POST('/portal/v1/bookings/{ref}/payments/{id}/reverse', {
        params: { path: { ref, id } },
        body: { reason: 'Recorded by mistake.' },
        headers,
      }),
    )
  } catch (thrown) {
    sayFailed(thrown)
  }
  for (const noun of ['money', 'bookings', 'board']) await queries.invalidateQueries({ queryKey: [noun] })
}
