import { useState } from 'react'
import { api, type Records } from '../portal/api/client.ts'
import { say } from '../portal/api/news.ts'
import { useWrite } from '../portal/api/write.ts'
import { TextAreaField } from '../portal/form/fields.tsx'
import { ConfirmDialog } from '../portal/parts/confirm-dialog.tsx'
import { Money } from '../portal/parts/money.tsx'
import type { HeldDeposit } from './held-deposit.ts'
import type { TripInFull } from './reads.ts'
import type { DrawerProps } from './trip-drawers.tsx'

/** Calls a trip off for everybody; its ref is typed. */
export function CallOffDialog({ trip, held, isOpen, close }: DrawerProps & { readonly held: HeldDeposit | null }) {
  const [reason, setReason] = useState('')
  const write = useWrite({
    send: (body: Records['ReasonInput'], headers) =>
      api.POST('/platform/v1/trips/{ref}/cancel', { params: { path: { ref: trip.ref } }, body, headers }),
    refreshes: [['trips'], ['payments']],
    onDone: () => {
      close()
      say('Called off. Everybody is told.')
    },
  })
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
      {trip.booking === null ? <p>Nobody can quote it any more, and the customer is told.</p> : <Paid booking={trip.booking} />}
      {held !== null && (
        <p>
          <Deposit held={held} />
        </p>
      )}
      <TextAreaField path="reason" label="Why" value={reason} onValue={setReason} least={3} most={500} isRequired />
    </ConfirmDialog>
  )
}

/** A marketplace that calls off keeps nothing, whatever the terms of the quote say of customers. */
function Paid({ booking }: { readonly booking: NonNullable<TripInFull['booking']> }) {
  const { paid_amount: amount, currency_code: currency, payout } = booking
  return (
    <>
      <p>
        {amount === 0 ? (
          'Nothing was paid.'
        ) : (
          <>
            <Money amount={amount} currency={currency} /> was paid, and all of it goes back: what was taken from a card by itself,
            the rest when you send it.
          </>
        )}
      </p>
      {payout !== null && (
        <p>
          The operator’s payout of <Money amount={payout.amount} currency={payout.currency_code} /> is cancelled.
        </p>
      )}
    </>
  )
}

/** A sentence on the deposit that may have been sent for a quote that is held. */
function Deposit({ held: { quote, state } }: { readonly held: HeldDeposit }) {
  const deposit = <Money amount={quote.deposit_amount} currency={quote.currency_code} />
  if (state === 'on_its_way') return <>A deposit of {deposit} is on its way; what comes is to be sent back.</>
  if (state === 'in_doubt') {
    return <>It is not known yet whether the deposit of {deposit} was taken from the customer’s card; if it was, it goes back.</>
  }
  if (state === 'by_card') return <>The customer is paying the deposit of {deposit} by card; that stops, and nothing is kept.</>
  return <>The customer is paying a deposit of {deposit}; what comes is to be sent back.</>
}
