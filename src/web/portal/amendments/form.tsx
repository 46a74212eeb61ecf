import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { api, type Records } from '../../office/api/client.ts'
import { type ApiFailure, renameFailureFields } from '../../office/api/failure.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { useDraft } from '../../office/form/draft.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { findValueAt, withValueAt } from '../../office/form/paths.ts'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { toLegPath } from '../../office/trip-fields/legs.ts'
import { openPortalPage } from '../api/open-page.ts'
import {
  type AmendValues,
  buildChangesBody,
  countMissingSeats,
  listConsentReasons,
  toChangesDraft,
  type WholeBooking,
} from './changes.ts'
import { ChangeTable, listCurrentValues } from './compare.tsx'
import { CrewEffects } from './crew-effects.tsx'
import { amendForm, ChangeFields } from './fields.tsx'
import { MoneyAfter } from './money-after.tsx'

/**
 * A React hook for a draft over the current values of a booking. It keeps only the changed fields, so that the other fields follow
 * the booking.
 */
function useAmendDraft(booking: WholeBooking) {
  const draft = useDraft<AmendValues>(`amend-${booking.ref}`, {})
  const now = toChangesDraft(booking)
  const values = {
    ...{ price_amount: booking.price_amount, consent: 'ask', ...draft.values },
    changes: {
      ...now,
      ...omitEarlierLegs(draft.values.changes),
      ...{ customer: { ...now.customer, ...draft.values.changes?.customer } },
    },
  }
  const setAt = (path: string, value: unknown) => {
    const [name = '', field = '', part] = path.split('.')
    const group = name === 'changes' ? `${name}.${field}` : name
    const changed = group === 'changes.customer' && part !== undefined ? path : group
    draft.setAt(changed, findValueAt(withValueAt(values, path, value), changed))
  }
  return { ...draft, values, setAt }
}

/** The changes without legs of a draft of an earlier release, which have no times of day. */
function omitEarlierLegs(changes: AmendValues['changes']): AmendValues['changes'] {
  const { legs, ...others } = changes ?? {}
  return legs?.every((leg) => typeof leg?.departs === 'string') ? { ...others, legs } : others
}

/** The form that changes a booking. It keeps a draft, and sends only the changed fields. */
export function AmendForm({ booking, close }: { readonly booking: WholeBooking; readonly close: () => void }) {
  const { ref } = booking
  const draft = useAmendDraft(booking)
  const [round, setRound] = useState(0)
  const { values } = draft
  const changes = buildChangesBody(booking, values.changes)
  const price = values.price_amount ?? booking.price_amount
  const isPriced = price !== booking.price_amount
  const reasons = listConsentReasons(booking, changes, price)
  const consent = reasons.length === 0 ? 'not_needed' : values.consent === 'given' ? 'given' : 'ask'
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
  const missing = countMissingSeats(values.changes)
  const isFitting = !isWaiting && missing === 0
  const submit = () => void write.run({ ...change, reason: (values.reason ?? '').trim(), consent })
  const clear = () => {
    draft.clear()
    setRound(round + 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paths are those of the refused body
  const failure = useMemo(() => renameChangeFaults(write.failure, changes), [write.failure])
  return (
    <OfficeForm
      key={round}
      write={{ isBusy: write.isBusy, failure }}
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
      <ChangeFields booking={booking} draft={values.changes} />
      <amendForm.Money at="price_amount" label="Price" currency={booking.currency_code} isRequired />
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
          <CrewEffects booking={booking} draft={values.changes} changes={changes} missing={missing} />
        </FoldableSection>
      )}
      {isOther && <Agreeing reasons={reasons} />}
      <amendForm.TextArea
        at="reason"
        label="Reason"
        help={consent === 'ask' ? 'The customer sees this.' : 'Saved with the booking. The customer sees it too.'}
      />
    </OfficeForm>
  )
}

/** A failure whose faulty fields have their paths in the form. */
function renameChangeFaults(failure: ApiFailure | null, changes: Records['ChangesInput']): ApiFailure | null {
  if (failure === null || failure.status !== 422) return failure
  return renameFailureFields(failure, (path) =>
    path.replace(/^changes\.(.+)$/, (_, rest: string) => `changes.${toLegPath(rest, changes)}`),
  )
}

function Agreeing({ reasons }: { readonly reasons: readonly string[] }) {
  if (reasons.length === 0) return <p>The customer does not need to approve this.</p>
  return (
    <div className="amend-consent">
      <p>
        <strong>Customer must approve</strong>
        {`: ${reasons.join('; ')}.`}
      </p>
      <amendForm.Cards
        at="consent"
        label="Customer’s approval"
        cards={[
          { value: 'ask', label: 'Ask the customer', help: 'The change applies when they accept.' },
          { value: 'given', label: 'Already approved', help: 'For example by phone. The change applies now.' },
        ]}
      />
    </div>
  )
}
