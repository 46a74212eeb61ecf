import { ReadStates } from '../../office/parts/list-states.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { useNumbers } from './numbers.ts'
import { RangePicker, useRange } from './range.tsx'
import { NotWon, RoadNumbers } from './rest.tsx'
import { Takings } from './takings.tsx'
import { Using } from './using.tsx'
import { ResponseNumbers, Winning } from './winning.tsx'
import './numbers.css'

/**
 * The Reports page (`/portal/numbers?from&to`): win rate, response time, revenue and vehicle utilisation.
 */
export function NumbersPage() {
  const chosen = useRange()
  const { range, fault } = chosen
  const query = useNumbers(range, fault !== null)
  return (
    <>
      <PageHead title="Reports" />
      <RangePicker {...chosen} />
      {(fault === null || query.data !== undefined) && (
        <ReadStates query={query}>
          {({ quotes, bookings, utilisation }) => (
            <div className="numbers" data-old={query.isPlaceholderData || undefined}>
              {quotes && <Winning quotes={quotes} range={range} />}
              {quotes && <ResponseNumbers quotes={quotes} range={range} />}
              {bookings && <Takings revenue={bookings.revenue} range={range} />}
              {utilisation && <Using coaches={utilisation} range={range} />}
              {quotes && <NotWon quotes={quotes} />}
              {bookings && <RoadNumbers bookings={bookings} />}
            </div>
          )}
        </ReadStates>
      )}
    </>
  )
}
