import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { daysLater, todayIn } from '../plain/moment.ts'
import { hasEnough, wonSaid } from '../plain/numbers-said.ts'
import { answerOf, api } from '../portal/api/client.ts'
import { Facts } from '../portal/parts/facts.tsx'
import { ReadStates } from '../portal/parts/list-states.tsx'
import { Moment } from '../portal/parts/moment.tsx'
import { useNow } from '../portal/parts/now.ts'
import { PageHead } from '../portal/parts/page-head.tsx'
import { NamedFigure, spokenMinutes } from './numbers.tsx'
import { TermsForm } from './operator-terms.tsx'
import type { MarketOperator } from './reads.ts'

/** One operator and the terms they drive on (`/console/operators/OP-…`). */
export function OperatorDetail() {
  const { ref = '' } = useParams()
  const query = useQuery({
    queryKey: ['operators', ref],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/operators/{ref}', { params: { path: { ref } }, signal })),
  })
  return (
    <ReadStates query={query}>
      {({ data }) => (
        <>
          <PageHead title={data.name} />
          <Facts
            facts={[
              ['Reference', data.operator_ref],
              ['Clocks', data.timezone],
              ['Currency', data.currency_code],
              ['Here since', <Moment key="since" at={data.created_at} />],
            ]}
          />
          <TermsForm key={data.operator_ref} operator={data} />
          <QuoteFigures operator={data} />
        </>
      )}
    </ReadStates>
  )
}

const windowDays = 90

/** Figures of an operator's quotes over the last 90 days: how often they win, and how soon they quote. */
function QuoteFigures({ operator: { operator_ref: ref, timezone } }: { readonly operator: MarketOperator }) {
  const to = todayIn(timezone, useNow(60_000))
  const from = daysLater(to, -windowDays)
  const query = useQuery({
    queryKey: ['operators', ref, 'summary', from, to],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/platform/v1/operators/{ref}/summary', { params: { path: { ref }, query: { from, to } }, signal })),
  })
  return (
    <section aria-labelledby="quotes-of-operator">
      <h2 id="quotes-of-operator">Their quotes of the last {windowDays} days</h2>
      <ReadStates query={query}>
        {({ data }) => (
          <dl className="console-figures">
            <NamedFigure name="Sent" value={data.sent} />
            <NamedFigure name="Booked" value={data.booked} />
            <NamedFigure name="Won" value={wonSaid(data)} />
            <NamedFigure name="Quoted within, usually" value={spokenMinutes(data.response_minutes.p50)} />
            {hasEnough(data.sent) && <NamedFigure name="90% quoted within" value={spokenMinutes(data.response_minutes.p90)} />}
          </dl>
        )}
      </ReadStates>
    </section>
  )
}
