import { Button } from '@mantine/core'
import { useState } from 'react'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { openPortalPage } from '../api/open-page.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { FoldableSection } from '../parts/facts.tsx'
import { ChangeTable, listCurrentValues } from './compare.tsx'
import { CrewEffects } from './crew-effects.tsx'
import { ChangeFields } from './fields.tsx'
import { MoneyAfter } from './money-after.tsx'
import {
  buildChangesBody,
  countMissingSeats,
  listConsentReasons,
  type TypedChange,
  toTypedChange,
  type WholeBooking,
} from './typed-change.ts'

type TypedAmendment = TypedChange & { readonly reason: string; readonly consent: 'ask' | 'given' }

/** The form that changes a booking. It keeps a draft, and sends only the changed fields. */
export function AmendForm({ booking, close }: { readonly booking: WholeBooking; readonly close: () => void }) {
  const { ref } = booking
  const draft = useDraft<Partial<TypedAmendment>>(`amend-${ref}`, {})
  const [round, setRound] = useState(0)
  const typed: TypedAmendment = { ...toTypedChange(booking), reason: '', consent: 'ask', ...draft.values }
  const changes = buildChangesBody(booking, typed)
  const price = typed.price ?? booking.price_amount
  const isPriced = price !== booking.price_amount
  const reasons = listConsentReasons(booking, changes, price)
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
      showNotice(data.status === 'applied' ? 'Booking changed.' : 'Change sent to the customer.')
    },
  })
  const change = { changes, ...(isPriced && { price_amount: price, currency_code: booking.currency_code }) }
  const isElsewhen = 'departs_at' in changes || 'returns_at' in changes || 'legs' in changes
  const isFitting = !isWaiting && countMissingSeats(typed) === 0
  const submit = () => void write.run({ ...change, reason: typed.reason.trim(), consent })
  const clear = () => {
    draft.clear()
    setRound(round + 1)
  }
  return (
    <PortalForm
      key={round}
      write={write}
      submit={submit}
      button={consent === 'ask' ? 'Send to customer' : 'Apply change'}
      isReady={isOther}
      actions={{ open_change: () => openPortalPage(`/bookings/${ref}?tab=changes`) }}
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
          Another change is waiting for an answer. Withdraw it before you make a new change.
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
        <FoldableSection title="Changes">
          {Object.keys(changes).length > 0 && <ChangeTable before={listCurrentValues(booking, changes)} after={changes} />}
          <MoneyAfter
            booking={booking}
            price={price}
            change={isPriced || isElsewhen ? change : null}
            isFitting={isFitting}
            consent={consent}
          />
          <CrewEffects booking={booking} typed={typed} changes={changes} missing={countMissingSeats(typed)} />
        </FoldableSection>
      )}
      {isOther && <Agreeing reasons={reasons} consent={typed.consent} set={draft.set} />}
      <TextAreaField
        path="reason"
        label="Reason"
        help={consent === 'ask' ? 'The customer sees this.' : 'Saved with the booking. The customer sees it too.'}
        value={typed.reason}
        onValue={(reason) => draft.set({ reason })}
        isRequired
        least={3}
        most={500}
      />
    </PortalForm>
  )
}

function Agreeing(props: {
  readonly reasons: readonly string[]
  readonly consent: TypedAmendment['consent']
  readonly set: (change: Partial<TypedAmendment>) => void
}) {
  const { reasons } = props
  if (reasons.length === 0) return <p>The customer does not need to approve this.</p>
  return (
    <div className="amend-consent">
      <p>
        <strong>Customer must approve</strong>
        {`: ${reasons.join('; ')}.`}
      </p>
      <RadioCards
        legend="Customer’s approval"
        value={props.consent}
        onValue={(consent) => props.set({ consent })}
        cards={[
          { value: 'ask', label: 'Ask the customer', help: 'The change applies when they accept.' },
          { value: 'given', label: 'Already approved', help: 'For example by phone. The change applies now.' },
        ]}
      />
    </div>
  )
}
