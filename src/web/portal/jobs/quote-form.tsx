import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { computeUsualValidity } from '../../../domain/quote-times.ts'
import { api, type Records } from '../../office/api/client.ts'
import type { ApiFailure } from '../../office/api/failure.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { MoreFields } from '../../office/form/more-fields.tsx'
import { Changing } from '../../office/parts/changing.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { useClock } from '../../office/parts/now.ts'
import { useKeys } from '../../office/shell/keys.ts'
import { CoachFields } from '../../office/trip-fields/coach-fields.tsx'
import '../../office/trip-fields/trip-fields.css'
import { addDays, findToday, formatDay, formatInstant } from '../../plain/moment.ts'
import { formatMoney } from '../../plain/money.ts'
import { useAccountSheet } from '../api/account.ts'
import { findFreeFor } from './free.ts'
import { availabilityCards, isQuoteLive } from './job-words.ts'
import { type InboxJob, type SentQuote, useBusyTimesThen } from './jobs.ts'
import { LastQuoteButton } from './last-quote.tsx'
import { computeQuoteSums, type PriceTerms, type QuoteValues, toQuoteDraft } from './quote-draft.ts'
import { IncludedChips } from './quote-extras.tsx'
import { QuoteWarnings } from './quote-warnings.tsx'

type QuoteFormProps = {
  readonly job: InboxJob
  readonly like: SentQuote | null
  readonly onFailed?: (failure: ApiFailure) => void
  /** Whether the price gets the focus. */
  readonly isFocused?: boolean
  /** Whether the job is closed, so that the draft can only be read. */
  readonly isClosed?: boolean
}

const quoteForm = createForm<Records['QuoteInput']>(readLimits('QuoteInput'))

/** The form that sends or revises a quote. The browser keeps a draft until it is sent. */
export function QuoteForm(props: QuoteFormProps) {
  return (
    <ReadStates query={useAccountSheet()}>
      {({ data }) => <PriceForm {...props} terms={props.job.own_trip ? { ...data, commission_bps: 0 } : data} />}
    </ReadStates>
  )
}

function focusPrice(): void {
  document.querySelector<HTMLElement>('.job-quote form input')?.focus()
}

function PriceForm(props: QuoteFormProps & { readonly terms: PriceTerms }) {
  const { job, like, terms, isFocused = false, isClosed = false } = props
  const live = isQuoteLive(job.my_quote) ? job.my_quote : null
  const draft = quoteForm.useDraft(`quote-${job.ref}`, toQuoteDraft(job, live ?? like, terms))
  const { values, set } = draft
  const [round, setRound] = useState(0)
  const write = useWrite({
    send: (body: Records['QuoteInput'], headers) =>
      api.POST('/api/v1/jobs/{ref}/quote', { params: { path: { ref: job.ref } }, body, headers }),
    refreshes: [['jobs']],
    ...(props.onFailed !== undefined && { onFailed: props.onFailed }),
    onDone: draft.clear,
  })
  useKeys({ q: { says: 'Enter the price', run: focusPrice } })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (isFocused) focusPrice()
  }, [])
  const clear = () => {
    draft.clear()
    setRound(round + 1)
  }
  return (
    <fieldset className="quote-fields" disabled={isClosed}>
      <OfficeForm
        key={round}
        write={write}
        submit={() => void write.run(draft.buildBody())}
        button={isClosed ? null : live === null ? 'Send quote' : 'Send revised quote'}
        draft={draft}
        others={
          !isClosed && (
            <>
              {draft.isFound && (
                <Button variant="subtle" color="gray" onClick={clear}>
                  Discard draft
                </Button>
              )}
              {live === null && <LastQuoteButton job={job} take={(quote) => set(toQuoteDraft(job, quote, terms))} />}
            </>
          )
        }
      >
        <QuoteFields job={job} values={values} set={set} terms={terms} />
        {!isClosed && <QuoteWarnings job={job} values={values} />}
      </OfficeForm>
    </fieldset>
  )
}

type FieldsProps = {
  readonly job: InboxJob
  readonly values: QuoteValues
  readonly set: (change: QuoteValues) => void
  readonly terms: PriceTerms
}

function QuoteFields({ job, values, set, terms }: FieldsProps) {
  const taken = useBusyTimesThen(job).data?.data
  const free = taken && findFreeFor(taken, job, Number.POSITIVE_INFINITY)
  return (
    <>
      <div className="quote-price">
        <quoteForm.Money at="price_amount" label="Price" currency={job.currency_code} />
        <QuoteSums job={job} values={values} terms={terms} />
      </div>
      <quoteForm.Cards at="availability" label="Availability" cards={availabilityCards} />
      <CoachFields
        at="vehicles"
        people={job.passenger_count}
        isFree={(id) => free == null || free.coaches.some((coach) => coach.id === id)}
      />
      <IncludedChips values={values} set={set} />
      <QuoteOptions job={job} values={values} />
    </>
  )
}

/** The fields that most quotes leave empty, behind links. */
function QuoteOptions({ job, values }: { readonly job: InboxJob; readonly values: QuoteValues }) {
  const { currency_code: currency, timezone } = job
  const { zone } = useSession()
  const now = useClock(60_000)
  const { deposit_amount, valid_until, included_waiting_minutes, extra_hour_amount, extra_mile_amount, note } = values
  const validity = valid_until ?? new Date(computeUsualValidity(now, Date.parse(job.departs_at))).toISOString()
  return (
    <>
      <div className="more-fields">
        <MoreFields label="Deposit and dates" isFilled={deposit_amount != null || valid_until != null}>
          <quoteForm.Money at="deposit_amount" label="Deposit (optional)" currency={currency} />
          <quoteForm.Moment at="valid_until" label="Valid until (optional)" zone={timezone} />
        </MoreFields>
        <MoreFields
          label="Extra rates"
          isFilled={included_waiting_minutes != null || extra_hour_amount != null || extra_mile_amount != null}
        >
          <div className="form-row">
            <quoteForm.Money at="extra_hour_amount" label="Extra hour" currency={currency} />
            <quoteForm.Money at="extra_mile_amount" label="Extra mile" currency={currency} />
          </div>
          <quoteForm.Whole at="included_waiting_minutes" label="Waiting included, minutes" />
        </MoreFields>
        <MoreFields label="Note" isFilled={Boolean(note)}>
          <quoteForm.TextArea at="note" label="Note to the customer" />
        </MoreFields>
      </div>
      {!isQuoteLive(job.my_quote) && <p className="second-line">Valid until {formatInstant(validity, zone, now)}</p>}
    </>
  )
}

/** A line about a typed price: payout, deposit and balance. */
function QuoteSums({ job, values, terms }: Omit<FieldsProps, 'set'>) {
  const today = findToday(job.timezone, useClock(60_000))
  if (values.price_amount == null) return null
  const sums = computeQuoteSums(values.price_amount, values.deposit_amount, terms)
  const live = (amount: number) => (
    <span className="money">
      <Changing text={formatMoney(amount, job.currency_code)} />
    </span>
  )
  const due = addDays(job.departs_at.slice(0, 10), -terms.settings.balance_days)
  return (
    <p className="quote-sums">
      {terms.commission_bps > 0 ? 'After commission you' : 'You'} receive {live(sums.payout)} · deposit {live(sums.deposit)}
      {sums.rest > 0 && (
        <>
          {' '}
          · balance {live(sums.rest)} {due <= today ? 'now' : `by ${formatDay(due, today)}`}
        </>
      )}
    </p>
  )
}
