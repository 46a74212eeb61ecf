import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { hours, ok, openMarket } from '../support/market.ts'

test('takes a job from the offer to the payout', async () => {
  await using market = await openMarket()
  const dales = await market.operator('Dales Coaches', { commission_bps: 1000 })
  const ann = await market.trip([dales])

  const [fresh] = ok(await dales.jobs('?filter=fresh'))
  expect(fresh).toMatchObject({ ref: ann.ref, status: 'fresh', my_quote: null, booking_ref: null, closed_at: null })

  const quoted = ok(await dales.quote(ann, { availability: 'likely', inclusions: ['driver', 'fuel'], exclusions: ['parking'] }))
  expect(quoted).toMatchObject({ status: 'quoted', my_quote: { status: 'likely', revision: 1, price_amount: 64_000 } })

  const asked = ok(await ann.request(quoted.my_quote.id))
  expect(asked.booking_request).toMatchObject({ quote_id: quoted.my_quote.id, status: 'pending' })
  expect(ok(await dales.job(ann)).status).toBe('booking_requested')

  const won = ok(await dales.confirm(ann))
  expect(won).toMatchObject({ status: 'won', booking_ref: ann.ref, my_quote: { status: 'booked' } })
  expect(market.ledger()).toMatchObject([{ kind: 'charge', outcome: 'succeeded', amount: 12_800 }])

  const booking = ok(await dales.booking(ann))
  expect(booking).toMatchObject({
    status: 'active',
    payment_status: 'deposit_paid',
    trip_status: 'unassigned',
    needs_driver: true,
  })
  expect(booking.customer).toEqual({
    name: 'Ann Smith',
    organisation: null,
    email: 'ann@example.org',
    phone: '07700 900123',
  })
  const pat = await dales.driver({ name: 'Pat Moss' })
  expect(ok(await dales.assign(ann, pat))).toMatchObject({ trip_status: 'assigned', needs_driver: false })

  await market.advanceTo(booking.ends_at, hours(24) + 1)
  const payout = await eventually(async () => ok(await dales.payouts('?status=scheduled'))[0])
  expect(payout).toMatchObject({ booking_ref: ann.ref, amount: 57_600 })
  const paid = ok(await market.platform('POST', `/payouts/${payout.id}`, { status: 'paid', statement_ref: 'S-1' }))
  expect(paid).toMatchObject({ status: 'paid', statement_ref: 'S-1' })
})
