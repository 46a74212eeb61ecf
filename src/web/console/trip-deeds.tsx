import { useState } from 'react'
import { api, type Records } from '../portal/api/client.ts'
import { say } from '../portal/api/news.ts'
import { useWrite } from '../portal/api/write.ts'
import { useDraft } from '../portal/form/draft.ts'
import { ChoiceField, TextAreaField, TextField, TickField } from '../portal/form/fields.tsx'
import { Form } from '../portal/form/form.tsx'
import { MoneyField } from '../portal/form/money-field.tsx'
import { ConfirmDialog } from '../portal/parts/confirm-dialog.tsx'
import { Money } from '../portal/parts/money.tsx'
import { SideDrawer } from '../portal/parts/side-drawer.tsx'
import { Copyable } from '../portal/settings/copyable.tsx'
import { OperatorTicks } from './new-trip.tsx'
import type { TripInFull } from './reads.ts'

type DeedProps = { readonly trip: TripInFull; readonly isOpen: boolean; readonly close: () => void }

/** Asks more operators for a quote. */
export function OfferDrawer({ trip, isOpen, close }: DeedProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const write = useWrite({
    send: (offer_to: readonly string[], headers) =>
      api.POST('/platform/v1/trips/{ref}/offers', {
        params: { path: { ref: trip.ref } },
        body: { offer_to: [...offer_to] },
        headers,
      }),
    refreshes: [['trips']],
    onDone: () => {
      setChosen([])
      close()
      say('They have heard of it.')
    },
  })
  return (
    <SideDrawer title="Ask more operators" isOpen={isOpen} close={close}>
      <Form write={write} submit={() => void write.run(chosen)} button="Ask them" isReady={chosen.length > 0}>
        <OperatorTicks chosen={chosen} taken={trip.offers.map(({ operator_ref }) => operator_ref)} onChosen={setChosen} />
      </Form>
    </SideDrawer>
  )
}

/** A new link for a customer who has lost theirs. */
export function LinkDrawer({ trip, isOpen, close }: DeedProps) {
  const draft = useDraft(null, { send: true, revoke: false })
  const [made, setMade] = useState<Records['CustomerLink'] | null>(null)
  const write = useWrite({
    send: (body: Records['CustomerLinkInput'], headers) =>
      api.POST('/platform/v1/trips/{ref}/customer-link', { params: { path: { ref: trip.ref } }, body, headers }),
    refreshes: [],
    onDone: ({ data }) => setMade(data),
  })
  const end = () => {
    setMade(null)
    close()
  }
  return (
    <SideDrawer title="Customer’s link" isOpen={isOpen} close={end}>
      {made !== null ? (
        <div className="settings-part" role="status">
          <p>{made.sent ? `It was mailed to ${trip.customer.email}.` : 'It was not mailed. Hand it on yourself:'}</p>
          <Copyable label="Link" text={made.customer_url} />
        </div>
      ) : (
        <Form
          write={write}
          submit={() => void write.run({ send: draft.values.send, revoke_old: draft.values.revoke })}
          button="Make a new link"
        >
          <TickField
            path="send"
            label="Mail it to the customer"
            value={draft.values.send}
            onValue={(send) => draft.set({ send })}
          />
          <TickField
            path="revoke_old"
            label="Earlier links stop working"
            value={draft.values.revoke}
            onValue={(revoke) => draft.set({ revoke })}
          />
        </Form>
      )}
    </SideDrawer>
  )
}

const methods = [
  { value: 'bank_transfer', label: 'Bank transfer' },
  { value: 'cash', label: 'Cash' },
  { value: 'card_terminal', label: 'Card terminal' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'account', label: 'On account' },
] as const

type PaidMethod = (typeof methods)[number]['value']

/** The quote that its customer is paying the deposit of, if there is one. */
export function heldQuote({ status, quotes }: TripInFull) {
  if (status !== 'open') return null
  const isHeld = (quote: TripInFull['quotes'][number]) =>
    (quote.status === 'confirmed' && !quote.instantly_bookable) || quote.booking_request?.payment_status === 'in_doubt'
  return quotes.find(isHeld) ?? null
}

/** The deposit that is awaited has come: the trip is booked. */
export function DepositDialog({ trip, isOpen, close }: DeedProps) {
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/platform/v1/trips/{ref}/deposit-received', { params: { path: { ref: trip.ref } }, headers }),
    refreshes: [['trips']],
    onDone: () => {
      close()
      say(`${trip.ref} is booked.`)
    },
  })
  const held = heldQuote(trip)
  return (
    <ConfirmDialog
      title="Has the deposit come?"
      isOpen={isOpen}
      close={close}
      button="It has come"
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      {held !== null && (
        <p>
          The deposit of <Money amount={held.deposit_amount} currency={held.currency_code} /> is noted as received, and {trip.ref}{' '}
          is booked. Everybody is told.
        </p>
      )}
    </ConfirmDialog>
  )
}

/** Money of the customer of a booking that has come. */
export function PaidDrawer(props: {
  readonly booking: NonNullable<TripInFull['booking']>
  readonly isOpen: boolean
  readonly close: () => void
}) {
  const { booking, isOpen, close } = props
  const draft = useDraft(null, {
    amount: booking.due_amount as number | null,
    method: 'bank_transfer' as PaidMethod | null,
    reference: '',
  })
  const done = () => {
    close()
    say('Written down.')
  }
  const params = { path: { ref: booking.ref } }
  const write = useWrite({
    send: (body: Records['PaymentInput'], headers) => api.POST('/platform/v1/trips/{ref}/payments', { params, body, headers }),
    refreshes: [['trips']],
    onDone: done,
  })
  const { amount, method, reference } = draft.values
  return (
    <SideDrawer title="Money has come" isOpen={isOpen} close={close}>
      <Form
        write={write}
        submit={() =>
          void write.run({
            kind: 'balance',
            method: method ?? 'bank_transfer',
            amount: amount ?? 0,
            currency_code: booking.currency_code,
            reference: reference.trim() === '' ? null : reference.trim(),
          })
        }
        button="Write it down"
      >
        <p>
          <Money amount={booking.due_amount} currency={booking.currency_code} /> is still due for {booking.ref}.
        </p>
        <MoneyField
          path="amount"
          label="Amount"
          currency={booking.currency_code}
          amount={amount}
          onAmount={(value) => draft.set({ amount: value })}
          isRequired
        />
        <ChoiceField
          path="method"
          label="How"
          value={method}
          onValue={(value) => draft.set({ method: value })}
          choices={methods}
        />
        <TextField
          path="reference"
          label="Reference"
          value={reference}
          onValue={(value) => draft.set({ reference: value })}
          most={80}
        />
      </Form>
    </SideDrawer>
  )
}

/** Calls a trip off for everybody; its ref is typed. */
export function CallOffDialog({ trip, isOpen, close }: DeedProps) {
  const [reason, setReason] = useState('')
  const write = useWrite({
    send: (body: Records['ReasonInput'], headers) =>
      api.POST('/platform/v1/trips/{ref}/cancel', { params: { path: { ref: trip.ref } }, body, headers }),
    refreshes: [['trips']],
    onDone: () => {
      close()
      say('Called off. Everybody is told.')
    },
  })
  const { booking } = trip
  return (
    <ConfirmDialog
      title="Call the trip off?"
      isOpen={isOpen}
      close={close}
      button="Call it off"
      isDangerous
      typed={trip.ref}
      confirm={() => void write.run({ reason: reason.trim() })}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>
        {booking === null ? (
          'Nobody can quote it any more, and the customer is told.'
        ) : (
          <>
            <Money amount={booking.paid_amount} currency={booking.currency_code} /> was paid; all of it goes back, and the
            operator’s payout is cancelled.
          </>
        )}
      </p>
      <TextAreaField path="reason" label="Why" value={reason} onValue={setReason} least={3} most={500} isRequired />
    </ConfirmDialog>
  )
}
