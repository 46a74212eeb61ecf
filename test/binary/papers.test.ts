import { describe, expect, test } from 'bun:test'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, type Market, ok } from '../support/market.ts'
import { expectAccessiblePdf } from '../support/pdf-accessibility.ts'
import { fetchPdf, fetchPdfRefusal, type PdfContents } from '../support/pdf-reader.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { millAddress, schoolAddress } from '../support/sample-addresses.ts'
import { png, svg } from '../support/sample-pictures.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

async function openOffice() {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000', operator_licence: 'PB0001234' })
  const token = await market.personToken(dales)
  const change = {
    bank_details: 'Sort code 20-00-00, account 12345678',
    vat: { number: 'GB123456789', standard_rate_bps: 2_000 },
  }
  ok(await market.call('PATCH', '/portal/v1/operator', { token, body: { address: millAddress, settings: change } }))
  return { market, dales, token, office: await portalClientOf(market, dales) }
}

/** Checks that a paper is tagged, A4, with embedded fonts and no scripts, and contains these texts. */
function expectPaper(paper: PdfContents, ...texts: readonly string[]): void {
  expect(paper.info).toMatch(/^Tagged: +yes$/m)
  expect(paper.info).toContain('A4')
  expect(paper.info).toMatch(/^JavaScript: +no$/m)
  expect(
    paper.fonts
      .split('\n')
      .slice(2, -1)
      .every((line) => /DejaVu.* yes yes yes/.test(line)),
  ).toBe(true)
  for (const text of texts) expect(paper.text).toContain(text)
}

const own = (market: Market, token: string, name: string) => fetchPdf(market, `/customer/v1/trip/${name}.pdf`, token)

describe('a confirmation', () => {
  test('prints terms, amounts and the operator’s licence, the same for the office and the customer', async () => {
    const { market, dales, token } = await openOffice()
    const trip = await market.trip([dales], { departsIn: days(60), notes: 'Ring at the gate.' })
    const offer = { availability: 'confirmed', inclusions: ['driver', 'fuel'], exclusions: ['parking'], extra_hour_amount: 4_500 }
    expect(await fetchPdfRefusal(market, '/customer/v1/trip/confirmation.pdf', trip.token)).toBe('404 not_found')
    ok(await trip.book(await dales.makeQuote(trip, offer)))

    const office = await fetchPdf(market, `/portal/v1/bookings/${trip.ref}/confirmation.pdf`, token)
    const customer = await own(market, trip.token, 'confirmation')

    expect(customer.read).toBe(office.read)
    expectPaper(office, 'Dales Coaches', 'PB0001234', '0113 496 0000', trip.ref, 'Ann Smith', 'Leeds Town Hall', 'York Minster')
    expectPaper(office, 'Driver, Fuel', 'Parking', '£45.00', '£640.00', '£128.00', '£512.00', '1 × Coach, 49 seats')
    expectPaper(office, 'At least 28 days before departure', '50 % of the deposit, £64.00', 'the deposit, £128.00')
    expect(office.pages).toBe(1)
    const texts = ['Dales Coaches', 'Booking confirmation', 'Ann Smith', 'Leeds Town Hall', 'York Minster', 'Ring at the gate.']
    expectAccessiblePdf(office, [
      ...texts,
      'Agreed terms',
      'Driver, Fuel',
      'Total',
      'Amount due',
      'Cancellation charges',
      '£64.00',
    ])
    ok(await trip.cancel())
    expect((await own(market, trip.token, 'confirmation')).text).toContain('This booking was cancelled.')
  })
})

describe('a receipt', () => {
  test('lists the payments, and is not found before the first payment', async () => {
    const { market, dales, office } = await openOffice()
    const unpaid = await office.booked({ terms: 'cash' })
    expect(await fetchPdfRefusal(market, '/customer/v1/trip/receipt.pdf', unpaid.token)).toBe('404 not_found')
    const asked = await market.trip([dales])
    expect(await fetchPdfRefusal(market, '/customer/v1/trip/receipt.pdf', asked.token)).toBe('404 not_found')
    const trip = await market.bookedTrip(dales, { departsIn: days(40) })

    expectPaper(await own(market, trip.token, 'receipt'), 'Receipt', 'Deposit', 'Card', '£128.00', 'Amount due: £512.00')
    ok(await trip.pay())
    const paid = await own(market, trip.token, 'receipt')
    expectPaper(paid, 'Balance', '£512.00', '£640.00', 'Nothing more is due.')
    const texts = [
      'Dales Coaches',
      'Receipt',
      'Ann Smith',
      'Deposit',
      '£128.00',
      'Balance',
      '£512.00',
      '£640.00',
      'Nothing more is due',
    ]
    expectAccessiblePdf(paid, texts)
  })

  test('lists the refund of a cancelled booking with a minus', async () => {
    const { market, dales } = await openOffice()
    const trip = await market.bookedTrip(dales, { departsIn: days(40) })
    expect((await own(market, trip.token, 'receipt')).text).not.toContain('Refund')
    ok(await trip.cancel())
    await eventually(async () => ok(await dales.booking(trip)).paid_amount === 0)
    const refunded = await own(market, trip.token, 'receipt')
    expectPaper(refunded, 'This booking was cancelled.', 'Deposit', ' £128.00', 'Refund', '-£128.00', 'Nothing more is due.')
    expect(refunded.text).toMatch(/Paid +£0\.00/)
  })
})

describe('an invoice', () => {
  test('is printed for the office and the customer, and so is its credit note', async () => {
    const { market, dales, token, office } = await openOffice()
    const trip = await market.bookedTrip(dales)
    expect(await fetchPdfRefusal(market, '/customer/v1/trip/invoice.pdf', trip.token)).toBe('404 not_found')
    const { number } = ok(await office.invoice({ refs: [trip.ref], customer: { address: schoolAddress } }))

    const paper = await fetchPdf(market, `/portal/v1/invoices/${number}.pdf`, token)
    expectPaper(paper, `Invoice ${number}`, 'Dales Coaches', 'Ann Smith', 'GB123456789', trip.ref, '£640.00', 'zero-rated')
    expectPaper(paper, '£128.00', '£512.00', 'Sort code 20-00-00', 'For your bank’s app')
    expectPaper(paper, 'The Mill', 'Low Road', 'Ilkley', 'LS29 8HL', 'Wharfedale School', 'Otley', 'LS21 2AB', 'United Kingdom')
    expect(paper.read).not.toMatch(/\d{4}-\d{2}-\d{2}/)
    const texts = ['Dales Coaches', `Invoice ${number}`, 'Ann Smith', trip.ref, '£640.00', 'Amount due', '£512.00', 'zero-rated']
    expectAccessiblePdf(paper, [...texts, 'Payment', 'Sort code 20-00-00', 'Please use the reference', 'For your bank’s app'])
    expect((await own(market, trip.token, 'invoice')).read).toBe(paper.read)

    ok(await office.call('POST', `/bookings/${trip.ref}/cancel`, { reason: 'Snow.' }))
    const cancelled = await fetchPdf(market, `/portal/v1/invoices/${number}.pdf`, token)
    expectPaper(cancelled, 'Amount due', '£0.00', `${trip.ref} was cancelled; nothing more is due for it.`)
    const note = ok(await office.call('POST', `/invoices/${number}/credit`, { reason: 'Wrong customer.' }))
    const credit = await fetchPdf(market, `/portal/v1/invoices/${note.number}.pdf`, token)
    expectPaper(credit, `Credit note ${note.number}`, `Invoice ${number}`, 'Wrong customer.', '-£640.00')
    expectAccessiblePdf(credit, [
      'Dales Coaches',
      `Credit note ${note.number}`,
      'Ann Smith',
      'Wrong customer.',
      trip.ref,
      '-£640.00',
    ])
    expect((await fetchPdf(market, `/portal/v1/invoices/${number}.pdf`, token)).text).toContain(
      `Cancelled by credit note ${note.number}.`,
    )
    expect(await fetchPdfRefusal(market, '/customer/v1/trip/invoice.pdf', trip.token)).toBe('404 not_found')
    for (const wrong of ['999999', 'x', '0']) {
      expect(await fetchPdfRefusal(market, `/portal/v1/invoices/${wrong}.pdf`, token)).toBe('404 not_found')
    }
  })

  test('repeats its headings on further pages if it has many bookings', async () => {
    const { market, token, office } = await openOffice()
    const customer = await office.customer({
      address: schoolAddress,
      organisation: 'Kingston upon Hull Grammar School Parents’ Association',
    })
    const refs: string[] = []
    while (refs.length < 24) {
      const { ref } = await office.booked({ terms: 'account' }, { customer: undefined, customer_id: customer })
      refs.push(ref)
    }
    const { number } = ok(await office.invoice({ refs }))

    const paper = await fetchPdf(market, `/portal/v1/invoices/${number}.pdf`, token)

    expect(paper.pages).toBeGreaterThan(1)
    expect(paper.text.match(/Trip +Description +Net/g)?.length).toBe(paper.pages)
    expectPaper(paper, '£15,360.00', 'Kingston upon Hull Grammar School')
    expectAccessiblePdf(paper, ['Dales Coaches', `Invoice ${number}`, 'Kingston upon Hull', ...refs, '£15,360.00', 'Payment'])
  })
})

describe('the papers of a trip in a timezone other than its operator’s', () => {
  /** Formats a day as papers do, such as `Sat 12 Dec 2026`; adds `days` to it first. */
  const formatDay = (day: Temporal.PlainDate, days = 0) => {
    const other = day.add({ days })
    const date = new Date(`${other}T12:00:00Z`)
    const [weekday, month] = ['weekday', 'month'].map((part) =>
      date.toLocaleDateString('en-GB', { [part]: 'short', timeZone: 'UTC' }),
    )
    return `${weekday} ${other.day} ${month?.slice(0, 3)} ${other.year}`
  }

  test('name the same day of the trip, and the timezone of due dates and payments', async () => {
    const { market, dales, token, office } = await openOffice()
    const day = Temporal.PlainDate.from(market.at(days(60)).slice(0, 10))
    const at = (clock: string, on = day) =>
      on.toZonedDateTime({ timeZone: 'Europe/Paris', plainTime: clock }).toString({ timeZoneName: 'never' })
    const trip = await market.bookedTrip(dales, { timezone: 'Europe/Paris', departs_at: at('00:30'), returns_at: at('09:00') })
    const { number, lines, period_from, period_to } = ok(
      await office.invoice({ refs: [trip.ref], customer: { address: schoolAddress } }),
    )
    expect([period_from, period_to]).toEqual([`${day}`, `${day}`])
    expect(lines[0].description).toStartWith(`${day}: `)

    const confirmation = await fetchPdf(market, `/portal/v1/bookings/${trip.ref}/confirmation.pdf`, token)
    const due = Temporal.PlainDate.from(ok(await dales.booking(trip)).balance_due_at.slice(0, 10))
    expectPaper(confirmation, `${formatDay(day)}, 00:30`, `by ${formatDay(due)} (London time)`)
    const invoice = await own(market, trip.token, 'invoice')
    expectPaper(invoice, formatDay(day), `${formatDay(due)} (London time)`)
    expect(invoice.text).not.toContain(formatDay(day, -1))
    expect((await fetchPdf(market, `/portal/v1/invoices/${number}.pdf`, token)).text).toContain(formatDay(day))
    expectPaper(await own(market, trip.token, 'receipt'), `${formatDay(day)}, 00:30`, '(London time)')
    const { json } = await office.call('GET', `/search?q=${trip.ref}`)
    expect(json.data.results[0].subtitle).toContain(`${formatDay(day).slice(0, -5)}`)

    const near = Temporal.PlainDate.from(market.at(days(10)).slice(0, 10))
    const soon = await market.bookedTrip(dales, {
      departsIn: days(10),
      timezone: 'Europe/Paris',
      departs_at: at('00:30', near),
      returns_at: at('09:00', near),
    })
    ok(await soon.cancel())
    const { payout } = ok(await dales.booking(soon))
    ok(await market.platform('POST', `/payouts/${payout.id}`, { status: 'in_transit', statement_ref: `PAY-${soon.ref}` }))
    const statement = await fetchPdf(market, `/portal/v1/payouts/statement.pdf?statement_ref=PAY-${soon.ref}`, token)
    expectPaper(statement, formatDay(near))
    expect(statement.text).not.toContain(formatDay(near, -1))
  })
})

describe('a payout statement', () => {
  test('lists the bookings under one reference, and their total', async () => {
    const { market, dales, token } = await openOffice()
    const refs: string[] = []
    for (let nth = 0; nth < 2; nth++) {
      const trip = await market.bookedTrip(dales, { departsIn: days(10) })
      ok(await trip.cancel())
      const { payout } = ok(await dales.booking(trip))
      ok(await market.platform('POST', `/payouts/${payout.id}`, { status: 'in_transit', statement_ref: 'PAY/10 57' }))
      refs.push(trip.ref)
    }
    const path = '/portal/v1/payouts/statement.pdf'

    const paper = await fetchPdf(market, `${path}?statement_ref=PAY%2F10%2057`, token)

    expectPaper(paper, 'Payout statement PAY/10 57', ...refs, 'Commission', 'In transit', 'Total', 'GB123456789')
    expectAccessiblePdf(paper, ['Dales Coaches', 'Payout statement PAY', 'In transit', ...refs, 'Total', 'VAT on the commission'])
    expect(paper.headers.get('content-disposition')).toBe('inline; filename="payout-statement-PAY-10-57.pdf"')
    expect(await fetchPdfRefusal(market, path, token)).toBe('422 validation_failed')
    expect(await fetchPdfRefusal(market, `${path}?statement_ref=PAY-0`, token)).toBe('404 not_found')
    const elsewhere = await market.personToken(await market.operator('Moors Coaches'))
    expect(await fetchPdfRefusal(market, `${path}?statement_ref=PAY%2F10%2057`, elsewhere)).toBe('404 not_found')
    expect(await fetchPdfRefusal(market, path, await market.personToken(dales, 'dispatcher'))).toBe('403 missing_ability')
  })
})

describe('a vehicle check', () => {
  test('prints the defects found and their repairs', async () => {
    const { market, dales, token } = await openOffice()
    const pat = await signInDriver(dales)
    const items = [
      { code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Pedal to the floor.' },
      { code: 'tyres_wheel_nuts', result: 'ok' },
    ]
    const check = ok(await pat.submitVehicleCheck({ items, checked_at: market.at(-hours(1)) }))
    const path = `/portal/v1/vehicle-checks/${check.id}.pdf`

    const found = await fetchPdf(market, path, token)
    expectPaper(found, check.vehicle_reg, 'Pat Moss', 'Brakes', 'Dangerous', 'Pedal to the floor.', 'Tyres and wheel nuts')
    expectPaper(found, 'Unsafe to drive, not repaired yet.')
    const repair = { note: 'New master cylinder.', rectified_by: 'Robin at Moss & Sons', odometer: 120_400 }
    ok(await market.call('POST', `/portal/v1/vehicle-checks/${check.id}/resolve`, { token, body: repair }))
    const solved = await fetchPdf(market, path, token)
    expectPaper(solved, 'New master cylinder.', 'Robin at Moss & Sons', '120,400')
    expect(solved.text).not.toContain('not repaired yet')
    const texts = [
      'Dales Coaches',
      'Vehicle check',
      'Pat Moss',
      'Items checked',
      'Brakes',
      'Pedal to the floor.',
      'Tyres and wheel',
    ]
    expectAccessiblePdf(solved, [...texts, 'Robin at Moss', 'New master cylinder.', 'Declared by'])
    expect(await fetchPdfRefusal(market, '/portal/v1/vehicle-checks/x.pdf', token)).toBe('404 not_found')
    const elsewhere = await market.personToken(await market.operator('Moors Coaches'))
    expect(await fetchPdfRefusal(market, path, elsewhere)).toBe('404 not_found')
  })
})

describe('the checks of a vehicle', () => {
  test('print in one file, with the defects of each check and their repairs', async () => {
    const { market, dales, token } = await openOffice()
    const pat = await signInDriver(dales)
    const items = [{ code: 'tyres_wheel_nuts', result: 'defect', severity: 'minor', note: 'Worn, nearside.' }]
    const first = ok(await pat.submitVehicleCheck({ checked_at: market.at(-days(3)) }))
    const second = ok(await pat.submitVehicleCheck({ items, checked_at: market.at(-days(2)), odometer: 120_350 }))
    const body = { note: 'New tyre.', rectified_by: 'Moss & Sons', odometer: 120_400 }
    ok(await market.call('POST', `/portal/v1/vehicle-checks/${second.id}/resolve`, { token, body }))
    ok(await pat.submitVehicleCheck({ items: [{ ...items[0], severity: 'dangerous' }], checked_at: market.at(-days(1)) }))
    const { id } = ok(
      await market.call('POST', '/portal/v1/vehicles', {
        token,
        body: { registration: first.vehicle_reg, type: 'coach_49', seats: 49 },
      }),
    )
    const path = `/portal/v1/vehicles/${id}/checks.pdf`

    const whole = await fetchPdf(market, path, token)
    expectPaper(whole, `Checks of ${first.vehicle_reg}`, 'Pat Moss', '120,350', 'Tyres and wheel nuts: minor. Worn, nearside.')
    expectPaper(whole, 'Sons, at 120,400 mi: ', 'New tyre.', 'Safe, no defects', 'Unsafe to drive, not repaired yet.')
    const texts = ['Dales Coaches', `Checks of ${first.vehicle_reg}`, 'With defects', 'Pat Moss', '120,350', 'Safe, no defects']
    expectAccessiblePdf(whole, [...texts, 'Declared by'])
    const day = market.at(-days(3)).slice(0, 10)
    const one = await fetchPdf(market, `${path}?from=${day}&to=${day}`, token)
    expectPaper(one, 'Safe, no defects')
    expect(one.text).not.toContain('Worn, nearside.')
    expectPaper(await fetchPdf(market, `${path}?from=2020-01-01&to=2020-01-02`, token), 'There were no checks on these days.')

    expect(await fetchPdfRefusal(market, `${path}?from=2027-02-02&to=2027-02-01`, token)).toBe('422 validation_failed')
    expect(await fetchPdfRefusal(market, '/portal/v1/vehicles/999999/checks.pdf', token)).toBe('404 not_found')
    const elsewhere = await market.personToken(await market.operator('Moors Coaches'))
    expect(await fetchPdfRefusal(market, path, elsewhere)).toBe('404 not_found')
    expect(await fetchPdfRefusal(market, path, await market.personToken(dales, 'accounts'))).toBe('403 missing_ability')
  })
})

describe('the head of a paper', () => {
  test('shows the operator’s logo, and only its name if the logo cannot be drawn', async () => {
    const { market, dales, token, office } = await openOffice()
    const trip = await market.bookedTrip(dales)
    const path = `/portal/v1/bookings/${trip.ref}/job-sheet.pdf`
    for (const [media_type, data, isShown] of [
      ['image/png', png(8, 2), true],
      ['image/svg+xml', svg(), true],
      ['image/svg+xml', svg('<text>Dales</text>'), false],
    ] as const) {
      const logo = { media_type, data: Buffer.from(data).toString('base64') }
      ok(await office.call('PUT', '/brand', { accent: '#ffee00', logo }))
      const sheet = await fetchPdf(market, path, token)
      expectPaper(sheet, 'Dales Coaches')
      // Maps of places are figures too.
      expect(sheet.figures.includes('Logo of Dales Coaches')).toBe(isShown)
      expect(sheet.read.indexOf('Figure') < sheet.read.indexOf('H1')).toBe(isShown)
      expectAccessiblePdf(sheet, ['Dales Coaches', 'Job sheet', 'Leeds Town Hall', 'York Minster', 'Signature'])
    }
  })
})
