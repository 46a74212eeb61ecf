import { Button } from '@mantine/core'
import { useState } from 'react'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import type { BookingChange } from './bookings.ts'
import type { WholeBooking } from './changes.ts'

const grantForm = createForm<Records['GrantInput']>(readLimits('GrantInput'))
const refuseForm = createForm<Records['CreditInput']>(readLimits('CreditInput'))

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
  const draft = grantForm.useDraft(`change-answer-${ref}-${change.id}`, { price_amount: booking.price_amount, consent: 'ask' })
  const { price_amount: price = null, consent } = draft.values
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
    const priced = price !== null && price !== booking.price_amount && { price_amount: price, currency_code }
    void write.run({ ...priced, ...(isDearer && { consent: consent === 'given' ? 'given' : 'ask' }) })
  }
  return (
    <OfficeForm
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
      <grantForm.Money at="price_amount" label="New price" currency={currency_code} isRequired />
      {isDearer && (
        <grantForm.Cards
          at="consent"
          label="Customer’s approval"
          cards={[
            { value: 'ask', label: 'Ask the customer', help: 'The change applies when they accept the price.' },
            { value: 'given', label: 'Already approved', help: 'For example by phone. The change applies now.' },
          ]}
        />
      )}
    </OfficeForm>
  )
}

function Refuse({ booking: { ref }, change, back }: AnswerProps & { readonly back: () => void }) {
  const draft = refuseForm.useDraft(`change-decline-${ref}-${change.id}`, {})
  const write = useWrite({
    send: (body: Records['CreditInput'], headers) =>
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
    <OfficeForm
      write={write}
      draft={draft}
      submit={() => void write.run(draft.buildBody())}
      button="Decline request"
      others={
        <Button variant="default" onClick={back}>
          Back
        </Button>
      }
    >
      <refuseForm.TextArea at="reason" label="Reason" help="The customer sees this." />
    </OfficeForm>
  )
}
