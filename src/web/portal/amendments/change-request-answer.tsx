import { Button } from '@mantine/core'
import { useState } from 'react'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import type { BookingChange } from './bookings.ts'
import type { WholeBooking } from './typed-change.ts'

type AnswerProps = { readonly booking: WholeBooking; readonly change: BookingChange }

/** The form that answers a customer's change request: accept it at a price, or decline it with a reason. */
export function ChangeRequestAnswer({ booking, change }: AnswerProps) {
  const [isRefusing, setRefusing] = useState(false)
  return isRefusing ? (
    <Refuse booking={booking} change={change} back={() => setRefusing(false)} />
  ) : (
    <Grant booking={booking} change={change} refuse={() => setRefusing(true)} />
  )
}

function Grant({ booking, change, refuse }: AnswerProps & { readonly refuse: () => void }) {
  const { ref, currency_code } = booking
  const draft = useDraft<{ price: number | null; consent: 'ask' | 'given' }>(`change-answer-${ref}-${change.id}`, {
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
      showNotice(data.status === 'applied' ? 'Booking changed.' : 'Price sent to the customer.')
    },
  })
  const submit = () => {
    const isPriced = price !== null && price !== booking.price_amount
    void write.run({ ...(isPriced && { price_amount: price, currency_code }), ...(isDearer && { consent }) })
  }
  return (
    <PortalForm
      write={write}
      submit={submit}
      button={isDearer && consent === 'ask' ? 'Send price' : 'Apply change'}
      draft={draft}
      others={
        <Button variant="default" onClick={refuse}>
          Decline request
        </Button>
      }
    >
      <MoneyField
        path="price_amount"
        label="New price"
        currency={currency_code}
        amount={price}
        onAmount={(amount) => draft.set({ price: amount })}
        isRequired
      />
      {isDearer && (
        <RadioCards
          legend="Customer’s approval"
          value={consent}
          onValue={(value) => draft.set({ consent: value })}
          cards={[
            { value: 'ask', label: 'Ask the customer', help: 'The change applies when they accept the price.' },
            { value: 'given', label: 'Already approved', help: 'For example by phone. The change applies now.' },
          ]}
        />
      )}
    </PortalForm>
  )
}

function Refuse({ booking: { ref }, change, back }: AnswerProps & { readonly back: () => void }) {
  const draft = useDraft(`change-decline-${ref}-${change.id}`, { reason: '' })
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
      showNotice('Request declined. The customer receives your reason.')
    },
  })
  return (
    <PortalForm
      write={write}
      submit={() => void write.run({ reason: draft.values.reason.trim() })}
      button="Decline request"
      others={
        <Button variant="default" onClick={back}>
          Back
        </Button>
      }
    >
      <TextAreaField
        path="reason"
        label="Reason"
        help="The customer sees this."
        value={draft.values.reason}
        onValue={(reason) => draft.set({ reason })}
        isRequired
        least={3}
        most={500}
      />
    </PortalForm>
  )
}
