import { describe, expect, test } from 'bun:test'
import { sendMessage } from '../../src/actions/messages/messages.ts'
import { addUser } from '../../src/actions/people/users.ts'
import type { MessageTransport } from '../../src/gateways/messages.ts'
import { deadlocksOf, type InProcessNodes, openInProcessNodes } from '../support/in-process-nodes.ts'
import { apiDataOf, apiStatusAndCode } from '../support/in-process-server.ts'
import { openTripCalls, postCall } from '../support/node-trip-calls.ts'
import { postgresUrl } from '../support/postgres.ts'

const day = 86_400

async function adminOf({ one: { desk } }: InProcessNodes): Promise<string> {
  const ann = { email: 'ann@dales.example', name: 'Ann', role: 'admin' } as const
  const { id } = await desk.app.storage.transact((tx) => addUser(tx, desk.operator, ann, desk.app.clock()))
  return (await desk.mint({ kind: 'operator_device', userId: id, expiresAt: desk.app.clock() + 1e9 })).token
}

/** Returns both answers, and asserts that no transaction retried: the second call waited before it read. */
async function raced(nodes: InProcessNodes, ...calls: Parameters<InProcessNodes['raced']>): Promise<[string, string]> {
  const before = nodes.retries()
  const answers = await nodes.raced(...calls)
  expect(nodes.retries() - before).toBe(0)
  return answers
}

if (postgresUrl !== null) {
  describe('a job with calls on two nodes together', () => {
    test('accepts two quotes one after the other', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const trip = await trips.trip()
      expect(await raced(nodes, trips.quote(trip), trips.quote(trip))).toEqual(['200', '200'])
      const revisions = await nodes.database.ask('select quote_id::int, revision::int from quote_revisions order by id')
      expect(revisions).toEqual([
        { quote_id: 1, revision: 1 },
        { quote_id: 1, revision: 2 },
      ])
    })

    test('refuses to withdraw a requested quote, and to request a withdrawn one', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const likely = await trips.quoted('likely')
      expect(await raced(nodes, trips.request(likely), trips.job('withdraw', likely))).toEqual(['200', '409 quote_locked'])
      const other = await trips.quoted('likely')
      expect(await raced(nodes, trips.job('withdraw', other), trips.request(other))).toEqual(['200', '409 no_live_quote'])
    })

    test.each([
      ['book', 'confirmed'],
      ['request-booking', 'likely'],
    ])('refuses a customer’s choice of a quote that was just revised (%s)', async (task, availability) => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const shown = await trips.quoted(availability)
      const revise = trips.quote(shown, { availability, price_amount: 90_000 })
      const choice = { quote_id: shown.quoteId, revision: 1, payment_method: 'bank_transfer' }
      expect(await raced(nodes, revise, trips.customer(task, shown, choice))).toEqual(['200', '409 quote_changed'])
      expect(await nodes.database.ask('select 1 from payments union all select 1 from booking_requests')).toEqual([])
    })

    test('refuses to revise a quote that was just requested', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const likely = await trips.quoted('likely')
      const revise = trips.quote(likely, { price_amount: 90_000 })
      expect(await raced(nodes, trips.request(likely), revise)).toEqual(['200', '409 quote_locked'])
    })

    test('keeps an email about quotes while another quote arrives', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const gone = await trips.quoted('likely')
      apiDataOf(await trips.job('withdraw', gone)(nodes.one.desk))
      const texts: string[] = []
      const mail: MessageTransport = async ({ text }) => void texts.push(text)
      const transports = { ...nodes.other.desk.app.transports, mail }
      const [row] = (await nodes.database.ask("select id::int from messages where fact = 'quotes_changed'")) as [{ id: number }]

      const { reached, letGo } = nodes.one.hold()
      const quoting = trips.quote(gone, { price_amount: 90_000 })(nodes.one.desk)
      await reached
      let isTold = false
      const telling = sendMessage({ ...nodes.other.desk.app, transports }, row.id).finally(() => {
        isTold = true
      })
      while (!isTold && !(await nodes.isWaiting())) await new Promise((resolve) => setImmediate(resolve))
      letGo()
      apiDataOf(await quoting)
      await telling
      expect(texts).toEqual([expect.stringContaining('£900.00')])
    })

    test('refuses to cancel a request that was just rejected', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const trip = await trips.quoted('likely')
      apiDataOf(await trips.request(trip)(nodes.one.desk))
      const reject = trips.job('reject-booking-request', trip, { reason: 'No coach is left.' })
      expect(await raced(nodes, reject, trips.customer('cancel-request', trip))).toEqual(['200', '409 no_booking_request'])
    })

    test('refuses to decline after a quote', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const trip = await trips.trip()
      expect(await raced(nodes, trips.quote(trip), trips.job('decline', trip))).toEqual(['200', '409 live_quote_exists'])
    })

    test('never confirms a cancelled trip, and refunds a deposit that arrived before the cancellation', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const trip = await trips.quoted('confirmed')
      apiDataOf(await trips.book(trip)(nodes.one.desk))
      expect(await raced(nodes, trips.cancel(trip), trips.receive(trip))).toEqual(['200', '409 no_payment_due'])
      const other = await trips.quoted('confirmed')
      apiDataOf(await trips.book(other)(nodes.one.desk))
      expect(await raced(nodes, trips.receive(other), trips.cancel(other))).toEqual(['200', '200'])
      expect(await nodes.database.ask("select kind, status from payments where kind = 'refund'")).toEqual([
        { kind: 'refund', status: 'refund_due' },
      ])
    })

    test('records a deposit once', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const trip = await trips.quoted('confirmed')
      apiDataOf(await trips.book(trip)(nodes.one.desk))
      expect(await raced(nodes, trips.receive(trip), trips.receive(trip))).toEqual(['200', '409 no_payment_due'])
    })

    test('applies a deadline once and refuses both late calls', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const trip = await trips.quoted('likely')
      nodes.advance(40 * day * 1_000)
      expect(await raced(nodes, trips.job('withdraw', trip), trips.request(trip))).toEqual([
        '409 no_live_quote',
        '409 quote_expired',
      ])
    })
  })

  describe('a booking with calls on two nodes together', () => {
    test('has one driver after two assignments', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const [pat, sam] = [await trips.driver('Pat'), await trips.driver('Sam')]
      const trip = await trips.booked()
      expect(await raced(nodes, trips.assign(trip, pat), trips.assign(trip, sam))).toEqual(['200', '200'])
      const assigned = await nodes.database.ask('select driver_id::int, ended_at is null as stands from assignments order by id')
      expect(assigned).toEqual([
        { driver_id: pat.id, stands: false },
        { driver_id: sam.id, stands: true },
      ])
    })

    test.each(['removed first', 'assigned first'])('has no removed driver: %s', async (order) => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const token = await adminOf(nodes)
      const pat = await trips.driver('Pat')
      const trip = await trips.booked()
      const remove = (on: typeof nodes.one.desk) => on.call('DELETE', `/portal/v1/drivers/${pat.id}`, { token })
      const assign = trips.assign(trip, pat)
      const isRemovedFirst = order === 'removed first'
      // A removal that found no trip checks again.
      const answers = await nodes.raced(isRemovedFirst ? remove : assign, isRemovedFirst ? assign : remove)
      expect(answers).toEqual(isRemovedFirst ? ['204', '422 validation_failed'] : ['200', '204'])
      const [booking] = await nodes.database.ask('select trip_status, assignment_id from bookings')
      expect(booking).toEqual({ trip_status: 'unassigned', assignment_id: null })
    })

    test.each(['vehicle first', 'assignment first'])('links the vehicle of its plate: %s', async (order) => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const token = await adminOf(nodes)
      const pat = await trips.driver('Pat')
      const trip = await trips.booked()
      const add = postCall('/portal/v1/vehicles', token, { registration: 'YX20 ABC', type: 'coach_49', seats: 49 })
      const assign = trips.assign(trip, pat)
      const isVehicleFirst = order === 'vehicle first'
      await raced(nodes, isVehicleFirst ? add : assign, isVehicleFirst ? assign : add)
      expect(await nodes.database.ask('select vehicle_id::int from assignments')).toEqual([{ vehicle_id: 1 }])
    })

    test('accepts a change to promised vehicles while they are booked, without a deadlock', async () => {
      await using nodes = await openInProcessNodes()
      const { one, other } = nodes
      const trips = await openTripCalls(nodes)
      const token = await adminOf(nodes)
      const fleet: number[] = []
      for (const registration of ['YX20 ABC', 'YX20 ABD', 'YX20 ABE']) {
        fleet.push(
          apiDataOf(await postCall('/portal/v1/vehicles', token, { registration, type: 'coach_49', seats: 49 })(one.desk)).id,
        )
      }
      const naming = (ids: readonly number[]) => ({
        vehicles: ids.map((vehicle_id) => ({ type: 'coach_49', count: 1, seats: 49, vehicle_id })),
      })
      const offered = async () => {
        const trip = await trips.trip()
        const quote = trips.quote(trip, { availability: 'confirmed', ...naming(fleet) })
        return { ...trip, quoteId: apiDataOf(await quote(one.desk)).my_quote.id as number }
      }
      const amend = ({ ref }: { ref: string }, ids: readonly number[]) =>
        postCall(`/portal/v1/bookings/${ref}/amendments`, token, {
          changes: naming(ids),
          reason: 'Other coaches.',
          consent: 'given',
        })
      const booked: { ref: string }[] = []
      for (let nth = 0; nth < 4; nth++) booked.push(await trips.booked())

      for (const ids of [fleet, fleet.toReversed(), fleet.slice(1)]) {
        const rivals = [await offered(), await offered(), await offered(), await offered()]
        const booking = rivals.map((rival, nth) => trips.book(rival)(nth % 2 === 0 ? one.desk : other.desk))
        const amending = booked.map((trip, nth) => amend(trip, ids)(nth % 2 === 0 ? other.desk : one.desk))
        for (const answer of await Promise.all(booking))
          expect(['200', '409 quote_not_confirmed']).toContain(apiStatusAndCode(answer))
        expect((await Promise.all(amending)).map(apiStatusAndCode)).toEqual(['201', '201', '201', '201'])
      }
      expect(await deadlocksOf(nodes)).toBe(0)
    })

    test('records each step once', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const pat = await trips.driver('Pat')
      const trip = await trips.booked(day)
      apiDataOf(await trips.assign(trip, pat)(nodes.one.desk))
      nodes.advance((day - 3_600) * 1_000)
      const setOff = trips.report(trip, 'en_route', pat.token)
      expect(await raced(nodes, setOff, setOff)).toEqual(['200', '200'])
      expect(await nodes.database.ask('select status from trip_events')).toEqual([{ status: 'en_route' }])
    })

    test('refuses a driver’s decline after the trip has begun', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const pat = await trips.driver('Pat')
      const trip = await trips.booked(day)
      apiDataOf(await trips.assign(trip, pat)(nodes.one.desk))
      nodes.advance((day - 3_600) * 1_000)
      const decline = postCall(`/api/v1/driver/trips/${trip.ref}/decline`, pat.token, { reason: 'I am ill.' })
      const answers = await raced(nodes, trips.report(trip, 'en_route', pat.token), decline)
      expect(answers).toEqual(['200', '409 invalid_transition'])
    })

    test.each(['seen first', 'acknowledged first'])('keeps both seen and acknowledged: %s', async (order) => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const pat = await trips.driver('Pat')
      const trip = await trips.booked()
      apiDataOf(await trips.assign(trip, pat)(nodes.one.desk))
      const path = `/api/v1/driver/trips/${trip.ref}`
      const look = (on: typeof nodes.one.desk) => on.call('GET', path, { token: pat.token })
      const acknowledge = postCall(`${path}/acknowledge`, pat.token)
      await nodes.raced(order === 'seen first' ? look : acknowledge, order === 'seen first' ? acknowledge : look)
      const [kept] = await nodes.database.ask(
        'select seen_at is not null as seen, acknowledged_at is not null as acknowledged from assignments',
      )
      expect(kept).toEqual({ seen: true, acknowledged: true })
    })

    test('refuses an incident after the trip was cancelled', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const pat = await trips.driver('Pat')
      const trip = await trips.booked()
      apiDataOf(await trips.assign(trip, pat)(nodes.one.desk))
      const incident = { kind: 'delay', severity: 'low', occurred_at: trips.at(0), note: 'Roadworks' }
      const enter = postCall(`/api/v1/driver/trips/${trip.ref}/incidents`, pat.token, incident)
      expect(await raced(nodes, trips.cancel(trip), enter)).toEqual(['200', '409 trip_cancelled'])
    })

    test('stores no location after consent is withdrawn', async () => {
      await using nodes = await openInProcessNodes()
      const trips = await openTripCalls(nodes)
      const pat = await trips.driver('Pat')
      const trip = await trips.booked(day)
      apiDataOf(await trips.assign(trip, pat)(nodes.one.desk))
      const consent = (isGiven: boolean) => (on: typeof nodes.one.desk) =>
        on.call('PUT', '/api/v1/driver/privacy/consents', { token: pat.token, body: { location_tracking: isGiven } })
      apiDataOf(await consent(true)(nodes.one.desk))
      nodes.advance((day - 3_600) * 1_000)
      apiDataOf(await trips.report(trip, 'en_route', pat.token)(nodes.one.desk))
      const points = [{ recorded_at: trips.at(0), latitude: 53.79, longitude: -1.54 }]
      const track = postCall('/api/v1/driver/locations', pat.token, { points })
      await raced(nodes, consent(false), track)
      expect(await nodes.database.ask('select id from locations')).toEqual([])
    })
  })
}
