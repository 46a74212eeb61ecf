import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { balanceSummaryOf, paymentLinesOf } from '../support/bookkeeping-client.ts'
import { goodCard, hours, minutes, ok, statusAndCode } from '../support/market.ts'
import { openMultiDayTour, type ShownBody } from '../support/multi-day-tour.ts'
import { schoolAddress } from '../support/sample-addresses.ts'

let opened: Awaited<ReturnType<typeof openMultiDayTour>>
let offered: string
let firstInvoice: ShownBody

beforeAll(async () => {
  opened = await openMultiDayTour()
})

afterAll(() => opened?.tour[Symbol.asyncDispose]())

/** The crew, each with vehicle, role, driver, legs and progress: `1 driver Pat Moss 1,2, assigned`. */
const crewOf = ({ duties }: ShownBody): string[] =>
  duties.map(
    ({ vehicle_no, role, driver, legs, progress }: ShownBody) =>
      `${vehicle_no} ${role} ${driver.name} ${legs}, ${progress.status}`,
  )
const warningsOf = ({ duties }: ShownBody): string[] =>
  duties.flatMap(({ warnings }: ShownBody) => warnings.map(({ code }: ShownBody) => code))

// Each test continues from the state that the previous test left.
describe('a three-day school tour', () => {
  test('shows which coaches are free, and quotes two of them', async () => {
    const { tour, large, small, spare } = opened
    const [starts_at, ends_at] = ['2027-05-10T06:00:00Z', '2027-05-15T18:00:00Z']
    ok(await tour.office('POST', '/blocks', { kind: 'service', vehicle_id: spare.id, starts_at, ends_at, note: 'The gearbox.' }))
    expect(await tour.takenBy(starts_at, ends_at)).toEqual({
      [large.registration]: [],
      [small.registration]: [],
      [spare.registration]: ['block service'],
    })
    const quote = async (...coaches: (typeof large)[]) => {
      const priced = { price_amount: 240_000, deposit_amount: 48_000, availability: 'confirmed' }
      return ok(await tour.dales.quote(tour.ruth, { ...priced, vehicles: coaches.map(({ named }) => named) })).my_quote
    }
    expect((await quote(large, spare)).warnings).toEqual([
      { code: 'vehicle_blocked', message: 'The vehicle is in service until Sat 15 May, 19:00.' },
    ])
    expect(await quote(large, small)).toMatchObject({ revision: 2, warnings: [], commission_amount: 24_000 })
    await tour.settle()
    expect((await tour.customersTrip()).quotes).toMatchObject([{ revision: 2, price_amount: 240_000, deposit_amount: 48_000 }])
  })

  test('is booked with a deposit by card, and takes both coaches', async () => {
    const { tour, large, small, spare } = opened
    const [{ id, revision }] = (await tour.customersTrip()).quotes
    ok(await tour.ruth.post('book', { quote_id: id, revision, payment_method: goodCard }))
    await tour.settle()
    const booking = await tour.booking()
    expect(booking).toMatchObject({ vehicles_needed: 2, vehicles_assigned: 0, needs_driver: true, revision: 1, amendments: [] })
    expect(balanceSummaryOf(booking)).toEqual({ paid: 48_000, due: 192_000, balance: 'not_due', status: 'deposit_paid' })
    expect((await tour.customersTrip()).booking).toMatchObject({ due_amount: 192_000, balance_due_at: '2027-04-28T06:30:00Z' })
    expect((await tour.platformsTrip()).booking.payout).toMatchObject({ status: 'pending', amount: 216_000 })
    expect(await tour.takenBy('2027-05-13T00:00:00Z', '2027-05-14T00:00:00Z')).toEqual({
      [large.registration]: [`booking ${tour.ruth.ref}`],
      [small.registration]: [`booking ${tour.ruth.ref}`],
      [spare.registration]: ['block service'],
    })
    offered = await tour.job()
  })

  test('gets three drivers and a relief, who acknowledge their duties', async () => {
    const { tour, large, small, pat, sam, lee, kim } = opened
    const [first, second] = [{ vehicle_id: large.id }, { vehicle_id: small.id, vehicle_no: 2 }]
    const place = { report_at: '2027-05-12T05:45:00Z', report_place: 'Depot, bay 1' }
    const alone = ok(await tour.dales.assign(tour.ruth, pat.id, large.registration, { ...first, legs: [1, 2, 3], ...place }))
    expect([alone.trip_status, alone.needs_driver, warningsOf(alone)]).toEqual(['unassigned', true, ['vehicle_missing']])
    ok(await tour.dales.assign(tour.ruth, sam.id, large.registration, { ...first, legs: [4] }))
    ok(await tour.dales.assign(tour.ruth, lee.id, small.registration, { ...second, legs: [1, 2, 4], passenger_count: 33 }))
    const all = ok(await tour.dales.assign(tour.ruth, kim.id, small.registration, { ...second, role: 'relief', legs: [3] }))
    expect(all).toMatchObject({ trip_status: 'assigned', vehicles_assigned: 2, needs_driver: false, driver: { id: pat.id } })
    expect(warningsOf(all)).toEqual([])
    await tour.settle()

    for (const cab of [pat, sam, lee, kim]) ok(await cab.acknowledge(tour.ruth))
    const booking = await tour.booking()
    expect(booking.trip_status).toBe('acknowledged')
    expect(crewOf(booking)).toEqual([
      '1 driver Pat Moss 1,2,3, acknowledged',
      '1 driver Sam Reed 4, acknowledged',
      '2 driver Lee Fox 1,2,4, acknowledged',
      '2 relief Kim Low 3, acknowledged',
    ])
    expect(ok(await kim.trip(tour.ruth)).duty).toEqual({
      vehicle_no: 2,
      of: 2,
      role: 'relief',
      legs: [3],
      report_at: null,
      report_place: null,
      colleagues: [
        { first_name: 'Pat', vehicle_reg: large.registration, role: 'driver' },
        { first_name: 'Sam', vehicle_reg: large.registration, role: 'driver' },
        { first_name: 'Lee', vehicle_reg: small.registration, role: 'driver' },
      ],
    })
    expect(ok(await lee.trip(tour.ruth))).toMatchObject({ passenger_count: 33, vehicle: { registration: small.registration } })
  })

  test('changes departure, passengers and price by an amendment of the office that the school accepts', async () => {
    const { tour, large, pat, lee } = opened
    await tour.until('2027-03-10T09:00:00Z')
    const changes = { departs_at: '2027-05-12T05:30:00Z', passenger_count: 88 }
    const reason = 'Four parents come along, and the bridge is closed.'
    const price = { price_amount: 262_000, currency_code: 'GBP' }
    const asked = ok(await tour.change('amendments', { changes, ...price, reason, consent: 'ask' }))
    expect(asked).toMatchObject({ status: 'proposed', by: 'operator', before: { passenger_count: 84 }, reason })
    expect(asked.price_difference_amount).toBe(22_000)
    await tour.settle()
    expect((await tour.customersTrip()).amendments).toEqual([asked])
    expect(statusAndCode(await tour.ruth.post('amendments', { changes: { notes: 'Ring.' } }))).toBe('409 amendment_pending')
    expect(ok(await tour.ruth.post(`amendments/${asked.id}/accept`)).status).toBe('applied')
    await tour.settle()

    const booking = await tour.booking()
    expect(booking).toMatchObject({ revision: 2, passenger_count: 88, ...price, payout_amount: 235_800 })
    expect(balanceSummaryOf(booking)).toEqual({ paid: 48_000, due: 214_000, balance: 'not_due', status: 'deposit_paid' })
    expect(booking.legs.map(({ departs_at }: ShownBody) => departs_at)).toEqual([
      '2027-05-12T06:30:00+01:00',
      '2027-05-13T09:30:00+01:00',
      '2027-05-13T16:30:00+01:00',
      '2027-05-14T09:00:00+01:00',
    ])
    expect((await tour.customersTrip()).booking).toMatchObject({ revision: 2, price_amount: 262_000, due_amount: 214_000 })
    // Drivers of the earlier departure must acknowledge again; drivers of other days need not.
    expect(crewOf(booking)).toEqual([
      '1 driver Pat Moss 1,2,3, assigned',
      '1 driver Sam Reed 4, acknowledged',
      '2 driver Lee Fox 1,2,4, assigned',
      '2 relief Kim Low 3, acknowledged',
    ])
    const earlier = { vehicle_id: large.id, legs: [1, 2, 3], report_at: '2027-05-12T04:45:00Z' }
    ok(await tour.dales.assign(tour.ruth, pat.id, large.registration, earlier))
    await tour.settle()
    for (const cab of [pat, lee]) ok(await cab.acknowledge(tour.ruth))
    expect(ok(await pat.trip(tour.ruth)).duty).toMatchObject({ report_at: '2027-05-12T04:45:00Z', report_place: 'Depot, bay 1' })
    expect(await tour.job()).toBe(offered)
  })

  test('is paid by card after the reminder of the balance', async () => {
    const { tour } = opened
    await tour.until('2027-04-22T08:00:00Z')
    expect(ok(await tour.ruth.pay()).booking).toMatchObject({ paid_amount: 262_000, due_amount: 0, balance_status: 'paid' })
    expect(balanceSummaryOf(await tour.booking())).toEqual({ paid: 262_000, due: 0, balance: 'paid', status: 'paid' })
  })

  test('changes its return by a request of the school, with a new price paid by transfer', async () => {
    const { tour, sam, lee } = opened
    await tour.until('2027-04-26T09:00:00Z')
    const changes = { returns_at: '2027-05-14T09:00:00Z' }
    const request = ok(await tour.ruth.post('amendments', { changes, message: 'May we see the castle once more?' }))
    expect(request).toMatchObject({ status: 'wished', by: 'customer', price_difference_amount: 0 })
    await tour.settle()
    const price = { price_amount: 270_000, currency_code: 'GBP' }
    const granted = ok(await tour.change(`amendments/${request.id}/apply`, { ...price, consent: 'given' }))
    expect(granted).toMatchObject({ id: request.id, status: 'applied', by: 'customer', price_difference_amount: 8_000 })
    await tour.settle()

    const booking = await tour.booking()
    expect(booking).toMatchObject({ revision: 3, ...price, payout_amount: 243_000, returns_at: '2027-05-14T10:00:00+01:00' })
    expect(booking.legs[3].departs_at).toBe(booking.returns_at)
    expect(balanceSummaryOf(booking)).toEqual({ paid: 262_000, due: 8_000, balance: 'not_due', status: 'deposit_paid' })
    expect(crewOf(booking)).toEqual([
      '1 driver Pat Moss 1,2,3, acknowledged',
      '1 driver Sam Reed 4, assigned',
      '2 driver Lee Fox 1,2,4, assigned',
      '2 relief Kim Low 3, acknowledged',
    ])
    for (const cab of [sam, lee]) ok(await cab.acknowledge(tour.ruth))

    const transfer = { kind: 'balance', method: 'bank_transfer', amount: 8_000, currency_code: 'GBP', reference: 'ROOKWOOD' }
    const paid = ok(await tour.change('payments', transfer))
    expect(paymentLinesOf(paid)).toEqual([
      'deposit card 48000 cleared',
      'balance card 214000 cleared',
      'balance bank_transfer 8000 cleared',
    ])
    expect(balanceSummaryOf(paid)).toEqual({ paid: 270_000, due: 0, balance: 'paid', status: 'paid' })
    firstInvoice = ok(await tour.office('POST', '/invoices', { refs: [tour.ruth.ref], customer: { address: schoolAddress } }))
    expect(firstInvoice).toMatchObject({ number: '000001', gross_amount: 270_000, due_amount: 0, status: 'paid' })
    expect(await tour.job()).toBe(offered)
  })

  test('follows both coaches on the first day', async () => {
    const { tour, large, small, pat, lee } = opened
    await tour.until('2027-05-12T04:45:00Z')
    expect(statusAndCode(await pat.report(tour.ruth, 'en_route'))).toBe('409 vehicle_check_required')
    ok(await pat.submitVehicleCheck({ vehicle_reg: large.registration }))
    ok(await lee.submitVehicleCheck({ vehicle_reg: small.registration }))
    await tour.drive(1, [pat, lee], ['en_route', 'arrived', 'on_board'])
    await tour.market.advance(hours(5))
    await pat.reportSteps(tour.ruth, 'completed')
    // The trip has the status of the coach furthest behind.
    expect(await tour.booking()).toMatchObject({ trip_status: 'on_board', legs: [{ status: 'on_board' }, {}, {}, {}] })
    await tour.market.advance(minutes(20))
    await lee.reportSteps(tour.ruth, 'completed')
    expect(await tour.booking()).toMatchObject({ trip_status: 'between_legs', legs: [{ status: 'completed' }, {}, {}, {}] })
    expect((await tour.platformsTrip()).booking).toMatchObject({ trip_status: 'between_legs', payout: { status: 'pending' } })
  })

  test('replaces a driver who declines on the second day with the relief', async () => {
    const { tour, large, small, pat, sam, lee, kim } = opened
    await tour.until('2027-05-13T07:30:00Z')
    ok(await pat.submitVehicleCheck({ vehicle_reg: large.registration }))
    ok(await lee.submitVehicleCheck({ vehicle_reg: small.registration }))
    await tour.drive(2, [pat, lee], ['en_route', 'arrived', 'on_board'])
    ok(await sam.decline(tour.ruth, 'My knee is hurt.'))
    await tour.settle()
    const declined = await tour.booking()
    expect(declined).toMatchObject({ trip_status: 'on_board', needs_driver: true, vehicles_assigned: 2 })
    expect(declined.duties[1]).toMatchObject({ driver: { id: sam.id }, decline_reason: 'My knee is hurt.' })
    expect(statusAndCode(await sam.trip(tour.ruth))).toBe('404 not_found')

    const again = ok(await tour.dales.assign(tour.ruth, kim.id, large.registration, { vehicle_id: large.id, legs: [4] }))
    expect(again).toMatchObject({ trip_status: 'on_board', needs_driver: false })
    expect(crewOf(again)).toEqual([
      '1 driver Pat Moss 1,2,3, on_board',
      '1 driver Kim Low 4, assigned',
      '2 driver Lee Fox 1,2,4, on_board',
      '2 relief Kim Low 3, acknowledged',
    ])
    await tour.settle()
    ok(await kim.acknowledge(tour.ruth))
    await tour.drive(2, [pat, lee], ['completed'])

    await tour.until('2027-05-13T15:00:00Z')
    expect(statusAndCode(await lee.report(tour.ruth, 'en_route', { leg: 3 }))).toBe('409 invalid_transition')
    await tour.drive(3, [pat, kim], ['en_route', 'arrived', 'on_board', 'completed'])
    const { trip_status, legs } = await tour.booking()
    expect([trip_status, ...legs.map(({ status }: ShownBody) => status)]).toEqual([
      'between_legs',
      'completed',
      'completed',
      'completed',
      'pending',
    ])
  })

  test('removes one coach and refunds its price, the newest payment first', async () => {
    const { tour, large, small, lee, kim } = opened
    const changes = { passenger_count: 46, vehicles: [large.named] }
    const price = { price_amount: 210_000, currency_code: 'GBP' }
    const reason = 'Half of them go home by train.'
    const off = ok(await tour.change('amendments', { changes, ...price, reason, consent: 'given' }))
    expect(off).toMatchObject({ status: 'applied', price_difference_amount: -60_000 })
    await tour.settle()
    const booking = await tour.booking()
    expect(booking).toMatchObject({ revision: 4, vehicles_needed: 1, vehicles_assigned: 1, needs_driver: false, ...price })
    expect(booking.legs.map(({ passenger_count }: ShownBody) => passenger_count)).toEqual([88, 88, 88, 46])
    expect(crewOf(booking)).toEqual(['1 driver Pat Moss 1,2,3, completed', '1 driver Kim Low 4, acknowledged'])
    expect(statusAndCode(await lee.trip(tour.ruth))).toBe('404 not_found')
    expect(ok(await kim.trip(tour.ruth))).toMatchObject({ passenger_count: 46, duty: { vehicle_no: 1, of: 1, legs: [4] } })
    const busy = await tour.takenBy('2027-05-14T00:00:00Z', '2027-05-15T00:00:00Z')
    expect([busy[large.registration], busy[small.registration]]).toEqual([[`booking ${tour.ruth.ref}`], []])

    expect(paymentLinesOf(booking).slice(3)).toEqual(['refund bank_transfer 8000 pending', 'refund card 52000 cleared'])
    const sent = ok(await tour.change(`payments/${booking.payments[3].id}/sent`, { reference: 'BACS 0513' }))
    expect(paymentLinesOf(sent)[3]).toBe('refund bank_transfer 8000 cleared')
    expect(balanceSummaryOf(sent)).toEqual({ paid: 210_000, due: 0, balance: 'paid', status: 'paid' })
    expect((await tour.customersTrip()).booking).toMatchObject({ ...price, paid_amount: 210_000, due_amount: 0 })
    const entered = tour.market.ledger().map(({ kind, outcome, amount }) => `${kind} ${outcome} ${amount}`)
    expect(entered.sort()).toEqual(['charge succeeded 214000', 'charge succeeded 48000', 'refund succeeded 52000'])
    expect(await tour.job()).toBe(offered)
  })

  test('is completed on the third day', async () => {
    const { tour, large, pat, kim } = opened
    await tour.until('2027-05-14T08:00:00Z')
    ok(await kim.submitVehicleCheck({ vehicle_reg: large.registration }))
    await tour.drive(4, [kim], ['en_route', 'arrived', 'on_board'])
    await tour.until('2027-05-14T13:30:00Z')
    expect(await kim.reportSteps(tour.ruth, 'completed')).toMatchObject({ trip_status: 'completed', next_steps: [] })
    await tour.settle()
    expect(await tour.booking()).toMatchObject({ trip_status: 'completed', payout: { status: 'scheduled' } })
    expect((await tour.customersTrip()).status).toBe('completed')
    expect(ok(await pat.trip(tour.ruth))).toMatchObject({ trip_status: 'completed', duty: { legs: [1, 2, 3] } })
    const late = { changes: { notes: 'Ring.' }, reason: 'They asked.', consent: 'given' }
    expect(statusAndCode(await tour.change('amendments', late))).toBe('409 trip_finished')
  })

  test('credits the invoice, issues a new one, and pays the operator', async () => {
    const { tour } = opened
    const { ref } = tour.ruth
    const note = ok(await tour.office('POST', `/invoices/${firstInvoice.number}/credit`, { reason: 'One coach less.' }))
    expect(note).toMatchObject({ number: '000002', credits: '000001', gross_amount: -270_000, due_amount: 0 })
    const invoice = ok(await tour.office('POST', '/invoices', { refs: [ref] }))
    const sums = { net_amount: 210_000, vat_amount: 0, gross_amount: 210_000, currency_code: 'GBP' }
    expect(invoice).toMatchObject({
      number: '000003',
      credits: null,
      customer: {
        name: 'Ruth Adeyemi',
        organisation: 'Rookwood School',
        email: 'ruth@rookwood.example',
        address: schoolAddress,
      },
      vat_number: 'GB123456789',
      lines: [{ ref, description: '2027-05-12: Leeds → Edinburgh, 46 passengers, multi day', vat_rate_bps: 0, ...sums }],
      ...sums,
      paid_amount: 210_000,
      due_amount: 0,
      due_on: '2027-05-14',
      status: 'paid',
    })
    expect(ok(await tour.office('GET', '/invoices')).map(({ number, status }: ShownBody) => `${number} ${status}`)).toEqual([
      '000003 paid',
      '000002 paid',
      '000001 credited',
    ])

    const [payout] = ok(await tour.dales.payouts())
    expect(payout).toMatchObject({
      booking_ref: ref,
      status: 'scheduled',
      price_amount: 240_000,
      commission_amount: 24_000,
      amount: 189_000,
      adjustments: [
        { kind: 'amendment', amount: 19_800, currency_code: 'GBP' },
        { kind: 'amendment', amount: 7_200, currency_code: 'GBP' },
        { kind: 'amendment', amount: -54_000, currency_code: 'GBP' },
      ],
    })
    // A payout is due on the second Friday after the end of a trip.
    expect(payout.scheduled_for).toBe('2027-05-27T23:00:00Z')
    await tour.until(payout.scheduled_for)
    ok(await tour.market.platform('POST', `/payouts/${payout.id}`, { status: 'paid', statement_ref: 'S-1' }))
    expect(ok(await tour.dales.payouts('?status=paid'))).toMatchObject([{ id: payout.id, amount: 189_000, statement_ref: 'S-1' }])
  })

  test('shows operator, platform and customer the same final state', async () => {
    const { tour, kim } = opened
    const { booking: theirs, ...seen } = await tour.platformsTrip()
    const sums = { price_amount: 210_000, balance_amount: 162_000, paid_amount: 210_000, due_amount: 0, payment_status: 'paid' }
    const commission = { commission_amount: 21_000, payout_amount: 189_000 }
    const booking = await tour.booking()
    expect(booking).toMatchObject({ ...sums, ...commission, revision: 4, status: 'active', trip_status: 'completed' })
    expect(booking.quote).toMatchObject({ price_amount: 240_000, payout_amount: 216_000 })
    expect(theirs).toMatchObject({
      ...sums,
      ...commission,
      trip_status: 'completed',
      payout: { status: 'paid', amount: 189_000 },
    })
    const trip = await tour.customersTrip()
    expect(trip).toMatchObject({ status: 'completed', cancellation_preview: null, pay_to: null })
    expect(trip.booking).toMatchObject({ ...sums, revision: 4, operator: { name: 'Dales Coaches', phone: '0113 496 0000' } })
    for (const one of [seen, booking, trip]) {
      expect(one).toMatchObject({ passenger_count: 46, departs_at: '2027-05-12T06:30:00+01:00', ends_at: booking.ends_at })
    }
    const changes = ({ amendments }: ShownBody) =>
      amendments.map(({ by, status, price_difference_amount }: ShownBody) => [by, status, price_difference_amount])
    expect(changes(trip)).toEqual([
      ['operator', 'applied', 22_000],
      ['customer', 'applied', 8_000],
      ['operator', 'applied', -60_000],
    ])
    expect(changes(booking)).toEqual(changes(trip))
    expect(ok(await kim.trips('?filter=all'))).toMatchObject([{ ref: tour.ruth.ref, trip_status: 'completed' }])
    expect(await tour.job()).toBe(offered)
  })

  test('sends every reader the messages that concern them', async () => {
    const { tour } = opened
    const trip = 'Leeds → Edinburgh, Wed 12 May'
    const matching = (pattern: string) => expect.stringMatching(new RegExp(`^${pattern}$`))
    const coach = 'Rookwood School to Castle Hostel, YX21 AAA, coach 1, legs 1 + 2 + 3.'
    expect(await tour.messages()).toEqual({
      'Jo of the office': [
        matching(`job_offered: Quote by .*: Leeds → Edinburgh, 84, Wed 12 May`),
        `booking: Booked: ${trip}`,
        `amendment: Changed: ${trip}`,
        matching(`amendment: Answer by .*: change request, ${trip}`),
        `amendment: Changed: ${trip}`,
        `driver: No driver: ${trip}`,
        `amendment: Changed: ${trip}`,
      ],
      'Ruth of the school': [
        `job_offered: We have your request: ${trip}`,
        `job_offered: 1 offer for ${trip}`,
        `booking: Confirmed: ${trip}, 07:30`,
        matching(`amendment: Answer by .*: change to ${trip}`),
        `amendment: Changed: ${trip}`,
        'balance: £2,140.00 due Wed 28 Apr: Leeds → Edinburgh',
        `amendment: Changed: ${trip}`,
        'driver: Today 06:30: your drivers are Pat, Lee, Sam and Kim',
        `amendment: Changed: ${trip}`,
        `balance: Refund of £520.00: ${trip}`,
        `balance: Refund of £80.00: ${trip}`,
      ],
      'Ruth by SMS': [
        'driver: Dales Coaches: Pat is on the way to you in YX21 AAA.',
        'driver: Dales Coaches: Lee is on the way to you in YX22 BBB.',
        'driver: Dales Coaches: Pat is on the way to you in YX21 AAA.',
        'driver: Dales Coaches: Lee is on the way to you in YX22 BBB.',
        'driver: Dales Coaches: Pat is on the way to you in YX21 AAA.',
        'driver: Dales Coaches: Kim is on the way to you in YX22 BBB.',
        'driver: Dales Coaches: Kim is on the way to you in YX21 AAA.',
      ],
      Pat: [
        `driver: Dales Coaches: New job Wed 12 May: report 06:45 at Depot, bay 1, 07:30 ${coach}`,
        `driver: Dales Coaches: Your job Wed 12 May: report 06:45 at Depot, bay 1, 06:30 ${coach}`,
        `driver: Dales Coaches: Your job Wed 12 May: report 05:45 at Depot, bay 1, 06:30 ${coach}`,
        `amendment: Dales Coaches: Changed Wed 12 May: report 05:45 at Depot, bay 1, 06:30 ${coach} Changed: the return.`,
        `driver: Dales Coaches: Reminder Wed 12 May: report 05:45 at Depot, bay 1, 06:30 ${coach}`,
      ],
      Sam: [
        'driver: New job Fri 14 May: 09:00 Edinburgh → Leeds',
        'amendment: Changed Fri 14 May: 09:00 Edinburgh → Leeds',
        'driver: Your job Fri 14 May: 10:00 Edinburgh → Leeds',
        'driver: Reminder Fri 14 May: 10:00 Edinburgh → Leeds',
      ],
      // The legs of Lee end where they begin.
      Lee: [
        'driver: New job Wed 12 May: 07:30 Leeds → Edinburgh',
        'driver: Your job Wed 12 May: 06:30 Leeds → Edinburgh',
        'driver: Your job Wed 12 May: 06:30 Leeds → Edinburgh',
        'driver: Reminder Wed 12 May: 06:30 Leeds → Edinburgh',
        'driver: Job removed Wed 12 May: 06:30 Leeds → Edinburgh',
      ],
      Kim: [
        'driver: New job Thu 13 May: 16:30 Stirling → Edinburgh',
        'amendment: Changed Thu 13 May: 16:30 Stirling → Edinburgh',
        'amendment: Changed Thu 13 May: 16:30 Stirling → Edinburgh',
        'driver: Reminder Thu 13 May: 16:30 Stirling → Edinburgh',
        'driver: New job Fri 14 May: 10:00 Edinburgh → Leeds',
        'amendment: Changed Fri 14 May: 10:00 Edinburgh → Leeds',
      ],
    })
  })
})
