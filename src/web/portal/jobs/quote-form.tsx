import { Button } from '@mantine/core'
import { useState } from 'react'
import { usualValidity } from '../../../domain/quote-times.ts'
import { daysLater, spokenDay, spokenInstant, todayIn } from '../../plain/moment.ts'
import { spokenMoney } from '../../plain/money.ts'
import { inclusionWords } from '../../plain/quote-words.ts'
import { useAccountSheet } from '../api/account.ts'
import { api, type Records } from '../api/client.ts'
import type { ApiFailure } from '../api/failure.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField, WholeField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { RadioCards, TriChips } from '../form/radio-cards.tsx'
import { MomentField } from '../form/time-fields.tsx'
import { Changing } from '../parts/changing.tsx'
import { Facts, Section } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { useNow } from '../parts/now.ts'
import { useKeys } from '../shell/keys.ts'
import { isQuoteLive } from './job-words.ts'
import type { InboxJob, SentQuote } from './jobs.ts'
import { LastQuote } from './last-quote.tsx'
import { QuoteVehicles } from './quote-vehicles.tsx'
import { QuoteWarnings } from './quote-warnings.tsx'
import { type PriceTerms, quoteBodyOf, quoteFrom, quoteSums, type TypedQuote } from './typed-quote.ts'

type QuoteFormProps = {
  readonly job: InboxJob
  readonly like: SentQuote | null
  readonly onFailed: (failure: ApiFailure) => void
}

/** The price and what it buys, sent or sent again; typed text stays in this browser until it is. */
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
  const draft = useDraft(`quote-${job.ref}`, quoteFrom(job, live ?? like, terms))
  const { values, set } = draft
  const [round, setRound] = useState(0)
  const now = useNow(60_000)
  const { zone } = useSession()
  const write = useWrite({
    send: (body: Records['QuoteInput'], headers) =>
      api.POST('/api/v1/jobs/{ref}/quote', { params: { path: { ref: job.ref } }, body, headers }),
    refreshes: [['jobs']],
    onFailed: props.onFailed,
    onDone: () => {
      draft.clear()
      say(live === null ? 'Sent. The customer has it.' : 'The new version is with the customer.')
    },
  })
  useKeys({ q: { says: 'Write the price', run: () => document.querySelector<HTMLElement>('.job-quote form input')?.focus() } })
  const clear = () => {
    draft.clear()
    setRound(round + 1)
  }
  const validity = usualValidity(now, Date.parse(job.departs_at))
  return (
    <Form
      key={round}
      write={write}
      submit={() => void write.run(quoteBodyOf(values, job))}
      button={live === null ? 'Send quote' : 'Send new version'}
      draft={draft}
      others={
        <>
          {draft.isFound && (
            <Button variant="subtle" color="gray" onClick={clear}>
              Start over
            </Button>
          )}
          {live === null && <LastQuote job={job} take={(quote) => set(quoteFrom(job, quote, terms))} />}
        </>
      }
    >
      <MoneyField
        path="price_amount"
        label="Price the customer pays"
        currency={job.currency_code}
        amount={values.price}
        onAmount={(price) => set({ price })}
        isRequired
      />
      <RadioCards
        path="availability"
        legend="Is the coach sure?"
        value={values.availability}
        onValue={(availability) => set({ availability })}
        cards={[
          { value: 'confirmed', label: 'Sure', help: 'They can book and pay now.' },
          { value: 'likely', label: 'Likely', help: 'They ask, you answer.' },
        ]}
      />
      <QuoteVehicles job={job} vehicles={values.vehicles} onVehicles={(vehicles) => set({ vehicles })} />
      <TriChips
        legend="In the price, or not"
        chips={inclusionWords}
        value={values.extras}
        onValue={(code, value) => set({ extras: { ...values.extras, [code]: value } })}
      />
      <QuoteSums job={job} typed={values} terms={terms} />
      <Section title="Deposit, waiting, extras, until when" isFolded>
        <QuoteDetails job={job} values={values} set={set} />
      </Section>
      <p className="second-line">
        Good until{' '}
        {values.validUntil === null
          ? spokenInstant(new Date(validity).toISOString(), zone, now)
          : spokenInstant(values.validUntil, zone, now)}
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
    </Form>
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
          label="Deposit, if not the usual"
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
          label="Each hour more"
          currency={currency}
          amount={values.extraHour}
          onAmount={(extraHour) => set({ extraHour })}
        />
        <MoneyField
          path="extra_mile_amount"
          label="Each mile more"
          currency={currency}
          amount={values.extraMile}
          onAmount={(extraMile) => set({ extraMile })}
        />
      </div>
      <MomentField
        path="valid_until"
        label="Good until, if not the usual"
        zone={job.timezone}
        value={values.validUntil}
        onValue={(validUntil) => set({ validUntil })}
      />
    </>
  )
}

/** Live: what is kept back, what comes to the operator, what the customer pays when. */
function QuoteSums(props: { readonly job: InboxJob; readonly typed: TypedQuote; readonly terms: PriceTerms }) {
  const { job, typed, terms } = props
  const today = todayIn(job.timezone, useNow(60_000))
  if (typed.price === null) return null
  const sums = quoteSums(typed.price, typed.deposit, terms)
  const live = (amount: number) => (
    <span className="money">
      <Changing text={spokenMoney(amount, job.currency_code)} />
    </span>
  )
  const due = daysLater(job.departs_at.slice(0, 10), -terms.settings.balance_days)
  return (
    <Facts
      facts={[
        ['You receive', live(sums.payout)],
        ['Commission', live(sums.commission)],
        ['Deposit now', live(sums.deposit)],
        [
          'Rest',
          sums.rest === 0 ? null : (
            <>
              {live(sums.rest)}, {due <= today ? 'at once' : `due ${spokenDay(due, today)}`}
            </>
          ),
        ],
      ]}
    />
  )
}
