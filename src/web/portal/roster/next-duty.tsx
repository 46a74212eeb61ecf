import { Link } from 'wouter'
import { LocalTime } from '../../office/parts/moment.tsx'
import { useClock } from '../../office/parts/now.ts'
import { SecondLine } from '../../office/parts/table.tsx'
import { findItemEnd } from '../../plain/trip-end.ts'
import { type AgendaItem, listOpenDuties } from './agenda.ts'

/** The next duty of a driver or a vehicle. */
export function NextDuty({ items }: { readonly items: readonly AgendaItem[] | undefined }) {
  const now = useClock(60_000)
  const [next] = listOpenDuties(items ?? [], now)
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

/** The future duties, one line each. */
export function Duties({ items, empty }: { readonly items: readonly AgendaItem[]; readonly empty: string }) {
  const duties = listOpenDuties(items, useClock(60_000))
  if (duties.length === 0) return <p className="second-line">{empty}</p>
  return (
    <ul className="roster-lines">
      {duties.map((duty) => (
        <li key={`${duty.ref}-${duty.duty_id}`}>
          <LocalTime at={duty.from} until={findItemEnd(duty)} />
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
