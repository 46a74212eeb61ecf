import { Button } from '@mantine/core'
import { useState } from 'react'
import { computeUsualValidity } from '../../../domain/quote-times.ts'
import { api, type Records } from '../../office/api/client.ts'
import type { ApiFailure } from '../../office/api/failure.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { TriChips } from '../../office/form/radio-cards.tsx'
import { Changing } from '../../office/parts/changing.tsx'
import { FactTable, FoldableSection } from '../../office/parts/facts.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { useClock } from '../../office/parts/now.ts'
import { useKeys } from '../../office/shell/keys.ts'
import { addDays, findToday, formatDay, formatInstant } from '../../plain/moment.ts'
import { formatMoney } from '../../plain/money.ts'
import { inclusionWords } from '../../plain/quote-words.ts'
import { useAccountSheet } from '../api/account.ts'
import { availabilityCards, isQuoteLive } from './job-words.ts'
import type { InboxJob, SentQuote } from './jobs.ts'
import { LastQuoteButton } from './last-quote.tsx'
import { changeMark, computeQuoteSums, findMarks, type PriceTerms, type QuoteValues, toQuoteDraft } from './quote-draft.ts'
import { QuoteVehicles, quoteForm } from './quote-vehicles.tsx'
import { QuoteWarnings } from './quote-warnings.tsx'

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
  const draft = quoteForm.useDraft(`quote-${job.ref}`, toQuoteDraft(job, live ?? like, terms))
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
    <OfficeForm
      key={round}
      write={write}
      submit={() => void write.run(draft.buildBody())}
      button={live === null ? 'Send quote' : 'Send revised quote'}
      draft={draft}
      others={
        <>
          {draft.isFound && (
            <Button variant="subtle" color="gray" onClick={clear}>
              Discard draft
            </Button>
          )}
          {live === null && <LastQuoteButton job={job} take={(quote) => set(toQuoteDraft(job, quote, terms))} />}
        </>
      }
    >
      <quoteForm.Money at="price_amount" label="Price" currency={job.currency_code} />
      <quoteForm.Cards at="availability" label="Availability" cards={availabilityCards} />
      <QuoteVehicles job={job} />
      <TriChips
        legend="Included / Not included"
        chips={inclusionWords}
        value={findMarks(values)}
        onValue={(code, mark) => set(changeMark(values, code, mark))}
      />
      <QuoteSums job={job} values={values} terms={terms} />
      <FoldableSection title="Deposit, extra rates, valid until" isFolded>
        <QuoteDetails currency={job.currency_code} zone={job.timezone} />
      </FoldableSection>
      <p className="second-line">
        Valid until {formatInstant(values.valid_until ?? new Date(validity).toISOString(), zone, now)}.
      </p>
      <quoteForm.TextArea at="note" label="Note to the customer" />
      <QuoteWarnings job={job} values={values} />
    </OfficeForm>
  )
}

function QuoteDetails({ currency, zone }: { readonly currency: string; readonly zone: string }) {
  return (
    <>
      <div className="form-row">
        <quoteForm.Money at="deposit_amount" label="Deposit (optional)" currency={currency} />
        <quoteForm.Whole at="included_waiting_minutes" label="Waiting included, minutes" />
      </div>
      <div className="form-row">
        <quoteForm.Money at="extra_hour_amount" label="Extra hour" currency={currency} />
        <quoteForm.Money at="extra_mile_amount" label="Extra mile" currency={currency} />
      </div>
      <quoteForm.Moment at="valid_until" label="Valid until (optional)" zone={zone} />
    </>
  )
}

/** The sums of a typed price: payout, commission, deposit and balance. */
function QuoteSums(props: { readonly job: InboxJob; readonly values: QuoteValues; readonly terms: PriceTerms }) {
  const { job, values, terms } = props
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
