import { useState } from 'react'
import { api, type Records } from '../office/api/client.ts'
import { showNotice } from '../office/api/news.ts'
import { useWrite } from '../office/api/write.ts'
import { TextAreaField } from '../office/form/fields.tsx'
import { ConfirmDialog } from '../office/parts/confirm-dialog.tsx'
import { Money } from '../office/parts/money.tsx'
import type { HeldDeposit } from './held-deposit.ts'
import type { TripInFull } from './reads.ts'
import type { DrawerProps } from './trip-drawers.tsx'

/** A dialog that cancels a trip. The user has to type its reference. */
export function CancelTripDialog({ trip, held, isOpen, close }: DrawerProps & { readonly held: HeldDeposit | null }) {
  const [reason, setReason] = useState('')
  const write = useWrite({
    send: (body: Records['ReasonInput'], headers) =>
      api.POST('/platform/v1/trips/{ref}/cancel', { params: { path: { ref: trip.ref } }, body, headers }),
    refreshes: [['trips'], ['payments']],
    onDone: () => {
      close()
      showNotice('Trip cancelled. Everyone is notified.')
    },
  })
  return (
    <ConfirmDialog
      title="Cancel trip?"
      isOpen={isOpen}
      close={close}
      button="Cancel trip"
      isDangerous
      typed={trip.ref}
      confirm={() => void write.run({ reason: reason.trim() })}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      {trip.booking === null ? <p>Quoting closes and the customer is notified.</p> : <Paid booking={trip.booking} />}
      {held !== null && (
        <p>
          <Deposit held={held} />
        </p>
      )}
      <TextAreaField path="reason" label="Reason" value={reason} onValue={setReason} least={3} most={500} isRequired />
    </ConfirmDialog>
  )
}

/** The refund of a cancelled booking. A cancellation by the marketplace has no charges, whatever the quote's terms. */
function Paid({ booking }: { readonly booking: NonNullable<TripInFull['booking']> }) {
  const { paid_amount: amount, currency_code: currency, payout } = booking
  return (
    <>
      <p>
        {amount === 0 ? (
          'The customer has not paid.'
        ) : (
          <>
            <Money amount={amount} currency={currency} /> will be refunded. Card payments are refunded automatically. You refund
            other payments.
          </>
        )}
      </p>
      {payout !== null && (
        <p>
          The operator’s payout of <Money amount={payout.amount} currency={payout.currency_code} /> will be cancelled.
        </p>
      )}
    </>
  )
}

/** A sentence on the deposit of a held quote. */
function Deposit({ held: { quote, state } }: { readonly held: HeldDeposit }) {
  const deposit = <Money amount={quote.deposit_amount} currency={quote.currency_code} />
  if (state === 'on_its_way') return <>A bank transfer of {deposit} may still arrive. Refund it then.</>
  if (state === 'in_doubt') {
    return <>The card charge of {deposit} is not confirmed yet. A successful charge will be refunded.</>
  }
  if (state === 'by_card') return <>The customer’s card payment of {deposit} will be cancelled.</>
  return <>The customer is paying a deposit of {deposit}. Refund it if it arrives.</>
}
