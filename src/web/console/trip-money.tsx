import { dueNow } from '../plain/due-now.ts'
import { api, type Records } from '../portal/api/client.ts'
import { say } from '../portal/api/news.ts'
import { queries } from '../portal/api/queries.ts'
import { useWrite, type Write } from '../portal/api/write.ts'
import { useDraft } from '../portal/form/draft.ts'
import { ChoiceField, TextField } from '../portal/form/fields.tsx'
import { Form } from '../portal/form/form.tsx'
import { MoneyField } from '../portal/form/money-field.tsx'
import { methods } from '../portal/money/words.ts'
import { ConfirmDialog } from '../portal/parts/confirm-dialog.tsx'
import { Money } from '../portal/parts/money.tsx'
import { SideDrawer } from '../portal/parts/side-drawer.tsx'
import type { HeldDeposit } from './held-deposit.ts'
import type { TripInFull } from './reads.ts'
import type { DrawerProps } from './trip-drawers.tsx'

type TripBooking = NonNullable<TripInFull['booking']>

/** The deposit that is awaited has come: the trip is booked. */
export function DepositDialog({ trip, held, isOpen, close }: DrawerProps & { readonly held: HeldDeposit }) {
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/platform/v1/trips/{ref}/deposit-received', { params: { path: { ref: trip.ref } }, headers }),
    refreshes: [['trips'], ['payments']],
    onDone: () => {
      close()
      say(`${trip.ref} is booked.`)
    },
  })
  const { deposit_amount: amount, currency_code: currency } = held.quote
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
      <p>
        The deposit of <Money amount={amount} currency={currency} /> is noted as received, and {trip.ref} is booked. Everybody is
        told.
      </p>
    </ConfirmDialog>
  )
}

type PaidDrawerProps = { readonly booking: TripBooking; readonly isOpen: boolean; readonly close: () => void }

/** Money of the customer of a booking that has come. */
export function PaidDrawer({ booking, isOpen, close }: PaidDrawerProps) {
  const params = { path: { ref: booking.ref } }
  // The write outlives the form: sent again after a lost answer, it is one payment also where the drawer was closed in between.
  const write = useWrite({
    send: (body: Records['PaymentInput'], headers) => api.POST('/platform/v1/trips/{ref}/payments', { params, body, headers }),
    refreshes: [['trips'], ['payments']],
    onDone: (result) => {
      queries.setQueryData(['trips', booking.ref], result)
      close()
      say('Written down.')
    },
  })
  const end = () => {
    write.forget()
    close()
  }
  return (
    <SideDrawer title="Money has come" isOpen={isOpen} close={end}>
      <PaidForm booking={booking} write={write} />
    </SideDrawer>
  )
}

/** Begins anew each time the drawer opens, with what is due then. */
function PaidForm(props: { readonly booking: TripBooking; readonly write: Write<Records['PaymentInput'], unknown> }) {
  const { booking, write } = props
  const { currency_code: currency } = booking
  const draft = useDraft(null, {
    amount: dueNow(booking, Date.now()) as number | null,
    method: 'bank_transfer' as Records['ReceivedMethod'] | null,
    reference: '',
  })
  const { amount, method, reference } = draft.values
  return (
    <Form
      write={write}
      submit={() =>
        void write.run({
          method: method ?? 'bank_transfer',
          amount: amount ?? 0,
          currency_code: currency,
          reference: reference.trim() === '' ? null : reference.trim(),
        })
      }
      button="Write it down"
    >
      <p>
        <Money amount={booking.due_amount} currency={currency} /> is still due for {booking.ref}.
      </p>
      <MoneyField
        path="amount"
        label="Amount"
        currency={currency}
        amount={amount}
        onAmount={(value) => draft.set({ amount: value })}
        isRequired
      />
      <ChoiceField path="method" label="How" value={method} onValue={(value) => draft.set({ method: value })} choices={methods} />
      <TextField
        path="reference"
        label="Reference"
        value={reference}
        onValue={(value) => draft.set({ reference: value })}
        most={80}
      />
    </Form>
  )
}
