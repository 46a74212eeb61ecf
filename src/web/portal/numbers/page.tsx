import { Button } from '@mantine/core'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { type ReadNumbers, useNumbers } from './numbers.ts'
import { findRangeBefore, RangePicker, useRange } from './range.tsx'
import { Cancelled, NotWon } from './rest.tsx'
import { Takings } from './takings.tsx'
import { Tiles } from './tiles.tsx'
import { Using } from './using.tsx'
import { ResponseNumbers, Winning } from './winning.tsx'
import './numbers.css'

/**
 * The Reports page (`/portal/numbers?from&to`): key figures, charts and tables of win rate, response time, revenue and vehicles.
 */
export function NumbersPage() {
  const chosen = useRange()
  const { range, fault, lastYear, set } = chosen
  const query = useNumbers(range, fault !== null)
  const before = useNumbers(fault === null ? findRangeBefore(range) : range, fault !== null)
  return (
    <>
      <PageHead title="Reports" />
      <RangePicker {...chosen} />
      {(fault === null || query.data !== undefined) && (
        <ReadStates query={query}>
          {(numbers) => (
            <div className="numbers" data-old={query.isPlaceholderData || undefined}>
              <Tiles now={numbers} before={before.isPlaceholderData ? undefined : before.data} />
              {isEmpty(numbers) ? (
                <div className="empty">
                  <p>{numbers.quotes === undefined ? 'No bookings in this period.' : 'No quotes in this period.'}</p>
                  <Button variant="default" onClick={() => set(lastYear)}>
                    Last 12 months
                  </Button>
                </div>
              ) : (
                <Figures numbers={numbers} range={range} />
              )}
            </div>
          )}
        </ReadStates>
      )}
    </>
  )
}

function Figures({ numbers, range }: { readonly numbers: ReadNumbers; readonly range: Parameters<typeof Takings>[0]['range'] }) {
  const { quotes, bookings, utilisation } = numbers
  return (
    <>
      <div className="numbers-pair">
        {bookings && <Takings revenue={bookings.revenue} range={range} />}
        {quotes && <Winning quotes={quotes} range={range} />}
        {quotes && <ResponseNumbers quotes={quotes} range={range} />}
        {utilisation && <Using coaches={utilisation} range={range} />}
      </div>
      <div className="numbers-rest">
        {quotes && <NotWon quotes={quotes} range={range} />}
        {bookings && <Cancelled cancellations={bookings.cancellations} range={range} />}
      </div>
    </>
  )
}

/** Whether a period has no quotes, no revenue and no vehicle in use. */
function isEmpty({ quotes, bookings, utilisation }: ReadNumbers): boolean {
  const isUsed = utilisation?.some(({ days_out }) => days_out > 0) ?? false
  const isDeclined = quotes !== undefined && quotes.declines.length + quotes.rejections.length > 0
  return !(quotes?.sent || isDeclined || bookings?.revenue.length || bookings?.cancellations.length || isUsed)
}
