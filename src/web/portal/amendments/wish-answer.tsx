import { Button } from '@mantine/core'
import { useState } from 'react'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import type { BookingChange } from './bookings.ts'
import type { WholeBooking } from './typed-change.ts'

type AnswerProps = { readonly booking: WholeBooking; readonly change: BookingChange }

/** The form that answers a wish of the customer: yes, at this price, or no, and why. */
export function WishAnswer({ booking, change }: AnswerProps) {
  const [isRefusing, setRefusing] = useState(false)
  return isRefusing ? (
    <Refuse booking={booking} change={change} back={() => setRefusing(false)} />
  ) : (
    <Grant booking={booking} change={change} refuse={() => setRefusing(true)} />
  )
}

function Grant({ booking, change, refuse }: AnswerProps & { readonly refuse: () => void }) {
  const { ref, currency_code } = booking
  const draft = useDraft<{ price: number | null; consent: 'ask' | 'given' }>(`wish-${ref}-${change.id}`, {
    price: booking.price_amount,
    consent: 'ask',
  })
  const { price, consent } = draft.values
  const isDearer = price !== null && price > booking.price_amount
  const write = useWrite({
    send: (body: Records['GrantInput'], headers) =>
      api.POST('/portal/v1/bookings/{ref}/amendments/{id}/apply', {
        params: { path: { ref, id: change.id } },
        body,
        headers,
      }),
    refreshes: [['bookings'], ['diary'], ['availability']],
    onDone: ({ data }) => {
      draft.clear()
      say(data.status === 'applied' ? 'The booking is changed.' : 'Sent. The customer is asked whether they take the price.')
    },
  })
  const submit = () => {
    const isPriced = price !== null && price !== booking.price_amount
    void write.run({ ...(isPriced && { price_amount: price, currency_code }), ...(isDearer && { consent }) })
  }
  return (
    <Form
      write={write}
      submit={submit}
      button={isDearer && consent === 'ask' ? 'Send the price to them' : 'Make the change'}
      draft={draft}
      others={
        <Button variant="default" onClick={refuse}>
          Turn down
        </Button>
      }
    >
      <MoneyField
        path="price_amount"
        label="Price with it"
        currency={currency_code}
        amount={price}
        onAmount={(amount) => draft.set({ price: amount })}
        isRequired
      />
      {isDearer && (
        <RadioCards
          legend="The price goes up"
          value={consent}
          onValue={(value) => draft.set({ consent: value })}
          cards={[
            { value: 'ask', label: 'Ask them', help: 'It is made when they accept the price.' },
            { value: 'given', label: 'They have agreed', help: 'On the telephone, say; it is made at once.' },
          ]}
        />
      )}
    </Form>
  )
}

function Refuse({ booking: { ref }, change, back }: AnswerProps & { readonly back: () => void }) {
  const draft = useDraft(`wish-no-${ref}-${change.id}`, { reason: '' })
  const write = useWrite({
    send: (body: { reason: string }, headers) =>
      api.POST('/portal/v1/bookings/{ref}/amendments/{id}/decline', {
        params: { path: { ref, id: change.id } },
        body,
        headers,
      }),
    refreshes: [['bookings']],
    onDone: () => {
      draft.clear()
      say('Turned down. The customer has been told why.')
    },
  })
  return (
    <Form
      write={write}
      submit={() => void write.run({ reason: draft.values.reason.trim() })}
      button="Turn down"
      others={
        <Button variant="default" onClick={back}>
          Back
        </Button>
      }
    >
      <TextAreaField
        path="reason"
        label="Why not"
        help="The customer reads this."
        value={draft.values.reason}
        onValue={(reason) => draft.set({ reason })}
        isRequired
        least={3}
        most={500}
      />
    </Form>
  )
}
