import { Button } from '@mantine/core'
import { useState } from 'react'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { openPage } from '../api/open-page.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { Section } from '../parts/facts.tsx'
import { Compare, valuesNow } from './compare.tsx'
import { CrewEffects } from './crew-effects.tsx'
import { ChangeFields } from './fields.tsx'
import { MoneyAfter } from './money-after.tsx'
import { changesOf, consentReasons, missingSeats, type TypedChange, typedOf, type WholeBooking } from './typed-change.ts'

type Wanted = TypedChange & { readonly reason: string; readonly consent: 'ask' | 'given' }

/** The form that changes a booking. It keeps what was typed, and sends only what differs from the booking. */
export function AmendForm({ booking, close }: { readonly booking: WholeBooking; readonly close: () => void }) {
  const { ref } = booking
  const draft = useDraft<Partial<Wanted>>(`amend-${ref}`, {})
  const [round, setRound] = useState(0)
  const typed: Wanted = { ...typedOf(booking), reason: '', consent: 'ask', ...draft.values }
  const changes = changesOf(booking, typed)
  const price = typed.price ?? booking.price_amount
  const isPriced = price !== booking.price_amount
  const reasons = consentReasons(booking, changes, price)
  const consent = reasons.length === 0 ? 'not_needed' : typed.consent
  const isOther = isPriced || Object.keys(changes).length > 0
  const isWaiting = booking.amendments.some(({ closed_at }) => closed_at === null)
  const write = useWrite({
    send: (body: Records['AmendmentInput'], headers) =>
      api.POST('/portal/v1/bookings/{ref}/amendments', { params: { path: { ref } }, body, headers }),
    refreshes: [['bookings'], ['diary'], ['availability']],
    onDone: ({ data }) => {
      draft.clear()
      close()
      say(data.status === 'applied' ? 'The booking is changed.' : 'Sent. The customer is asked.')
    },
  })
  const change = { changes, ...(isPriced && { price_amount: price, currency_code: booking.currency_code }) }
  const isElsewhen = 'departs_at' in changes || 'returns_at' in changes || 'legs' in changes
  const isFitting = !isWaiting && missingSeats(typed) === 0
  const submit = () => void write.run({ ...change, reason: typed.reason.trim(), consent })
  const clear = () => {
    draft.clear()
    setRound(round + 1)
  }
  return (
    <Form
      key={round}
      write={write}
      submit={submit}
      button={consent === 'ask' ? 'Send to customer' : 'Apply now'}
      isReady={isOther}
      actions={{ open_change: () => openPage(`/bookings/${ref}?tab=changes`) }}
      draft={draft}
      others={
        isOther && (
          <Button variant="subtle" color="gray" onClick={clear}>
            Clear
          </Button>
        )
      }
    >
      {isWaiting && (
        <p className="amend-waiting" role="status">
          Another change waits for an answer. Until it has one, or is taken back, nothing else can be changed.
        </p>
      )}
      <ChangeFields booking={booking} typed={typed} set={draft.set} />
      <MoneyField
        path="price_amount"
        label="Price"
        currency={booking.currency_code}
        amount={typed.price}
        onAmount={(amount) => draft.set({ price: amount })}
        isRequired
      />
      {isOther && (
        <Section title="What changes">
          {Object.keys(changes).length > 0 && <Compare before={valuesNow(booking, changes)} after={changes} />}
          <MoneyAfter
            booking={booking}
            price={price}
            change={isPriced || isElsewhen ? change : null}
            isFitting={isFitting}
            consent={consent}
          />
          <CrewEffects booking={booking} typed={typed} changes={changes} missing={missingSeats(typed)} />
        </Section>
      )}
      {isOther && <Agreeing reasons={reasons} consent={typed.consent} set={draft.set} />}
      <TextAreaField
        path="reason"
        label="Why"
        help={consent === 'ask' ? 'The customer reads this.' : 'It is kept with the booking; the customer reads it too.'}
        value={typed.reason}
        onValue={(reason) => draft.set({ reason })}
        isRequired
        least={3}
        most={500}
      />
    </Form>
  )
}

function Agreeing(props: {
  readonly reasons: readonly string[]
  readonly consent: Wanted['consent']
  readonly set: (change: Partial<Wanted>) => void
}) {
  const { reasons } = props
  if (reasons.length === 0) return <p>Nobody has to agree to this.</p>
  return (
    <div className="amend-consent">
      <p>
        <strong>Needs the customer’s yes</strong>
        {`: ${reasons.join('; ')}.`}
      </p>
      <RadioCards
        legend="What the customer says"
        value={props.consent}
        onValue={(consent) => props.set({ consent })}
        cards={[
          { value: 'ask', label: 'Ask them', help: 'It is made when they accept.' },
          { value: 'given', label: 'They have agreed', help: 'On the telephone, say; it is made at once.' },
        ]}
      />
    </div>
  )
}
