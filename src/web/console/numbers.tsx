import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { daysLater, todayIn } from '../plain/moment.ts'
import { countsSaid, hasEnough } from '../plain/numbers-said.ts'
import { answerOf, api, type Records } from '../portal/api/client.ts'
import { useSession } from '../portal/api/session.ts'
import { DateField } from '../portal/form/time-fields.tsx'
import { ReadStates } from '../portal/parts/list-states.tsx'
import { Money } from '../portal/parts/money.tsx'
import { useNow } from '../portal/parts/now.ts'
import { PageHead } from '../portal/parts/page-head.tsx'
import { useUrlState } from '../portal/parts/url-state.ts'

const defaults = { from: '', to: '' }
const windowDays = 90

/**
 * The page of the market's figures (`/console/numbers`): quotes for each trip, how soon the first comes, what is booked
 * and what it earns.
 */
export function MarketNumbers() {
  const { zone } = useSession()
  const today = todayIn(zone, useNow(60_000))
  const [typed, setUrl] = useUrlState(defaults)
  const to = typed.to || today
  const from = typed.from || daysLater(to, -windowDays)
  const query = useQuery({
    queryKey: ['summary', from, to],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/summary', { params: { query: { from, to } }, signal })),
  })
  return (
    <>
      <PageHead title="Numbers" />
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
          ? 'No trip was entered in these days.'
          : `${trips.quoted} of ${trips.entered} trips were quoted, ${countsSaid(trips.booked, trips.entered)} were booked.`}
      </p>
      <dl className="console-figures">
        <NamedFigure name="Trips entered" value={trips.entered} />
        <NamedFigure name="Quoted" value={trips.quoted} />
        <NamedFigure name="Booked" value={trips.booked} />
        <NamedFigure name="Called off" value={trips.cancelled} />
        <NamedFigure name="Expired" value={trips.expired} />
        <NamedFigure name="Quotes for each trip" value={quotes_per_trip ?? '–'} />
        <NamedFigure name="First quote, usually" value={spokenMinutes(first.p50)} />
        {hasEnough(trips.quoted) && <NamedFigure name="90% of first quotes within" value={spokenMinutes(first.p90)} />}
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

/** One figure with its name. */
export function NamedFigure({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** A wait in the largest unit that says enough. */
export function spokenMinutes(minutes: number | null): string {
  if (minutes === null) return '–'
  if (minutes < 120) return `${minutes} min`
  return minutes < 2_880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`
}
