import { expect, test } from 'bun:test'
import { realignDuties } from '../../src/actions/crews/duties.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { listDutiesOfBooking, saveAssignment } from '../../src/storage/queries/assignments.ts'
import { findBookingOfTrip, saveBooking } from '../../src/storage/queries/bookings.ts'
import { saveTrip } from '../../src/storage/queries/trips.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { quoteTerms } from '../support/market.ts'

const hour = 3_600_000
const day = 24 * hour

/** A booking of two coaches, out and back. Pat drives coach 1 both ways; Sam drives coach 2 out and Kim drives it back. */
async function openBooking() {
  const desk = await startInProcess()
  const operator = (await desk.mint()).token
  const platform = (await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })).token
  const now = desk.app.clock()
  async function did(token: string, path: string, body: unknown = {}) {
    const answer = await desk.call('POST', path, { token, body })
    if (answer.status >= 400) throw new Error(`${path}: ${answer.text}`)
    return answer.json.data
  }
  const { ref, customer_token: customer } = await did(platform, '/platform/v1/trips', {
    customer: { name: 'Ann Smith', email: 'ann@example.org' },
    pickup: { label: 'Leeds Town Hall', kind: 'venue' },
    dropoff: { label: 'York Minster', kind: 'venue' },
    departs_at: toInstant(now + 60 * day),
    returns_at: toInstant(now + 60 * day + 9 * hour),
    passenger_count: 90,
    offer_to: [desk.operator.ref],
  })
  const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
  const { my_quote: quote } = await did(
    operator,
    `/api/v1/jobs/${ref}/quote`,
    quoteTerms({ availability: 'confirmed', vehicles }),
  )
  await did(customer, '/customer/v1/trip/book', { quote_id: quote.id, payment_method: 'bank_transfer' })
  await did(platform, `/platform/v1/trips/${ref}/deposit-received`)
  for (const [name, given] of [
    ['Pat', {}],
    ['Sam', { vehicle_no: 2, legs: [1] }],
    ['Kim', { vehicle_no: 2, legs: [2] }],
  ] as const) {
    const { id } = await did(operator, '/api/v1/drivers', { name, email: `${name}@example.org` })
    await did(operator, `/api/v1/bookings/${ref}/driver`, { driver_id: id, vehicle_reg: `${name} 1`, ...given })
  }
  const { storage } = desk.app
  const record = () => storage.read(async (db) => (await findBookingOfTrip(db, 1)) ?? fail())
  const duties = async () => {
    const { booking } = await record()
    return (await storage.read((db) => listDutiesOfBooking(db, booking))).map(({ duty, driver }) => ({
      ...duty,
      name: driver.name,
    }))
  }
  /** The duties with a further notice to their drivers, beside changes they have not read yet. */
  const toldAgain = async () => {
    const messages = await storage.read(({ db, t }) => db.select().from(t.messages))
    const again = messages.filter(({ fact, toldAgainAt }) => fact === 'crew_changed' && toldAgainAt !== null)
    return again.map(({ subjectId }) => subjectId).sort()
  }
  await storage.transact(async (tx) => {
    const { booking } = (await findBookingOfTrip(tx, 1)) ?? fail()
    for (const { duty } of await listDutiesOfBooking(tx, booking)) await saveAssignment(tx, duty, { acknowledgedAt: now })
  })
  return { desk, storage, record, duties, toldAgain, [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose]() }
}

/** Keeps both coaches under their numbers. */
const both = new Map([
  [1, 1],
  [2, 2],
])

function fail(): never {
  throw new Error('there is no booking')
}

test('moves the duties of a later return leg and asks only its drivers to acknowledge again', async () => {
  await using booked = await openBooking()
  const { booking } = await booked.record()
  const before = await booked.duties()

  await booked.storage.transact(async (tx) => {
    const { trip, booking: current } = (await findBookingOfTrip(tx, 1)) ?? fail()
    const { legs } = trip.itinerary
    const later = legs.map((leg) => (leg.sequence === 2 ? { ...leg, departsAt: leg.departsAt + hour } : leg))
    const moved = await saveTrip(tx, trip, { itinerary: { ...trip.itinerary, legs: later } })
    const longer = await saveBooking(tx, current, { endsAt: current.endsAt + hour })
    await realignDuties(tx, { booking: longer, trip: moved }, { legs, kept: both }, booked.desk.app.clock())
  })

  const after = await booked.duties()
  const spans = (duties: typeof after) => duties.map(({ name, departsAt, endsAt }) => ({ name, departsAt, endsAt }))
  expect(spans(after)).toEqual(
    spans(before).map(({ name, departsAt, endsAt }) => {
      if (name === 'Sam') return { name, departsAt, endsAt }
      return { name, departsAt: departsAt + (name === 'Kim' ? hour : 0), endsAt: endsAt + hour }
    }),
  )
  expect(after.map(({ name, acknowledgedAt }) => [name, acknowledgedAt !== null])).toEqual([
    ['Pat', false],
    ['Sam', true],
    ['Kim', false],
  ])
  expect(await booked.toldAgain()).toEqual(after.filter(({ name }) => name !== 'Sam').map(({ id }) => id))
  expect(await booked.record()).toMatchObject({
    booking: { tripStatus: 'assigned', isCrewed: true, vehiclesAssigned: 2, assignmentId: booking.assignmentId },
  })
})

test('deletes the duties of a coach that the booking no longer needs', async () => {
  await using booked = await openBooking()
  await booked.storage.transact(async (tx) => {
    const { trip, booking } = (await findBookingOfTrip(tx, 1)) ?? fail()
    const fewer = await saveBooking(tx, booking, { vehiclesNeeded: 1 })
    await realignDuties(
      tx,
      { booking: fewer, trip },
      { legs: trip.itinerary.legs, kept: new Map([[1, 1]]) },
      booked.desk.app.clock(),
    )
  })
  expect((await booked.duties()).map(({ name }) => name)).toEqual(['Pat'])
  expect(await booked.record()).toMatchObject({ booking: { tripStatus: 'acknowledged', isCrewed: true, vehiclesAssigned: 1 } })
})

test('deletes the duty of a driver after the removal of their only leg', async () => {
  await using booked = await openBooking()
  await booked.storage.transact(async (tx) => {
    const { trip, booking } = (await findBookingOfTrip(tx, 1)) ?? fail()
    const { legs } = trip.itinerary
    const oneWay = await saveTrip(tx, trip, { itinerary: { ...trip.itinerary, legs: legs.slice(0, 1) } })
    await realignDuties(tx, { booking, trip: oneWay }, { legs, kept: both }, booked.desk.app.clock())
  })
  expect((await booked.duties()).map(({ name }) => name)).toEqual(['Pat', 'Sam'])
})
