import { api, type Records } from '../office/api/client.ts'
import { showNotice } from '../office/api/news.ts'
import { queries } from '../office/api/queries.ts'
import { useWrite, type Write } from '../office/api/write.ts'
import { createForm } from '../office/form/bound-fields.tsx'
import { OfficeForm } from '../office/form/form.tsx'
import { readLimits } from '../office/form/limits.ts' with { type: 'macro' }
import { methods } from '../office/money-lists/words.ts'
import { ConfirmDialog } from '../office/parts/confirm-dialog.tsx'
import { Money } from '../office/parts/money.tsx'
import { SideDrawer } from '../office/parts/side-drawer.tsx'
import { computeDueNow } from '../plain/due-now.ts'
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

const paymentForm = createForm<Records['PaymentInput']>(readLimits('PaymentInput'))

/** The form of a payment. Each opening of the drawer starts with the current amount due. */
function PaidForm(props: { readonly booking: TripBooking; readonly write: Write<Records['PaymentInput'], unknown> }) {
  const { booking, write } = props
  const { currency_code: currency } = booking
  const draft = paymentForm.useDraft(null, {
    amount: computeDueNow(booking, Date.now()),
    currency_code: currency,
    method: 'bank_transfer',
  })
  return (
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Record payment">
      <p>
        <Money amount={booking.due_amount} currency={currency} /> is due for {booking.ref}.
      </p>
      <paymentForm.Money at="amount" label="Amount" currency={currency} />
      <paymentForm.Choice at="method" label="Method" choices={methods} />
      <paymentForm.Text at="reference" label="Reference" />
    </OfficeForm>
  )
}
