import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api, requireAnswer } from '../office/api/client.ts'
import { FactTable } from '../office/parts/facts.tsx'
import { ReadStates } from '../office/parts/list-states.tsx'
import { Moment } from '../office/parts/moment.tsx'
import { useClock } from '../office/parts/now.ts'
import { PageHead } from '../office/parts/page-head.tsx'
import { addDays, findToday } from '../plain/moment.ts'
import { formatWinRate, hasEnough } from '../plain/numbers-said.ts'
import { formatMinutes, NamedFigure } from './numbers.tsx'
import { OperatorTermsForm } from './operator-terms.tsx'
import type { MarketOperator } from './reads.ts'

/** The page of one operator and its terms (`/console/operators/OP-…`). */
export function OperatorDetail() {
  const { ref = '' } = useParams()
  const query = useQuery({
    queryKey: ['operators', ref],
    queryFn: ({ signal }) => requireAnswer(api.GET('/platform/v1/operators/{ref}', { params: { path: { ref } }, signal })),
  })
  return (
    <ReadStates query={query}>
      {({ data }) => (
        <>
          <PageHead title={data.name} />
          <FactTable
            facts={[
              ['Reference', data.operator_ref],
              ['Time zone', data.timezone],
              ['Currency', data.currency_code],
              ['Joined', <Moment key="since" at={data.created_at} />],
            ]}
          />
          <OperatorTermsForm key={data.operator_ref} operator={data} />
          <QuoteFigures operator={data} />
        </>
      )}
    </ReadStates>
  )
}

const windowDays = 90

/** Win rate and response time of an operator over the last 90 days. */
function QuoteFigures({ operator: { operator_ref: ref, timezone } }: { readonly operator: MarketOperator }) {
  const to = findToday(timezone, useClock(60_000))
  const from = addDays(to, -windowDays)
  const query = useQuery({
    queryKey: ['operators', ref, 'summary', from, to],
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/platform/v1/operators/{ref}/summary', { params: { path: { ref }, query: { from, to } }, signal })),
  })
  return (
    <section aria-labelledby="quotes-of-operator">
      <h2 id="quotes-of-operator">Quotes in the last {windowDays} days</h2>
      <ReadStates query={query}>
        {({ data }) => (
          <dl className="console-figures">
            <NamedFigure name="Sent" value={data.sent} />
            <NamedFigure name="Booked" value={data.booked} />
            <NamedFigure name="Win rate" value={formatWinRate(data)} />
            <NamedFigure name="Median response time" value={formatMinutes(data.response_minutes.p50)} />
            {hasEnough(data.sent) && <NamedFigure name="90% quoted within" value={formatMinutes(data.response_minutes.p90)} />}
          </dl>
        )}
      </ReadStates>
    </section>
  )
}
