import { ReadStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useNumbers } from './numbers.ts'
import { RangePicker, useRange } from './range.tsx'
import { NotWon, OnTheRoad } from './rest.tsx'
import { Takings } from './takings.tsx'
import { Using } from './using.tsx'
import { Answering, Winning } from './winning.tsx'
import './numbers.css'

/**
 * The page of numbers (`/portal/numbers?from&to`): what is won, how fast, what it brings and how much coaches are out.
 */
export function NumbersPage() {
  const chosen = useRange()
  const { range, fault } = chosen
  const query = useNumbers(range, fault !== null)
  return (
    <>
      <PageHead title="Numbers" />
      <RangePicker {...chosen} />
      {(fault === null || query.data !== undefined) && (
        <ReadStates query={query}>
          {({ quotes, bookings, utilisation }) => (
            <div className="numbers" data-old={query.isPlaceholderData || undefined}>
              {quotes && <Winning quotes={quotes} range={range} />}
              {quotes && <Answering quotes={quotes} range={range} />}
              {bookings && <Takings revenue={bookings.revenue} range={range} />}
              {utilisation && <Using coaches={utilisation} range={range} />}
              {quotes && <NotWon quotes={quotes} />}
              {bookings && <OnTheRoad bookings={bookings} />}
            </div>
          )}
        </ReadStates>
      )}
    </>
  )
}
