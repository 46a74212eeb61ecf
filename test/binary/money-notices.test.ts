import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type BookkeepingClient, bookkeepingClientOf, paymentLinesOf } from '../support/bookkeeping-client.ts'
import { eventually } from '../support/eventually.ts'
import {
  absentCard,
  type CustomerClient,
  days,
  hours,
  type Market,
  minutes,
  type OperatorClient,
  ok,
  openMarket,
} from '../support/market.ts'
import { stretchedForLoad } from '../support/patience.ts'
import { addOperatorPerson } from '../support/people.ts'
import { sandboxProviderOf } from '../support/sandbox-provider.ts'
import { startTestMailServer } from '../support/test-mail-server.ts'

const ann = 'ann@example.org'

type Office = Awaited<ReturnType<typeof startTestMailServer>>

interface Town extends AsyncDisposable {
  readonly office: Office
  readonly market: Market
  readonly dales: OperatorClient
  readonly books: BookkeepingClient
  readonly jo: string
}

/** Opens a marketplace that sends its emails to a test mail server. */
async function openTown(options: Parameters<typeof openMarket>[0] = {}): Promise<Town> {
  const office = await startTestMailServer()
  const env = { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}`, ...options.env }
  const market = await openMarket({ ...options, env })
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const books = await bookkeepingClientOf(market, dales)
  const { email: jo } = await addOperatorPerson(market, dales.ref)
  return {
    ...{ office, market, dales, books, jo },
    async [Symbol.asyncDispose]() {
      await market[Symbol.asyncDispose]()
      await office[Symbol.asyncDispose]()
    },
  }
}

/** Patterns of emails about money, by kind. */
const kinds: Readonly<Record<string, RegExp>> = {
  booked: /^Your coach is booked with /m,
  reminder: /^(Please pay the balance of £\S+ by|The balance of £\S+ for your trip on .* is due) /m,
  due: /^Please pay the balance of £\S+ now for your trip on /m,
  overdue: /^(Please pay £\S+ now for your trip on .*; it was due|The customer has not paid £\S+, which was due) /m,
  declined: /^We could not charge the balance of /m,
  extra: /has added £/,
  cancelled: /^Your booking is cancelled/m,
  refund: /^We have sent you a refund of /m,
}

/** The emails to an address about the money of a trip, each once even if it was sent twice. */
function mailsOf({ office }: Town, { ref }: CustomerClient, to = ann): { kind: string; text: string }[] {
  const byId = new Map(office.mails.map((mail) => [/^Message-ID: (.*)$/im.exec(mail.head)?.[1], mail]))
  return [...byId.values()]
    .filter((mail) => mail.to.includes(to) && mail.text.includes(ref))
    .flatMap(({ text }) => {
      const kind = Object.keys(kinds).find((name) => kinds[name]?.test(text))
      return kind === undefined ? [] : [{ kind, text }]
    })
}

/** Waits for these emails, checks that there are no others, and returns the text of the last one. */
async function expectMails(town: Town, trip: CustomerClient, wanted: readonly string[], to = ann): Promise<string> {
  const received = () => mailsOf(town, trip, to).map(({ kind }) => kind)
  await eventually(() => received().length >= wanted.length)
  await town.market.server.dueTasksDone()
  expect(received()).toEqual([...wanted])
  return mailsOf(town, trip, to).at(-1)?.text ?? ''
}

const dueOf = async ({ dales }: Town, trip: CustomerClient): Promise<string> => ok(await dales.booking(trip)).balance_due_at

describe('emails about the balance', () => {
  let town: Town
  beforeAll(async () => {
    town = await openTown()
  })
  afterAll(() => town[Symbol.asyncDispose]())

  test('sends one reminder a week before an automatic charge, and none for an extra as a declined card', async () => {
    const { market, dales, books } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(40) })
    const booked = await expectMails(town, trip, ['booked'])
    expect(booked).toContain('The price is £640.00; you have paid £128.00.')
    expect(booked).toMatch(/^The balance of £512\.00 is due on \w+ \d+ \w+, \d\d:\d\d\.$/m)
    expect(booked).toMatch(/^We will charge £512\.00 to your card automatically on /m)
    await market.advanceTo(await dueOf(town, trip), -days(7) + 1)
    expect(await expectMails(town, trip, ['booked', 'reminder'])).toMatch(
      /^We will charge £512\.00 to your card automatically on /m,
    )
    await market.advanceTo(await dueOf(town, trip), 1)
    await eventually(async () => ok(await dales.booking(trip)).payment_status === 'paid')
    await market.advance(days(4))
    await expectMails(town, trip, ['booked', 'reminder'])

    ok(await books.addExtra(trip))
    await expectMails(town, trip, ['booked', 'reminder', 'extra'])
    await market.advance(days(1) + minutes(1))
    await expectMails(town, trip, ['booked', 'reminder', 'extra'])
    await market.advance(days(2))
    const overdue = await expectMails(town, trip, ['booked', 'reminder', 'extra', 'overdue'])
    expect(overdue).toContain('£30.00')
    expect(overdue).toMatch(/^Your trip: http\S+\/trip#cbt_\w+$/m)
  })

  test('sends two declined notices and an overdue one, also to the operator, after three declines', async () => {
    const { market, dales, jo } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(20) }, absentCard)
    await expectMails(town, trip, ['booked'])
    await market.advanceTo(await dueOf(town, trip), 1)
    const declined = await expectMails(town, trip, ['booked', 'declined'])
    expect(declined).toContain('the balance of £512.00')
    await market.advance(days(1))
    await expectMails(town, trip, ['booked', 'declined', 'declined'])
    expect(mailsOf(town, trip, jo).map(({ kind }) => kind)).not.toContain('overdue')
    await market.advance(days(2))
    const overdue = await expectMails(town, trip, ['booked', 'declined', 'declined', 'overdue'])
    expect(overdue).toContain('The card was declined.')
    expect(paymentLinesOf(ok(await dales.booking(trip))).filter((line) => line === 'balance card 51200 failed')).toHaveLength(3)
    await eventually(() => mailsOf(town, trip, jo).some(({ kind }) => kind === 'overdue'))
    ok(await trip.pay())
    await market.advance(days(3))
    await expectMails(town, trip, ['booked', 'declined', 'declined', 'overdue'])
  })

  test('sends overdue and declined notices after the server was down at the due date', async () => {
    const { market, dales, jo } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(40) }, absentCard)
    await expectMails(town, trip, ['booked'])
    const dueAt = await dueOf(town, trip)
    await market.server.stop()
    await market.advanceTo(dueAt, days(4))
    await market.server.start()
    await eventually(() => mailsOf(town, trip).length >= 3)
    await market.server.dueTasksDone()
    // The server sends both at the same time, so they may arrive in either order.
    expect(
      mailsOf(town, trip)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['booked', 'declined', 'overdue'])
    await eventually(() => mailsOf(town, trip, jo).some(({ kind }) => kind === 'overdue'))
    ok(await trip.pay())
  })

  test('names a balance that is due at the booking in the confirmation', async () => {
    const { market, dales } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(10) })
    const booked = await expectMails(town, trip, ['booked'])
    expect(booked).toContain('The balance of £512.00 is due now.')
    expect(booked).toMatch(/^We will charge £512\.00 to your card automatically on /m)
    ok(await trip.pay())
  })

  test('reminds on the due date and when overdue without an automatic charge', async () => {
    const moors = await town.market.operator('Moors Coaches')
    const cautious = { ...town, dales: moors, books: await bookkeepingClientOf(town.market, moors) }
    await cautious.books.settings({ charge_balance: false })
    const { market } = town
    const trip = await market.bookedTrip(moors, { departsIn: days(30) })
    await expectMails(cautious, trip, ['booked'])
    await market.advanceTo(await dueOf(cautious, trip), -days(7) + 1)
    expect(await expectMails(cautious, trip, ['booked', 'reminder'])).toContain('You can pay on your trip page.')
    await market.advanceTo(await dueOf(cautious, trip), 1)
    expect(await expectMails(cautious, trip, ['booked', 'reminder', 'due'])).toContain('You can pay on your trip page.')
    await market.advance(days(3))
    await expectMails(cautious, trip, ['booked', 'reminder', 'due', 'overdue'])
  })

  test('sends nothing once paid, also if the email is late', async () => {
    const { market, dales, books, office } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(20) }, absentCard)
    await expectMails(town, trip, ['booked'])
    office.refuse(450)
    await market.advanceTo(await dueOf(town, trip), 1)
    const tried = "SELECT 1 FROM messages WHERE fact = 'balance_declined' AND attempts = 1 AND status = 'queued'"
    await eventually(async () => (await market.server.ask(tried)).length === 1)
    ok(await books.record(trip, { method: 'cash' }))
    office.refuse(null)
    await market.advance(minutes(1) + 1)
    await expectMails(town, trip, ['booked'])
  })

  test('names an extra and the total due, also after the trip, and nothing once it is removed', async () => {
    const { market, dales, books, office } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(40) })
    await expectMails(town, trip, ['booked'])
    ok(await books.addExtra(trip))
    const early = await expectMails(town, trip, ['booked', 'extra'])
    expect(early).toContain('Dales Coaches has added £30.00 for waiting to your trip; ')
    expect(early).toMatch(/^Due: £542\.00, /m)
    expect(early).toMatch(/^We will charge £512\.00 to your card automatically on /m)
    ok(await trip.pay())
    office.refuse(450)
    const { extras } = ok(await books.addExtra(trip, { kind: 'parking', amount: 700 }))
    const tried = "SELECT 1 FROM messages WHERE fact = 'extra_added' AND attempts = 1 AND status = 'queued'"
    await eventually(async () => (await market.server.ask(tried)).length === 1)
    ok(await books.removeExtra(trip, extras[1].id))
    office.refuse(null)
    await market.advance(minutes(1) + 1)
    await expectMails(town, trip, ['booked', 'extra'])

    await market.advance(days(42))
    await eventually(async () => ok(await dales.booking(trip)).trip_status === 'completed')
    await market.server.dueTasksDone()
    ok(await books.addExtra(trip, { kind: 'other', amount: 1_250 }))
    const late = await expectMails(town, trip, ['booked', 'extra', 'extra'])
    expect(late).toContain('Dales Coaches has added £12.50 to your trip; £12.50 is due now')
    expect(late).toMatch(/^Due: £12\.50, /m)
    expect(late).toContain('Please pay on your trip page.')
    await market.advance(days(3) + 1)
    await expectMails(town, trip, ['booked', 'extra', 'extra', 'overdue'])
  })

  test('notifies of a refund when it is sent', async () => {
    const { market, dales } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(40) })
    await expectMails(town, trip, ['booked'])
    ok(await trip.cancel())
    await eventually(() => mailsOf(town, trip).length === 3)
    const [, ...after] = mailsOf(town, trip)
    expect(after.map(({ kind }) => kind).sort()).toEqual(['cancelled', 'refund'])
    for (const { text } of after) expect(text).toContain('£128.00')
    const cancelled = after.find(({ kind }) => kind === 'cancelled')?.text ?? ''
    expect(cancelled).toMatch(/^Your booking is cancelled and £128\.00 will be refunded to your card/m)
  })
})

describe('emails about payment by transfer', () => {
  const bank = 'Skipton Bank\n60-00-01 31926819'

  let town: Town
  beforeAll(async () => {
    town = await openTown({ payments: 'manual' })
  })
  afterAll(() => town[Symbol.asyncDispose]())

  test('names the account in each email, or the operator to ask', async () => {
    const { market, dales, books, jo } = town
    const trip = await market.trip([dales], { departsIn: days(40) })
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
    ok(await books.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    const booked = await expectMails(town, trip, ['booked'])
    expect(booked).toContain('you have paid £128.00')
    expect(booked).not.toContain('card')
    await market.advanceTo(await dueOf(town, trip), -days(7) + 1)
    const asking = await expectMails(town, trip, ['booked', 'reminder'])
    expect(asking).toContain('Ask Dales Coaches where to pay: 0113 496 0000.')
    expect(asking).toContain(`Payment reference: ${trip.ref}`)
    await books.settings({ bank_details: bank })
    await market.advanceTo(await dueOf(town, trip), 1)
    const due = await expectMails(town, trip, ['booked', 'reminder', 'due'])
    await market.advance(days(3))
    const overdue = await expectMails(town, trip, ['booked', 'reminder', 'due', 'overdue'])
    for (const text of [due, overdue]) {
      expect(text).toContain('£512.00')
      expect(text).toContain('Pay to: Dales Coaches, Skipton Bank 60-00-01 31926819')
      expect(text).toContain(`Payment reference: ${trip.ref}`)
    }
    await eventually(() => mailsOf(town, trip, jo).some(({ kind }) => kind === 'overdue'))

    const late = await market.trip([dales], { departsIn: days(5) })
    ok(await late.book(await dales.makeQuote(late, { availability: 'confirmed' }), 'bank_transfer'))
    ok(await books.call('POST', `/bookings/${late.ref}/deposit-received`, {}))
    expect(await expectMails(town, late, ['booked'])).toContain('Pay to: Dales Coaches, Skipton Bank')
  })

  test('notifies of a refund that the office marks as sent', async () => {
    const { market, dales, books } = town
    const trip = await market.trip([dales], { departsIn: days(40) })
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
    ok(await books.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    await expectMails(town, trip, ['booked'])
    ok(await trip.cancel())
    expect(await expectMails(town, trip, ['booked', 'cancelled'])).toMatch(
      /^Your booking is cancelled and £128\.00 will be refunded\.$/m,
    )
    const refund = ok(await dales.booking(trip)).payments[1]
    ok(await books.sent(trip, refund.id))
    ok(await books.sent(trip, refund.id))
    expect(await expectMails(town, trip, ['booked', 'cancelled', 'refund'])).toContain('£128.00')
  })
})

describe('a kill between the charge and its message', () => {
  test('loses and repeats no message', async () => {
    const delay = (stretchedForLoad(1_000) / 1_000).toFixed(1)
    await using town = await openTown({ isAlone: true, env: { CHARABANC_SANDBOX_DELAY: delay } })
    const { market, dales, office } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(20) }, absentCard)
    await expectMails(town, trip, ['booked'])
    const restart = async () => {
      await market.server.kill()
      await market.server.start()
    }
    // The first kill comes while the server asks the bank, the others at unknown moments.
    await market.advanceTo(await dueOf(town, trip), 1)
    await eventually(async () => (await sandboxProviderOf(market).payments(trip.ref)).some(({ status }) => status === 'charging'))
    for (let start = 0; start < 3; start++) await restart()
    await expectMails(town, trip, ['booked', 'declined'])

    // This kill comes while the message waits for its mail server.
    office.refuse(450)
    await market.advance(days(1))
    const tried = "SELECT 1 FROM messages WHERE fact = 'balance_declined' AND attempts = 1 AND status = 'queued'"
    await eventually(async () => (await market.server.ask(tried)).length === 1)
    await restart()
    const failed = 'balance card 51200 failed'
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual(['deposit card 12800 cleared', failed, failed])
    await expectMails(town, trip, ['booked', 'declined'])
    office.refuse(null)
    await market.advance(minutes(1) + 1)
    await expectMails(town, trip, ['booked', 'declined', 'declined'])
    await market.advance(hours(2))
    await expectMails(town, trip, ['booked', 'declined', 'declined'])
  })
})
