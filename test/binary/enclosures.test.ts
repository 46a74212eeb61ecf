import { expect, test } from 'bun:test'
import ICAL from 'ical.js'
import { eventually } from '../support/eventually.ts'
import { days, minutes, ok, openMarket } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { startTestMailServer } from '../support/test-mail-server.ts'

test('attaches a calendar file to booking, amendment and cancellation emails, and to no others', async () => {
  await using post = await startTestMailServer()
  const env = { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${post.port}` }
  await using market = await openMarket({ env })
  const operator = await market.operator()
  const office = await portalClientOf(market, operator)
  const customer = await market.bookedTrip(operator)
  await market.server.dueTasksDone()
  const later = { departs_at: market.at(days(60) + minutes(10)) }
  ok(await office.call('POST', `/bookings/${customer.ref}/amendments`, { changes: later, reason: 'Later', consent: 'given' }))
  await market.server.dueTasksDone()
  ok(await office.call('POST', `/bookings/${customer.ref}/cancel`, { reason: 'The road is closed.' }))
  await market.server.dueTasksDone()

  const enclosed = post.mails.filter(({ attachments }) => attachments.length > 0)
  expect(enclosed.map(({ to }) => to)).toEqual([['ann@example.org'], ['ann@example.org'], ['ann@example.org']])
  const calendars = enclosed.map(({ attachments: [one] }) => {
    expect([one?.name, one?.type]).toEqual(['coach-trip.ics', 'text/calendar'])
    const [event] = new ICAL.Component(ICAL.parse(one?.text ?? '')).getAllSubcomponents('vevent')
    return ['uid', 'sequence', 'status'].map((name) => event?.getFirstPropertyValue(name) as unknown)
  })
  const uid = calendars[0]?.[0]
  expect(calendars).toEqual([
    [uid, 1, 'CONFIRMED'],
    [uid, 2, 'CONFIRMED'],
    [uid, 3, 'CANCELLED'],
  ])
  expect(post.mails.length).toBeGreaterThan(enclosed.length)
})

test('attaches the confirmation and deposit receipt after booking, and the invoice to a reminder', async () => {
  await using post = await startTestMailServer()
  await using market = await openMarket({ env: { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${post.port}` } })
  const operator = await market.operator()
  const office = await portalClientOf(market, operator)
  // A customer with a saved card gets only the first reminder.
  const customer = await market.bookedTrip(operator, { departsIn: days(40) })
  await market.server.dueTasksDone()
  const papersSent = () =>
    post.mails.flatMap(({ attachments }) => attachments.filter(({ type }) => type === 'application/pdf').map(({ name }) => name))
  expect(papersSent()).toEqual([`confirmation-${customer.ref}.pdf`, `receipt-${customer.ref}.pdf`])

  const { number } = ok(await office.invoice({ refs: [customer.ref] }))
  await market.advance(days(20))

  await eventually(() => papersSent().length > 2)
  expect(papersSent().slice(2)).toEqual([`invoice-${number}.pdf`])
})
