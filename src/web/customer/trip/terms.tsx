import { dayMs } from '../../../domain/instant.ts'
import { computeShare } from '../../../domain/money.ts'
import { formatSum } from './sentences.ts'
import type { ShownOffer, TripView } from './shown.ts'
import { formatTimeOnTrip } from './times.ts'

/** A table of the cancellation charges of this trip, in amounts and dates. */
export function CancellationTable({ offer, view }: { readonly offer: ShownOffer; readonly view: TripView }) {
  const departs = Date.parse(view.trip.departs_at)
  const terms = offer.cancellation_terms
  const rows = terms.map(({ days_before, keep_bps, of }) => {
    const whole = of === 'deposit' ? offer.deposit_amount : offer.price_amount
    const kept = whole - computeShare(whole, 10_000 - keep_bps)
    const until = days_before === 0 ? 'After that' : `Until ${formatTimeOnTrip(departs - days_before * dayMs, view)}`
    return { until, ends: departs - days_before * dayMs, kept: kept === 0 ? 'Nothing' : formatSum(kept, offer) }
  })
  const isOpenEnded = terms.at(-1)?.days_before !== 0
  const shown = rows.filter(({ ends }) => ends > view.now)
  const first = shown.length < 2 && !isOpenEnded
  return (
    <table>
      <caption>Cancellation charges</caption>
      <thead>
        <tr>
          <th scope="col">You cancel</th>
          <th scope="col">Charge</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ until, kept }) => (
          <tr key={until}>
            <th scope="row">{first ? 'From now on' : until}</th>
            <td>{kept}</td>
          </tr>
        ))}
        {isOpenEnded && (
          <tr>
            <th scope="row">{shown.length === 0 ? 'From now on' : 'After that'}</th>
            <td>All you have paid</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** The cancellation charges in one sentence, in days before departure instead of dates. */
export function describeCancellationCharges(terms: ShownOffer['cancellation_terms']): string {
  const part = ({ keep_bps, of }: (typeof terms)[number]) => (keep_bps === 0 ? 'nothing' : `${keep_bps / 100}% of the ${of}`)
  const rows = terms.map((row) =>
    row.days_before === 0 ? `${part(row)} after that` : `${part(row)} until ${row.days_before} days before`,
  )
  if (terms.at(-1)?.days_before !== 0) rows.push(rows.length === 0 ? 'all you have paid' : 'all you have paid after that')
  return rows.join(', ')
}
