import { useState } from 'react'
import { spokenMoney } from '../../plain/money.ts'
import { spokenWord } from '../../plain/words.ts'
import { api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { TextField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { Facts } from '../parts/facts.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { TripLink } from './customer.tsx'
import type { BookedPayment } from './money.ts'

/** A refund that goes back by hand: somebody says that it has been sent. */
export function RefundSentDrawer({ payment, close }: { readonly payment: BookedPayment | null; readonly close: () => void }) {
  return (
    <SideDrawer title="Refund sent" isOpen={payment !== null} close={close}>
      {payment !== null && <Sent key={payment.id} payment={payment} close={close} />}
    </SideDrawer>
  )
}

function Sent({ payment, close }: { readonly payment: BookedPayment; readonly close: () => void }) {
  const [reference, setReference] = useState('')
  const { ref, id } = payment
  const sum = spokenMoney(payment.amount, payment.currency_code)
  const write = useWrite({
    send: (body: { reference?: string }, headers) =>
      api.POST('/portal/v1/bookings/{ref}/payments/{id}/sent', { params: { path: { ref, id } }, body, headers }),
    refreshes: [['money'], ['bookings', ref], ['bookings']],
    onDone: () => {
      close()
      say(`${sum} has gone back to ${payment.customer_name}.`)
    },
  })
  return (
    <>
      <Facts
        facts={[
          ['To', payment.customer_name],
          ['Trip', <TripLink key="trip" tripRef={ref} />],
          ['Amount', sum],
          ['How', spokenWord(payment.method)],
        ]}
      />
      <Form
        write={write}
        submit={() => void write.run(reference.trim() === '' ? {} : { reference: reference.trim() })}
        button={`${sum} has been sent`}
      >
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
