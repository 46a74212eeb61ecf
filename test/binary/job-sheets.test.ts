import { describe, expect, test } from 'bun:test'
import { signInDriver } from '../support/driver-client.ts'
import { days, hours, minutes, ok } from '../support/market.ts'
import { expectAccessiblePdf } from '../support/pdf-accessibility.ts'
import { fetchPdf, fetchPdfRefusal, type PdfContents } from '../support/pdf-reader.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

const sheetOf = ({ ref }: { readonly ref: string }, query = '') => `/portal/v1/bookings/${ref}/job-sheet.pdf${query}`

/** Text in reading order, without the line breaks of the page. */
const words = ({ read }: PdfContents) => [...read.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text?.trim()).join(' ')

async function openDepot() {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000', operator_licence: 'PB0001234' })
  return { market, dales, office: await market.personToken(dales) }
}

describe('a job sheet', () => {
  test('shows what a driver needs on one page, without prices', async () => {
    const { market, dales, office } = await openDepot()
    const trip = await market.bookedTrip(dales, {
      departsIn: days(20),
      notes: 'Ring at the gate.',
      luggage: { suitcases: 12 },
      accessibility: { wheelchair_spaces: 1, lift_required: true },
      distance_m: 90_000,
      driving_seconds: 6_000,
    })
    const where = { report_at: market.at(days(20) - hours(1)), report_place: 'Depot, bay 4' }
    ok(await dales.assign(trip, await dales.driver(), 'YX20 ABC', where))

    const sheet = await fetchPdf(market, sheetOf(trip), office)

    expect(sheet.headers.get('content-type')).toBe('application/pdf')
    expect(sheet.headers.get('content-disposition')).toBe(`inline; filename="job-sheet-${trip.ref}.pdf"`)
    expect(sheet.pages).toBe(1)
    expect(sheet.info).toMatch(/^Tagged: +yes$/m)
    expect(sheet.info).toContain(`Job sheet ${trip.ref}`)
    expect(sheet.fonts.match(/DejaVuSansCondensed.* yes yes yes/g)).toHaveLength(2)
    const seen = ['Dales Coaches', 'PB0001234', 'Pat Moss', 'YX20 ABC', 'Depot, bay 4', 'Leeds Town Hall', 'York Minster']
    const more = [
      'Ring at the gate.',
      '12 suitcases',
      '1 wheelchair space',
      '1 h 40 min of driving',
      'Mileage at start',
      'version 1',
    ]
    for (const word of [...seen, ...more, 'Signature', trip.ref]) expect(sheet.text).toContain(word)
    expect(sheet.text).not.toMatch(/£|GBP|640|128\.00/)
    const read = [
      'Dales Coaches',
      'Pat Moss',
      'Leeds Town Hall',
      'York Minster',
      'Ring at the gate.',
      'Work started',
      'Signature',
    ]
    expectAccessiblePdf(sheet, read)
  })

  test('marks calculated driving hours as estimated', async () => {
    const { market, dales, office } = await openDepot()
    const pickup = { label: 'Leeds Town Hall', kind: 'venue', latitude: 53.795, longitude: -1.548 }
    const dropoff = { label: 'York Minster', kind: 'venue', latitude: 53.958, longitude: -1.093 }
    const trip = await market.bookedTrip(dales, { departsIn: days(20), returns_at: null, pickup, dropoff })
    ok(await dales.assign(trip, await dales.driver()))
    expect(words(await fetchPdf(market, sheetOf(trip), office))).toContain('about 45 min of driving (estimated)')
  })

  test('shows when to report, even if only the place is given', async () => {
    const { market, dales, office } = await openDepot()
    const trip = await market.bookedTrip(dales, { departsIn: days(20) })
    ok(await dales.assign(trip, await dales.driver(), 'YX20 ABC', { report_place: 'Depot, bay 4' }))
    expect((await fetchPdf(market, sheetOf(trip), office)).text).toMatch(/At the pick-up, [\s\S]*Depot, bay 4/)
  })

  test('names the contact only within 48 hours of departure, and not after cancellation', async () => {
    const { market, dales, office } = await openDepot()
    const contact = { lead_passenger: { name: 'Jo Field', phone: '07700 900777' } }
    const [near, far] = [
      await market.bookedTrip(dales, { departsIn: hours(47), ...contact }),
      await market.bookedTrip(dales, { departsIn: hours(49), ...contact }),
    ]
    const early = await fetchPdf(market, sheetOf(far), office)
    expect((await fetchPdf(market, sheetOf(near), office)).text).toMatch(/Jo Field[\s\S]*07700 900777/)
    expect(early.text).not.toMatch(/Jo Field|Ann Smith|07700/)
    ok(await market.call('POST', `/portal/v1/bookings/${near.ref}/cancel`, { token: office, body: { reason: 'Snow.' } }))
    const calledOff = await fetchPdf(market, sheetOf(near), office)
    expect(calledOff.text).toContain('This job was cancelled. Do not drive it.')
    expect(calledOff.text).not.toMatch(/Jo Field|07700/)
  })

  test('has a page for each duty, or only for the requested duty', async () => {
    const { market, dales, office } = await openDepot()
    const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
    const ann = await market.trip([dales], { passenger_count: 90 })
    ok(await ann.book(await dales.makeQuote(ann, { availability: 'confirmed', vehicles })))
    const open = await fetchPdf(market, sheetOf(ann), office)
    expect(open.pages).toBe(2)
    expect(open.text).toMatch(/Not assigned[\s\S]*Coach 1 of 2[\s\S]*Not assigned[\s\S]*Coach 2 of 2/)
    ok(await dales.assign(ann, await dales.driver()))
    const { duties } = ok(await dales.assign(ann, await dales.driver({ name: 'Sam Reed' }), 'YX21 DEF', { vehicle_no: 2 }))

    const all = await fetchPdf(market, sheetOf(ann), office)
    expect(all.pages).toBe(2)
    expect(all.text).toMatch(/Coach 1 of 2[\s\S]*Coach 2 of 2/)
    expectAccessiblePdf(all, ['Pat Moss', 'Coach 1 of 2', 'Leeds Town Hall', 'Sam Reed', 'Coach 2 of 2'], 2)
    const own = await fetchPdf(market, sheetOf(ann, `?duty=${duties[1].id}`), office)
    expect(own.pages).toBe(1)
    expect(own.text).toMatch(/Sam Reed[\s\S]*Other drivers[\s\S]*Pat, YX20 ABC/)
    expect(await fetchPdfRefusal(market, sheetOf(ann, '?duty=999999'), office)).toBe('404 not_found')
    expect(await fetchPdfRefusal(market, sheetOf(ann, '?duty=first'), office)).toBe('422 validation_failed')
    const elsewhere = await market.personToken(await market.operator('Moors Coaches'))
    expect(await fetchPdfRefusal(market, sheetOf(ann), elsewhere)).toBe('404 not_found')
    expect(await fetchPdfRefusal(market, sheetOf({ ref: 'TR-000000' }), office)).toBe('404 not_found')
  })

  test('shows each driver the hours of their own driving days', async () => {
    const { market, dales, office } = await openDepot()
    const [leeds, bath] = [
      { label: 'Leeds Town Hall', kind: 'venue' },
      { label: 'Bath Abbey', kind: 'venue' },
    ]
    const leg = (from: unknown, to: unknown, startsIn: number, drivingHours: number) => ({
      ...{ pickup: from, dropoff: to, departs_at: market.at(startsIn), driving_seconds: drivingHours * 3_600 },
    })
    const [out, back] = [days(20), days(21) + hours(3)]
    const legs = [leg(leeds, bath, out, 5), leg(bath, leeds, back, 2), leg(leeds, bath, back + hours(3), 1)]
    const trip = await market.bookedTrip(dales, { departsIn: out, trip_type: 'multi_day', returns_at: null, legs })
    const [pat, sam, kim] = [
      await dales.driver(),
      await dales.driver({ name: 'Sam Reed' }),
      await dales.driver({ name: 'Kim Low' }),
    ]
    ok(await dales.assign(trip, pat))
    const alone = (await fetchPdf(market, sheetOf(trip), office)).text
    expect(alone).toMatch(/\w{3} \d+ \w{3}: 5 h of driving, breaks of/)
    expect(alone).toMatch(/\w{3} \d+ \w{3}: 3 h of driving(?!,)/)

    ok(await dales.assign(trip, sam, 'YX20 ABC', { role: 'relief', legs: [2] }))
    const { duties } = ok(await dales.assign(trip, kim, 'YX20 ABC', { role: 'second', legs: [3] }))
    const textOf = async (driver: number) => {
      const { id } = duties.find((duty: { driver: { id: number } }) => duty.driver.id === driver)
      return (await fetchPdf(market, sheetOf(trip, `?duty=${id}`), office)).text
    }
    expect(await textOf(sam)).toMatch(/Planned hours[\s\S]*\b2 h of driving/)
    expect(await textOf(kim)).toMatch(/Planned hours[\s\S]*\b1 h of driving[\s\S]*\bshared with Pat/)
    expect(await textOf(pat)).toMatch(/: 5 h of driving[\s\S]*: 1 h of driving[\s\S]*partly shared with Kim/)
  })

  test('removes typed prices, and shows typed contact details only within 48 hours', async () => {
    const { market, dales, office } = await openDepot()
    const typed = (what: string) => `${what} £64, 07700 900123, ann@example.org`
    const place = (what: string) => ({
      ...{ label: typed(`${what}-label`), kind: 'venue', locality: typed(`${what}-town`), postcode: 'LS1 3AD' },
      ...{ address_lines: [typed(`${what}-line`)], access_note: typed(`${what}-access`) },
    })
    const fields = (departsIn: number) => ({
      ...{ departsIn, returns_at: null, pickup: place('from'), dropoff: place('to'), notes: typed('notes') },
      luggage: { oversized: [typed('harp')], note: typed('luggage') },
      accessibility: { note: typed('chair') },
      flight: { number: 'BA1 £64', direction: 'arrival' },
      legs: [
        {
          ...{ pickup: place('from'), dropoff: place('to'), departs_at: market.at(departsIn) },
          stops: [{ kind: 'visit', place: place('stop'), note: typed('stop-note') }],
        },
      ],
    })
    const vehicle = { registration: 'AB12 PAY', type: 'coach_49', seats: 49, description: typed('coach').slice(0, 100) }
    const { id } = ok(await market.call('POST', '/portal/v1/vehicles', { token: office, body: vehicle }))
    const seen = 'from-label from-town from-line from-access to-label stop-label stop-note notes Harp luggage chair report coach'
    for (const [departsIn, mayMeet] of [
      [hours(40), true],
      [days(20), false],
    ] as const) {
      const trip = await market.bookedTrip(dales, fields(departsIn))
      ok(await dales.assign(trip, await dales.driver(), 'AB12 PAY', { vehicle_id: id, report_place: typed('report') }))
      const text = words(await fetchPdf(market, sheetOf(trip), office))
      expect(text).not.toMatch(/£|\b64\b/)
      for (const one of seen.split(' ')) {
        expect(text).toMatch(
          new RegExp(`${one} \\[removed\\], ${mayMeet ? '07700 900123, ann@' : '\\[removed\\], \\[removed\\]'}`),
        )
      }
      if (!mayMeet) expect(text).not.toMatch(/900123|ann@/)
      expect(text).toContain('LS1 3AD')
    }
  })

  test('removes prices before "way" or "park", and keeps streets named after money', async () => {
    const { market, dales, office } = await openDepot()
    const notes = 'PRICE 640 EACH WAY. Fee 350 For Coach Park. Call at 12 Pound Lane and 9 Penny Close.'
    const trip = await market.bookedTrip(dales, { departsIn: days(20), notes })
    ok(await dales.assign(trip, await dales.driver()))
    const text = words(await fetchPdf(market, sheetOf(trip), office))
    expect(text).toContain('[removed] EACH WAY. [removed] For Coach Park. Call at 12 Pound Lane and 9 Penny Close.')
  })

  test('prints the longest texts in full on as many pages as they need', async () => {
    const { market, dales, office } = await openDepot()
    const lines = (what: string, count: number) => Array.from({ length: count }, (_, nth) => `${what}-${nth + 1}`)
    const [access, luggage] = [lines('A', 90), lines('L', 90)]
    const oversized = lines('Thing', 50).map((thing) => `${thing} ${'x y z w '.repeat(10)}`)
    const trip = await market.bookedTrip(dales, {
      ...{ departsIn: days(20), notes: lines('N', 200).join('\n') },
      luggage: { oversized, note: luggage.join('\n') },
      accessibility: { note: access.join('\n') },
    })
    for (const paper of ['job-sheet', 'confirmation']) {
      const { text, pages } = await fetchPdf(market, `/portal/v1/bookings/${trip.ref}/${paper}.pdf`, office)
      const words = new Set(text.split(/[\s,]+/))
      for (const line of [...access, ...luggage, ...lines('Thing', 50), ...lines('N', 200)]) expect([...words]).toContain(line)
      expect(text).toContain(`Page ${pages} of ${pages}`)
    }
  })

  test('is not found before the booking', async () => {
    const { market, dales, office } = await openDepot()
    const trip = await market.trip([dales])
    await dales.makeQuote(trip)
    expect(await fetchPdfRefusal(market, sheetOf(trip), office)).toBe('404 not_found')
  })

  test('repeats its headings on each page, and prints every European script', async () => {
    const { market, dales, office } = await openDepot()
    const names = ['Łódź Žilina', 'Αθήνα', 'Київ', 'Երևան', 'თბილისი', 'Reykjavík þorp', 'İstanbul ğş', 'constructor', '🚌 北京']
    const place = (nth: number) => ({ label: `${names[nth % names.length]} ${nth}`, kind: 'venue', access_note: 'x'.repeat(90) })
    const at = (nth: number) => market.at(days(30) + hours(nth))
    const legs = Array.from({ length: 14 }, (_, nth) => ({ pickup: place(nth), dropoff: place(nth + 1), departs_at: at(nth) }))
    const trip = await market.bookedTrip(dales, { departsIn: days(30), legs, returns_at: null, trip_type: 'multi_day' })

    const sheet = await fetchPdf(market, sheetOf(trip), office)

    expect(sheet.pages).toBe(3)
    expect(sheet.text.match(/Time +Place +Map +Actual/g)).toHaveLength(3)
    // A screen reader reads the heading once, however often it is printed.
    expect(sheet.read.match(/"Actual"/g)).toHaveLength(1)
    for (const name of names.slice(0, -1)) expect(sheet.read).toContain(name)
    expect(sheet.read).toContain('� �� 8')
    expect(sheet.text).toContain(`Page 1 of ${sheet.pages}`)
  })
})

describe('job sheet link in the driver’s trip', () => {
  test('works without a token for 15 minutes, unless it is altered or the driver is replaced', async () => {
    const { market, dales } = await openDepot()
    const pat = await signInDriver(dales)
    const trip = await market.bookedTrip(dales, { departsIn: days(5) })
    ok(await dales.assign(trip, pat.id))
    const address = async () => {
      const { pathname, search } = new URL(ok(await pat.trip(trip)).job_sheet_url)
      return pathname + search
    }
    const path = await address()

    expect((await fetchPdf(market, path)).text).toContain('Pat Moss')

    const altered = [
      path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      path.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 60}`),
      path.replace(/(\d+)\.pdf/, (_, id) => `${Number(id) + 1}.pdf`),
      path.replace(/&signature=.*$/, ''),
      path.replace(/\?.*$/, ''),
    ]
    for (const one of altered) expect([one, await fetchPdfRefusal(market, one)]).toEqual([one, '404 not_found'])
    await market.advance(minutes(14))
    expect((await fetchPdf(market, path)).pages).toBe(1)
    await market.advance(minutes(2))
    expect(await fetchPdfRefusal(market, path)).toBe('404 not_found')
    const fresh = await address()
    ok(await dales.assign(trip, await dales.driver({ name: 'Sam Reed' })))
    expect(await fetchPdfRefusal(market, fresh)).toBe('404 not_found')
  })
})
