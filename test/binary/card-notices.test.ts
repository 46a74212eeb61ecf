import { afterAll, beforeAll, expect, test } from 'bun:test'
import { describeDecline } from '../../src/domain/card-fault.ts'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  declinedCard,
  hours,
  type OperatorClient,
  ok,
  openMarket,
  securedCard,
  statusAndCode,
} from '../support/market.ts'
import { openStripeMarket, type StripeMarket } from '../support/stripe-market.ts'

let shop: StripeMarket
let dales: OperatorClient

beforeAll(async () => {
  shop = await openStripeMarket({}, { isMute: false })
  dales = await shop.market.operator('Dales Coaches', { phone: '0113 496 0000' })
})

afterAll(() => shop[Symbol.asyncDispose]())

const consents = async (trip: CustomerClient) =>
  ok(await dales.booking(trip)).payments.map(
    ({ kind, status, consent }: { kind: string; status: string; consent: object | null }) => [`${kind} ${status}`, consent],
  )

const mailOf = ({ ref }: CustomerClient, subject: RegExp) =>
  eventually(() => shop.market.server.mails().find((mail) => subject.test(mail.subject) && mail.text.includes(ref)))

test.each([
  ['insufficient_later', 'insufficient_funds', 'insufficient_funds', 'payment_declined'],
  ['declines_later', 'ask_your_bank', 'generic_decline', 'payment_declined'],
  ['expired_later', 'card_expired', 'expired_card', 'payment_declined'],
  ['lost_later', 'use_another_card', 'do_not_try_again', 'payment_declined'],
  ['sca_always', 'confirm_with_bank', 'authentication_required', 'payment_action_required'],
] as const)('reports a card that is %s to its customer as %s, and to no operator', async (card, reason, fault, status) => {
  const trip = await shop.quotedTrip(dales, 'likely')
  shop.fillInCardPage(ok(await trip.request(trip.quoteId, 'card')), card)
  expect((await shop.returnFromCardPage(trip)).booking_request).toMatchObject({ status: 'pending', decline_reason: null })

  const refused = await dales.confirm(trip)
  expect(statusAndCode(refused)).toBe('409 deposit_charge_failed')
  expect(ok(await trip.readTrip()).booking_request).toMatchObject({ status, decline_reason: reason })
  for (const { text } of [refused, await dales.job(trip)]) expect(text).not.toMatch(/decline_reason|funds|expired|lost|do_not/)
  const [kept] = await shop.market.server.ask<{ fault: string }>(
    "select fault from payments join trips on trips.id = trip_id where ref = ? and kind = 'deposit'",
    trip.ref,
  )
  expect(kept?.fault).toBe(fault)
  const mail = await mailOf(trip, reason === 'confirm_with_bank' ? /^Your bank asks you/ : /^Your card was declined/)
  expect(mail.text).toContain(`${describeDecline(reason)} Your trip is not booked yet.`)

  shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
  expect((await shop.returnFromCardPage(trip)).booking_request).toMatchObject({ status: 'confirmed', decline_reason: null })
})

test('shows why a card did not pay the balance, until it is paid', async () => {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  shop.fillInCardPage(ok(await trip.book(trip.quoteId, 'card')), 'insufficient_later')
  expect((await shop.returnFromCardPage(trip)).booking.decline_reason).toBeNull()
  await shop.market.advance(days(46) + hours(1))
  await eventually(async () => ok(await trip.readTrip()).booking.decline_reason === 'insufficient_funds')
  expect((await mailOf(trip, /^Your card was declined/)).text).toContain(describeDecline('insufficient_funds'))
  expect((await dales.booking(trip)).text).not.toContain('insufficient')

  shop.fillInCardPage(ok(await trip.post('pay')), 'visa')
  expect((await shop.returnFromCardPage(trip)).booking).toMatchObject({ due_amount: 0, decline_reason: null })
})

test('returns the decline reason of a card to the customer, and not to the operator', async () => {
  await using market = await openMarket({ isMute: true })
  const moors = await market.operator()
  const trip = await market.trip([moors])
  const quoteId = await moors.makeQuote(trip, { availability: 'confirmed' })
  const declineReason = async (card: string) => (await trip.book(quoteId, card)).json.error.decline_reason
  expect(await declineReason(declinedCard)).toBe('use_another_card')
  expect(await declineReason(securedCard)).toBe('confirm_with_bank')
  const asked = await market.requestedTrip(moors, {}, declinedCard)
  expect((await moors.confirm(asked)).json.error).not.toHaveProperty('decline_reason')
})

test('stores the consent given on a page with each payment that relies on it', async () => {
  const asked = await shop.quotedTrip(dales, 'likely')
  shop.fillInCardPage(ok(await asked.request(asked.quoteId, 'card')), 'visa')
  await shop.returnFromCardPage(asked)
  ok(await dales.confirm(asked))
  const request = expect.stringMatching(
    /^You pay nothing now\. Dales Coaches may charge £128\.00 to this card if it accepts by .*, and the balance of £512\.00 on .*\.$/,
  )
  const given = { text: request, given_at: expect.stringMatching(/Z$/) }
  expect(await consents(asked)).toEqual([['deposit cleared', given]])
  await shop.market.advance(days(47))
  await eventually(async () => ok(await asked.readTrip()).booking.payment_status === 'paid')
  expect(await consents(asked)).toEqual([
    ['deposit cleared', given],
    ['balance cleared', given],
  ])

  const booked = await shop.quotedTrip(dales, 'confirmed')
  const page = ok(await booked.book(booked.quoteId, 'card'))
  expect(page.payment).toMatchObject({ quote_id: booked.quoteId, quote_revision: 1 })
  shop.fillInCardPage(page, 'visa')
  await shop.returnFromCardPage(booked)
  shop.fillInCardPage(ok(await booked.post('pay')), 'visa')
  await shop.returnFromCardPage(booked)
  const balance = {
    ...given,
    text: expect.stringMatching(/^Dales Coaches may charge the balance of £512\.00 on .* to this card\.$/),
  }
  expect(await consents(booked)).toEqual([
    ['deposit cleared', balance],
    ['balance cleared', null],
  ])
})

test('shows the operator’s phone number on each quote when no card can be charged', async () => {
  const trip = await shop.quotedTrip(dales, 'confirmed')
  shop.stripe.fail('any', 'drop_before', 1)
  expect(statusAndCode(await trip.book(trip.quoteId, 'card'))).toBe('503 unavailable')
  shop.stripe.recover()
  expect(ok(await trip.readTrip()).quotes[0].operator).toEqual({
    name: 'Dales Coaches',
    phone: '0113 496 0000',
    operator_licence: null,
  })
})
