import { useState } from 'react'
import { spokenMoney } from '../../plain/money.ts'
import { spokenWord } from '../../plain/words.ts'
import { api, type Sent } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { TextField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { Facts } from '../parts/facts.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import type { NotedPayment } from './trip-money.ts'
import { TripRef } from './trip-ref.tsx'

/** Facts about a payment that somebody settles by hand, in whichever list it stands. */
export type SettledMoney = Pick<NotedPayment, 'id' | 'ref' | 'booking_ref' | 'kind' | 'method' | 'amount' | 'currency_code'> & {
  /** Known of a booking alone. */
  readonly customer_name?: string
}

/** Somebody saw what the server could not find out: the money of a payment in doubt is there, or a refund has been sent. */
export function SettleDrawer({ payment, close }: { readonly payment: SettledMoney | null; readonly close: () => void }) {
  const title = payment?.kind === 'refund' ? 'Refund sent' : 'The money is there'
  return (
    <SideDrawer title={title} isOpen={payment !== null} close={close}>
      {payment !== null && <Settle key={payment.id} payment={payment} close={close} />}
    </SideDrawer>
  )
}

function Settle({ payment, close }: { readonly payment: SettledMoney; readonly close: () => void }) {
  const [reference, setReference] = useState('')
  const { id, ref, booking_ref, kind, method, amount, currency_code, customer_name } = payment
  const sum = spokenMoney(amount, currency_code)
  const isRefund = kind === 'refund'
  const write = useWrite({
    send: (body: { reference?: string }, headers): Sent<unknown> =>
      isRefund && booking_ref !== null
        ? api.POST('/portal/v1/bookings/{ref}/payments/{id}/sent', { params: { path: { ref: booking_ref, id } }, body, headers })
        : api.POST('/portal/v1/payments/{id}/settled-by-hand', { params: { path: { id } }, body, headers }),
    refreshes: [['money'], ['bookings'], ['jobs'], ['diary']],
    onDone: () => {
      close()
      say(
        isRefund
          ? `${sum} has gone back to ${customer_name ?? `the customer of ${ref}`}.`
          : `${sum} for ${ref} is noted as received.`,
      )
    },
  })
  return (
    <>
      <Facts
        facts={[
          ['Trip', <TripRef key="trip" payment={payment} />],
          [isRefund ? 'To' : 'Of', customer_name],
          ['What for', isRefund ? null : spokenWord(kind)],
          // What could not be sent to a card goes another way.
          ['How', isRefund && method === 'card' ? null : spokenWord(method)],
          ['Amount', sum],
        ]}
      />
      <Form
        write={write}
        submit={() => void write.run(reference.trim() === '' ? {} : { reference: reference.trim() })}
        button={isRefund ? `${sum} has been sent` : `${sum} is there`}
      >
        {kind === 'deposit' && <p>The trip is booked with you then, and the customer is told.</p>}
        <TextField
          path="reference"
          label="Reference"
          value={reference}
          onValue={setReference}
          most={80}
          help="As it stands on your statement, if you like."
        />
      </Form>
    </>
  )
}
