import { useState } from 'react'
import { Link } from 'wouter'
import { computeUsualValidity } from '../../../domain/quote-times.ts'
import { useSession } from '../../office/api/session.ts'
import type { BoundDraft } from '../../office/form/bound-fields.tsx'
import { MoneyField } from '../../office/form/money-field.tsx'
import { MomentField } from '../../office/form/time-fields.tsx'
import { Money } from '../../office/parts/money.tsx'
import { useClock } from '../../office/parts/now.ts'
import { listLegTimes } from '../../office/trip-fields/legs.ts'
import { addDays, findToday, formatDay, toWallDay } from '../../plain/moment.ts'
import { formatTypedPerCent } from '../../plain/per-cent.ts'
import { formatWithOffset, toWallAt } from '../../plain/zone.ts'
import { useAccountSheet } from '../api/account.ts'
import { availabilityCards } from '../jobs/job-words.ts'
import { computeQuoteSums } from '../jobs/quote-draft.ts'
import { listBookingLegs, type PhoneBooking } from './booking-body.ts'
import { bookingForm } from './caller.tsx'
import { type RoutePrice, usePricesOnRoute } from './reads.ts'

const depositPath = 'quote.deposit_amount'
const validityPath = 'quote.valid_until'

type PriceProps = { readonly draft: BoundDraft<PhoneBooking> }

/** A React hook that returns the amounts of the typed price by the account's terms, and the day of the balance. */
export function useBookingSums({ values }: PriceProps['draft']) {
  const { zone } = useSession()
  const { data } = useAccountSheet()
  const now = useClock(60_000)
  const { price_amount: price = null, deposit_amount } = values.quote ?? {}
  const settings = data?.data.settings
  const departs = listLegTimes(listBookingLegs(values), zone)[0]?.departs ?? null
  const terms = settings && { commission_bps: 0, settings }
  const sums = price === null || terms === undefined ? null : computeQuoteSums(price, deposit_amount, terms)
  const usual = price === null || terms === undefined ? null : computeQuoteSums(price, null, terms).deposit
  const due =
    departs === null || settings === undefined ? null : addDays(toWallDay(toWallAt(departs, zone)), -settings.balance_days)
  const validUntil = departs === null || departs <= now ? null : computeUsualValidity(now, departs)
  return { price, sums, usual, settings, due, validUntil }
}

/** The fields of the price. Deposit and validity show the account's usual values until they are changed. */
export function PriceFields({ draft }: PriceProps) {
  const { currency, zone } = useSession()
  const { settings, usual, due, validUntil } = useBookingSums(draft)
  const today = findToday(zone, useClock(60_000))
  const { deposit_amount = null, valid_until = null } = draft.values.quote ?? {}
  const hasOwn = (path: string, value: unknown) => value !== null || draft.texts.find(path) !== null
  const [isOwnDeposit, setOwnDeposit] = useState(() => hasOwn(depositPath, deposit_amount))
  const usualValidity = validUntil === null ? null : formatWithOffset(validUntil, zone)
  const share = settings && settings.deposit_bps > 0 ? `Deposit, ${formatTypedPerCent(settings.deposit_bps)}%` : 'Deposit'
  return (
    <div className="new-price">
      <bookingForm.Money at="quote.price_amount" label="Price" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: an empty field shows the usual deposit again after it is left */}
      <div onBlur={() => setOwnDeposit(hasOwn(depositPath, deposit_amount))}>
        <MoneyField
          path={depositPath}
          label={isOwnDeposit ? 'Deposit' : share}
          currency={currency}
          amount={isOwnDeposit ? deposit_amount : usual}
          onAmount={(amount) => {
            setOwnDeposit(true)
            draft.setAt(depositPath, amount)
          }}
        />
      </div>
      <div className="new-due">
        <span>Balance due</span>
        <output>{due === null ? '–' : due <= today ? 'now' : formatDay(due, '')}</output>
      </div>
      <MomentField
        path={validityPath}
        label="Valid until"
        zone={zone}
        value={hasOwn(validityPath, valid_until) ? valid_until : usualValidity}
        onValue={(at) => draft.setAt(validityPath, at)}
      />
      <bookingForm.Choice
        at="quote.availability"
        label="Availability"
        isClearable={false}
        choices={availabilityCards.map(({ value, label }) => ({ value, label }))}
      />
    </div>
  )
}

/** The amounts of the typed price. */
export function SummaryCard({ draft }: PriceProps) {
  const { currency, zone } = useSession()
  const { price, sums, due } = useBookingSums(draft)
  const today = findToday(zone, useClock(60_000))
  const people = draft.values.passenger_count ?? 0
  if (price === null || sums === null) return null
  const rows: readonly (readonly [string, number])[] = [
    ['Price', price],
    ...(people > 0 ? [['Per passenger', Math.round(price / people)] as const] : []),
    ['Deposit on booking', sums.deposit],
    ...(sums.rest > 0
      ? [[due === null || due <= today ? 'Balance' : `Balance, ${formatDay(due, today)}`, sums.rest] as const]
      : []),
  ]
  return (
    <section className="new-card" aria-label="Summary">
      <h2>Summary</h2>
      <dl className="new-sums">
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Words for the end of an earlier quote. */
const outcomes: Readonly<Record<string, readonly [word: string, tone: string]>> = {
  won: ['Won', 'good'],
  lost: ['Lost', 'over'],
  expired: ['Expired', 'over'],
  cancelled: ['Cancelled', 'over'],
  declined: ['Declined', 'over'],
}

/** The last prices between the places of the trip, each with its outcome. A price fills in the field. */
export function RoutePricesCard({ draft: { values, setAt } }: PriceProps) {
  const [out] = listBookingLegs(values)
  const { data, isPlaceholderData } = usePricesOnRoute(out.pickup, out.dropoff)
  if (data === undefined || isPlaceholderData) return null
  return (
    <section className="new-card" aria-label="Last prices for this route">
      <h2>Last prices for this route</h2>
      {data.length === 0 ? (
        <p className="quiet">No earlier quote for this route.</p>
      ) : (
        <ul className="new-prices">
          {data.map((quote) => (
            <RoutePriceRow key={quote.ref} quote={quote} take={(amount) => setAt('quote.price_amount', amount)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function RoutePriceRow({ quote, take }: { readonly quote: RoutePrice; readonly take: (amount: number) => void }) {
  const { currency } = useSession()
  const { ref, status, departs_at, passenger_count, price_amount, currency_code } = quote
  const [word, tone] = outcomes[status] ?? ['Open', 'plain']
  const amount = <Money amount={price_amount} currency={currency_code} />
  return (
    <li>
      <Link href={`/jobs/${ref}`}>{formatDay(departs_at, '')}</Link>
      <span>{passenger_count} passengers</span>
      {currency_code === currency ? (
        <button type="button" className="plain-button" onClick={() => take(price_amount)}>
          <span className="unseen">Use </span>
          {amount}
        </button>
      ) : (
        amount
      )}
      <span data-tone={tone}>{word}</span>
    </li>
  )
}
