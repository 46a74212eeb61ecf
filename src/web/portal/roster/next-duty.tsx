import { Link } from 'wouter'
import { endOfItem } from '../../plain/trip-end.ts'
import { LocalTime } from '../parts/moment.tsx'
import { useNow } from '../parts/now.ts'
import { SecondLine } from '../parts/table.tsx'
import { type AgendaItem, dutiesOf } from './agenda.ts'

/** The next thing somebody drives, or a coach is driven to. */
export function NextDuty({ items }: { readonly items: readonly AgendaItem[] | undefined }) {
  const now = useNow(60_000)
  const [next] = dutiesOf(items ?? [], now)
  if (next === undefined) return '–'
  return (
    <>
      <LocalTime at={next.from} />
      <SecondLine>
        <Link className="ref" href={`/bookings/${next.ref}`}>
          {next.ref}
        </Link>{' '}
        {next.summary}
      </SecondLine>
    </>
  )
}

/** Everything that is to be driven, a line each. */
export function Duties({ items, empty }: { readonly items: readonly AgendaItem[]; readonly empty: string }) {
  const duties = dutiesOf(items, useNow(60_000))
  if (duties.length === 0) return <p className="second-line">{empty}</p>
  return (
    <ul className="roster-lines">
      {duties.map((duty) => (
        <li key={`${duty.ref}-${duty.duty_id}`}>
          <LocalTime at={duty.from} until={endOfItem(duty)} />
          <span>
            <Link className="ref" href={`/bookings/${duty.ref}`}>
              {duty.ref}
            </Link>{' '}
            {duty.summary}
            <SecondLine>{[duty.driver?.name, duty.vehicle_reg, duty.customer_name].filter(Boolean).join(' · ')}</SecondLine>
          </span>
        </li>
      ))}
    </ul>
  )
}
