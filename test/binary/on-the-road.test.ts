import { expect, test } from 'bun:test'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { days, hours, type Market, minutes, ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

type Held = { readonly token: string }

const coaches = async (market: Market, { token }: Held) =>
  ok(await market.call('GET', '/customer/v1/trip/progress', { token })).coaches

const lose = (market: Market, { token }: Held, note: unknown, key?: string) =>
  market.call('POST', '/customer/v1/trip/lost-property', { token, body: { note }, ...(key !== undefined && { key }) })

test('shows the customer the progress of the coach only on the day of the trip', async () => {
  const market = await openShared()
  const pat = await signInDriver(await market.operator())
  const ann = await assignedTrip(pat, { departsIn: days(2), returns_at: null })
  expect(await coaches(market, ann)).toEqual([])

  await market.advance(days(1) + minutes(1))
  const coach = { vehicle_no: 1, vehicle_reg: 'YX20 ABC', driver_first_name: 'Pat' }
  expect(await coaches(market, ann)).toEqual([{ ...coach, status: null, delay_minutes: null }])
  await market.advance(days(1) - minutes(40))
  ok(await pat.submitVehicleCheck())
  ok(await pat.report(ann, 'delayed', { delay_minutes: 5 }))
  expect(await coaches(market, ann)).toEqual([{ ...coach, status: null, delay_minutes: 5 }])
  await market.advance(minutes(1))
  ok(await pat.report(ann, 'delayed', { delay_minutes: 20 }))
  ok(await pat.report(ann, 'en_route'))
  expect(await coaches(market, ann)).toEqual([{ ...coach, status: 'en_route', delay_minutes: 20 }])

  await pat.reportSteps(ann, 'arrived', 'on_board', 'completed')
  expect(await coaches(market, ann)).toEqual([{ ...coach, status: 'completed', delay_minutes: null }])
})

test('shows no progress without a driver, before the booking or after cancellation', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const asked = await market.trip([dales], { departsIn: hours(30) })
  expect(await coaches(market, asked)).toEqual([])
  const ann = await assignedTrip(pat, { departsIn: hours(20) })
  expect(await coaches(market, ann)).toHaveLength(1)
  ok(await pat.decline(ann))
  expect(await coaches(market, ann)).toEqual([])
  const ben = await assignedTrip(pat, { departsIn: hours(20) })
  ok(await ben.cancel())
  expect(await coaches(market, ben)).toEqual([])
})

test('opens one incident for lost property, from the departure until two weeks after the end', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const asked = await market.trip([dales], { departsIn: hours(30) })
  const off = await assignedTrip(pat, { departsIn: hours(25), returns_at: null })
  ok(await off.cancel())
  const ann = await assignedTrip(pat, { departsIn: hours(20), returns_at: null })
  const { token } = await addSignedInPerson(market, dales.ref)
  expect(statusAndCode(await lose(market, asked, 'A hat.'))).toStartWith('404 not_found')
  expect(statusAndCode(await lose(market, off, 'A hat.'))).toStartWith('409 trip_cancelled')
  expect(statusAndCode(await lose(market, ann, 'A hat.'))).toStartWith('409 invalid_transition')

  await market.advance(hours(20) + minutes(1))
  for (const note of ['', 'x'.repeat(1001), 7, null]) expect((await lose(market, ann, note)).status).toBe(422)
  const key = crypto.randomUUID()
  const reported = await lose(market, ann, 'A blue hat.\nThird row.', key)
  expect([reported.status, reported.data?.note ?? reported.text]).toEqual([201, 'A blue hat.\nThird row.'])
  expect((await lose(market, ann, 'A blue hat.\nThird row.', key)).text).toBe(reported.text)

  const listed = ok(await market.call('GET', '/portal/v1/incidents?status=open', { token }))
  expect(listed).toHaveLength(1)
  const [{ id }] = listed
  expect(listed[0]).toMatchObject({ ref: ann.ref, kind: 'lost_property', driver: null, note: 'A blue hat.\nThird row.' })
  const board = await market.call('GET', '/portal/v1/board', { token })
  expect(board.text).toContain(`The customer reports lost property on ${ann.ref}.`)
  const closed = { status: 'closed', note: 'It is at the depot.' }
  expect(ok(await market.call('PATCH', `/portal/v1/incidents/${id}`, { token, body: closed })).driver).toBeNull()

  await market.advance(days(20))
  expect(statusAndCode(await lose(market, ann, 'A glove.'))).toStartWith('409 trip_finished')
})
