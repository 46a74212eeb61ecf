import { Button } from '@mantine/core'
import { useState } from 'react'
import { computeUsualValidity } from '../../../domain/quote-times.ts'
import { addDays, findToday, formatDay, formatInstant } from '../../plain/moment.ts'
import { formatMoney } from '../../plain/money.ts'
import { inclusionWords } from '../../plain/quote-words.ts'
import { useAccountSheet } from '../api/account.ts'
import { api, type Records } from '../api/client.ts'
import type { ApiFailure } from '../api/failure.ts'
import { showNotice } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField, WholeField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { RadioCards, TriChips } from '../form/radio-cards.tsx'
import { MomentField } from '../form/time-fields.tsx'
import { Changing } from '../parts/changing.tsx'
import { FactTable, FoldableSection } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { useClock } from '../parts/now.ts'
import { useKeys } from '../shell/keys.ts'
import { isQuoteLive } from './job-words.ts'
import type { InboxJob, SentQuote } from './jobs.ts'
import { LastQuoteButton } from './last-quote.tsx'
import { QuoteVehicles } from './quote-vehicles.tsx'
import { QuoteWarnings } from './quote-warnings.tsx'
import { buildQuoteBody, computeQuoteSums, type PriceTerms, type TypedQuote, toTypedQuote } from './typed-quote.ts'

type QuoteFormProps = {
  readonly job: InboxJob
  readonly like: SentQuote | null
  readonly onFailed: (failure: ApiFailure) => void
}

/** The form that sends or revises a quote. The browser keeps a draft until it is sent. */
export function QuoteForm(props: QuoteFormProps) {
  return (
    <ReadStates query={useAccountSheet()}>
      {({ data }) => <PriceForm {...props} terms={props.job.own_trip ? { ...data, commission_bps: 0 } : data} />}
    </ReadStates>
  )
}

function PriceForm(props: QuoteFormProps & { readonly terms: PriceTerms }) {
  const { job, like, terms } = props
  const live = isQuoteLive(job.my_quote) ? job.my_quote : null
  const draft = useDraft(`quote-${job.ref}`, toTypedQuote(job, live ?? like, terms))
  const { values, set } = draft
  const [round, setRound] = useState(0)
  const now = useClock(60_000)
  const { zone } = useSession()
  const write = useWrite({
    send: (body: Records['QuoteInput'], headers) =>
      api.POST('/api/v1/jobs/{ref}/quote', { params: { path: { ref: job.ref } }, body, headers }),
    refreshes: [['jobs']],
    onFailed: props.onFailed,
    onDone: () => {
      draft.clear()
      showNotice(live === null ? 'Quote sent.' : 'Revised quote sent.')
    },
  })
  useKeys({ q: { says: 'Enter the price', run: () => document.querySelector<HTMLElement>('.job-quote form input')?.focus() } })
  const clear = () => {
    draft.clear()
    setRound(round + 1)
  }
  const validity = computeUsualValidity(now, Date.parse(job.departs_at))
  return (
    <PortalForm
      key={round}
      write={write}
      submit={() => void write.run(buildQuoteBody(values, job))}
      button={live === null ? 'Send quote' : 'Send revised quote'}
      draft={draft}
      others={
        <>
          {draft.isFound && (
            <Button variant="subtle" color="gray" onClick={clear}>
              Discard draft
            </Button>
          )}
          {live === null && <LastQuoteButton job={job} take={(quote) => set(toTypedQuote(job, quote, terms))} />}
        </>
      }
    >
      <MoneyField
        path="price_amount"
        label="Price"
        currency={job.currency_code}
        amount={values.price}
        onAmount={(price) => set({ price })}
        isRequired
      />
      <RadioCards
        path="availability"
        legend="Availability"
        value={values.availability}
        onValue={(availability) => set({ availability })}
        cards={[
          { value: 'confirmed', label: 'Bookable now', help: 'The customer can book and pay now.' },
          { value: 'likely', label: 'On request', help: 'The customer asks, you accept.' },
        ]}
      />
      <QuoteVehicles job={job} vehicles={values.vehicles} onVehicles={(vehicles) => set({ vehicles })} />
      <TriChips
        legend="Included / Not included"
        chips={inclusionWords}
        value={values.extras}
        onValue={(code, value) => set({ extras: { ...values.extras, [code]: value } })}
      />
      <QuoteSums job={job} typed={values} terms={terms} />
      <FoldableSection title="Deposit, extra rates, valid until" isFolded>
        <QuoteDetails job={job} values={values} set={set} />
      </FoldableSection>
      <p className="second-line">
        Valid until{' '}
        {values.validUntil === null
          ? formatInstant(new Date(validity).toISOString(), zone, now)
          : formatInstant(values.validUntil, zone, now)}
        .
      </p>
      <TextAreaField
        path="note"
        label="Note to the customer"
        value={values.note}
        onValue={(note) => set({ note })}
        most={2_000}
      />
      <QuoteWarnings job={job} typed={values} />
    </PortalForm>
  )
}

type Values = { readonly job: InboxJob; readonly values: TypedQuote; readonly set: (change: Partial<TypedQuote>) => void }

function QuoteDetails({ job, values, set }: Values) {
  const currency = job.currency_code
  return (
    <>
      <div className="form-row">
        <MoneyField
          path="deposit_amount"
          label="Deposit (optional)"
          currency={currency}
          amount={values.deposit}
          onAmount={(deposit) => set({ deposit })}
        />
        <WholeField
          path="included_waiting_minutes"
          label="Waiting included, minutes"
          value={values.waitingMinutes}
          onValue={(waitingMinutes) => set({ waitingMinutes })}
        />
      </div>
      <div className="form-row">
        <MoneyField
          path="extra_hour_amount"
          label="Extra hour"
          currency={currency}
          amount={values.extraHour}
          onAmount={(extraHour) => set({ extraHour })}
        />
        <MoneyField
          path="extra_mile_amount"
          label="Extra mile"
          currency={currency}
          amount={values.extraMile}
          onAmount={(extraMile) => set({ extraMile })}
        />
      </div>
      <MomentField
        path="valid_until"
        label="Valid until (optional)"
        zone={job.timezone}
        value={values.validUntil}
        onValue={(validUntil) => set({ validUntil })}
      />
    </>
  )
}

/** The sums of a typed price: payout, commission, deposit and balance. */
function QuoteSums(props: { readonly job: InboxJob; readonly typed: TypedQuote; readonly terms: PriceTerms }) {
  const { job, typed, terms } = props
  const today = findToday(job.timezone, useClock(60_000))
  if (typed.price === null) return null
  const sums = computeQuoteSums(typed.price, typed.deposit, terms)
  const live = (amount: number) => (
    <span className="money">
      <Changing text={formatMoney(amount, job.currency_code)} />
    </span>
  )
  const due = addDays(job.departs_at.slice(0, 10), -terms.settings.balance_days)
  return (
    <FactTable
      facts={[
        ['You receive (after commission)', live(sums.payout)],
        ['Commission', live(sums.commission)],
        ['Deposit on booking', live(sums.deposit)],
        [
          'Balance',
          sums.rest === 0 ? null : (
            <>
              {live(sums.rest)}, {due <= today ? 'due now' : `due ${formatDay(due, today)}`}
            </>
          ),
        ],
      ]}
    />
  )
}
