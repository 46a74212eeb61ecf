import { dayMs } from '../../../domain/instant.ts'
import { share } from '../../../domain/money.ts'
import { spokenSum } from './sentences.ts'
import type { ShownOffer, TripView } from './shown.ts'
import { timeAt } from './times.ts'

/** A table of what is kept of the money by when this trip is called off, in figures and with its own dates. */
export function CancellationTable({ offer, view }: { readonly offer: ShownOffer; readonly view: TripView }) {
  const departs = Date.parse(view.trip.departs_at)
  const terms = offer.cancellation_terms
  const rows = terms.map(({ days_before, keep_bps, of }) => {
    const whole = of === 'deposit' ? offer.deposit_amount : offer.price_amount
    const kept = whole - share(whole, 10_000 - keep_bps)
    const until = days_before === 0 ? 'After that' : `Until ${timeAt(departs - days_before * dayMs, view)}`
    return { until, ends: departs - days_before * dayMs, kept: kept === 0 ? 'Nothing' : spokenSum(kept, offer) }
  })
  const isOpenEnded = terms.at(-1)?.days_before !== 0
  const shown = rows.filter(({ ends }) => ends > view.now)
  const first = shown.length < 2 && !isOpenEnded
  return (
    <table>
      <caption>What is kept if you call off</caption>
      <thead>
        <tr>
          <th scope="col">You call off</th>
          <th scope="col">Kept of what you have paid</th>
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
            <td>All of it</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** The terms of calling off in one sentence, in days before departure instead of dates. */
export function keptOf(terms: ShownOffer['cancellation_terms']): string {
  const part = ({ keep_bps, of }: (typeof terms)[number]) => (keep_bps === 0 ? 'nothing' : `${keep_bps / 100}% of the ${of}`)
  const rows = terms.map((row) =>
    row.days_before === 0 ? `${part(row)} after that` : `${part(row)} until ${row.days_before} days before`,
  )
  if (terms.at(-1)?.days_before !== 0) rows.push(rows.length === 0 ? 'all you have paid' : 'all you have paid after that')
  return rows.join(', ')
}
