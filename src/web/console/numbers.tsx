import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, type Records, requireAnswer } from '../office/api/client.ts'
import { useSession } from '../office/api/session.ts'
import { DateField } from '../office/form/time-fields.tsx'
import { ReadStates } from '../office/parts/list-states.tsx'
import { Money } from '../office/parts/money.tsx'
import { useClock } from '../office/parts/now.ts'
import { PageHead } from '../office/parts/page-head.tsx'
import { useUrlState } from '../office/parts/url-state.ts'
import { addDays, findToday } from '../plain/moment.ts'
import { formatPartWithCounts, hasEnough } from '../plain/numbers-said.ts'

const defaults = { from: '', to: '' }
const windowDays = 90

/**
 * The Reports page of the console (`/console/numbers`): quotes for each trip, response time, bookings and commission.
 */
export function MarketNumbers() {
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const [typed, setUrl] = useUrlState(defaults)
  const to = typed.to || today
  const from = typed.from || addDays(to, -windowDays)
  const query = useQuery({
    queryKey: ['summary', from, to],
    queryFn: ({ signal }) => requireAnswer(api.GET('/platform/v1/summary', { params: { query: { from, to } }, signal })),
  })
  return (
    <>
      <PageHead title="Reports" />
      <div className="console-filter">
        <DateField path="from" label="From" value={from} onValue={(day) => setUrl({ from: day })} />
        <DateField path="to" label="To" value={to} onValue={(day) => setUrl({ to: day })} />
      </div>
      <ReadStates query={query}>{({ data }) => <MarketFigures summary={data} />}</ReadStates>
    </>
  )
}

function MarketFigures({ summary }: { readonly summary: Records['DeskSummary'] }) {
  const { trips, quotes_per_trip, minutes_to_first_quote: first } = summary
  return (
    <>
      <p>
        {trips.entered === 0
          ? 'No trips in this period.'
          : `${trips.quoted} of ${trips.entered} trips quoted, ${formatPartWithCounts(trips.booked, trips.entered)} booked.`}
      </p>
      <dl className="console-figures">
        <NamedFigure name="Trips entered" value={trips.entered} />
        <NamedFigure name="Quoted" value={trips.quoted} />
        <NamedFigure name="Booked" value={trips.booked} />
        <NamedFigure name="Cancelled" value={trips.cancelled} />
        <NamedFigure name="Expired" value={trips.expired} />
        <NamedFigure name="Quotes per trip" value={quotes_per_trip ?? '–'} />
        <NamedFigure name="Median time to first quote" value={formatMinutes(first.p50)} />
        {hasEnough(trips.quoted) && <NamedFigure name="90% of first quotes within" value={formatMinutes(first.p90)} />}
        {summary.booked_amount.map(({ amount, currency_code }) => (
          <NamedFigure key={`booked-${currency_code}`} name="Booked" value={<Money amount={amount} currency={currency_code} />} />
        ))}
        {summary.commission_amount.map(({ amount, currency_code }) => (
          <NamedFigure
            key={`take-${currency_code}`}
            name="Our commission"
            value={<Money amount={amount} currency={currency_code} />}
          />
        ))}
      </dl>
    </>
  )
}

/** One figure and its name. */
export function NamedFigure({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Formats a wait in a suitable unit. */
export function formatMinutes(minutes: number | null): string {
  if (minutes === null) return '–'
  if (minutes < 120) return `${minutes} min`
  return minutes < 2_880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`
}
