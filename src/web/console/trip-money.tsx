import { computeDueNow } from '../plain/due-now.ts'
import { api, type Records } from '../portal/api/client.ts'
import { showNotice } from '../portal/api/news.ts'
import { queries } from '../portal/api/queries.ts'
import { useWrite, type Write } from '../portal/api/write.ts'
import { useDraft } from '../portal/form/draft.ts'
import { ChoiceField, TextField } from '../portal/form/fields.tsx'
import { PortalForm } from '../portal/form/form.tsx'
import { MoneyField } from '../portal/form/money-field.tsx'
import { methods } from '../portal/money/words.ts'
import { ConfirmDialog } from '../portal/parts/confirm-dialog.tsx'
import { Money } from '../portal/parts/money.tsx'
import { SideDrawer } from '../portal/parts/side-drawer.tsx'
import type { HeldDeposit } from './held-deposit.ts'
import type { TripInFull } from './reads.ts'
import type { DrawerProps } from './trip-drawers.tsx'

type TripBooking = NonNullable<TripInFull['booking']>

/** A dialog that marks the awaited deposit as received and books the trip. */
export function DepositDialog({ trip, held, isOpen, close }: DrawerProps & { readonly held: HeldDeposit }) {
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/platform/v1/trips/{ref}/deposit-received', { params: { path: { ref: trip.ref } }, headers }),
    refreshes: [['trips'], ['payments']],
    onDone: () => {
      close()
      showNotice(`${trip.ref} booked.`)
    },
  })
  const { deposit_amount: amount, currency_code: currency } = held.quote
  return (
    <ConfirmDialog
      title="Mark deposit as received?"
      isOpen={isOpen}
      close={close}
      button="Mark as received"
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>
        This records the deposit of <Money amount={amount} currency={currency} /> and books {trip.ref}. Everyone is notified.
      </p>
    </ConfirmDialog>
  )
}

type PaidDrawerProps = { readonly booking: TripBooking; readonly isOpen: boolean; readonly close: () => void }

/** A drawer that records a payment of a booking. */
export function PaidDrawer({ booking, isOpen, close }: PaidDrawerProps) {
  const params = { path: { ref: booking.ref } }
  // The write outlives the form, so that a retry after a lost response and a closed drawer is still one payment.
  const write = useWrite({
    send: (body: Records['PaymentInput'], headers) => api.POST('/platform/v1/trips/{ref}/payments', { params, body, headers }),
    refreshes: [['trips'], ['payments']],
    onDone: (result) => {
      queries.setQueryData(['trips', booking.ref], result)
      close()
      showNotice('Payment recorded.')
    },
  })
  const end = () => {
    write.forget()
    close()
  }
  return (
    <SideDrawer title="Record payment" isOpen={isOpen} close={end}>
      <PaidForm booking={booking} write={write} />
    </SideDrawer>
  )
}

/** The form of a payment. Each opening of the drawer starts with the current amount due. */
function PaidForm(props: { readonly booking: TripBooking; readonly write: Write<Records['PaymentInput'], unknown> }) {
  const { booking, write } = props
  const { currency_code: currency } = booking
  const draft = useDraft(null, {
    amount: computeDueNow(booking, Date.now()) as number | null,
    method: 'bank_transfer' as Records['ReceivedMethod'] | null,
    reference: '',
  })
  const { amount, method, reference } = draft.values
  return (
    <PortalForm
      write={write}
      submit={() =>
        void write.run({
          method: method ?? 'bank_transfer',
          amount: amount ?? 0,
          currency_code: currency,
          reference: reference.trim() === '' ? null : reference.trim(),
        })
      }
      button="Record payment"
    >
      <p>
        <Money amount={booking.due_amount} currency={currency} /> is due for {booking.ref}.
      </p>
      <MoneyField
        path="amount"
        label="Amount"
        currency={currency}
        amount={amount}
        onAmount={(value) => draft.set({ amount: value })}
        isRequired
      />
      <ChoiceField
        path="method"
        label="Method"
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
    </PortalForm>
  )
}
