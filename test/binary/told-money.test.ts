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

/** A marketplace whose mails go to a real mail server. */
async function openTown(wishes: Parameters<typeof openMarket>[0] = {}): Promise<Town> {
  const office = await startTestMailServer()
  const env = { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}`, ...wishes.env }
  const market = await openMarket({ ...wishes, env })
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

/** What mails about money say, by what they are. */
const kinds: Readonly<Record<string, RegExp>> = {
  booked: /is booked\.$/m,
  reminder: /^The balance of .* is due on /m,
  due: /^The balance of .* is due now\.$/m,
  overdue: /was due on .* and (is still open|has not been paid)\.$/m,
  declined: /could not be charged to your card/,
  extra: /has added £/,
  cancelled: /is cancelled/,
  refund: /is on its way back to you/,
}

/** The mails about the money of a trip that somebody has had, each once however often it came. */
function mailsOf({ office }: Town, { ref }: CustomerClient, to = ann): { kind: string; text: string }[] {
  const byId = new Map(office.mails.map((letter) => [/^Message-ID: (.*)$/im.exec(letter.head)?.[1], letter]))
  return [...byId.values()]
    .filter((letter) => letter.to.includes(to) && letter.text.includes(ref))
    .flatMap(({ text }) => {
      const kind = Object.keys(kinds).find((name) => kinds[name]?.test(text))
      return kind === undefined ? [] : [{ kind, text }]
    })
}

/** Once these mails have come, and nothing is left to be sent, there are no others; answers what the last one says. */
async function hasHeard(town: Town, trip: CustomerClient, wanted: readonly string[], to = ann): Promise<string> {
  const heard = () => mailsOf(town, trip, to).map(({ kind }) => kind)
  await eventually(() => heard().length >= wanted.length)
  await town.market.server.dueTasksDone()
  expect(heard()).toEqual([...wanted])
  return mailsOf(town, trip, to).at(-1)?.text ?? ''
}

const dueOf = async ({ dales }: Town, trip: CustomerClient): Promise<string> => ok(await dales.booking(trip)).balance_due_at

describe('the balance, by mail,', () => {
  let town: Town
  beforeAll(async () => {
    town = await openTown()
  })
  afterAll(() => town[Symbol.asyncDispose]())

  test('is told a week ahead and no more while the card pays; what is added later never as a declined card', async () => {
    const { market, dales, books } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(40) })
    const booked = await hasHeard(town, trip, ['booked'])
    expect(booked).toContain('The price is £640.00, and £128.00 has been paid.')
    expect(booked).toMatch(/^The balance of £512\.00 is due on \w+ \d+ \w+, \d\d:\d\d\.$/m)
    expect(booked).toMatch(/^Your card is charged £512\.00 on /m)
    await market.advanceTo(await dueOf(town, trip), -days(7) + 1)
    expect(await hasHeard(town, trip, ['booked', 'reminder'])).toMatch(/^Your card is charged £512\.00 on /m)
    await market.advanceTo(await dueOf(town, trip), 1)
    await eventually(async () => ok(await dales.booking(trip)).payment_status === 'paid')
    await market.advance(days(4))
    await hasHeard(town, trip, ['booked', 'reminder'])

    ok(await books.addExtra(trip))
    await hasHeard(town, trip, ['booked', 'reminder', 'extra'])
    await market.advance(days(1) + minutes(1))
    await hasHeard(town, trip, ['booked', 'reminder', 'extra'])
    await market.advance(days(2))
    const overdue = await hasHeard(town, trip, ['booked', 'reminder', 'extra', 'overdue'])
    expect(overdue).toContain('£30.00')
    expect(overdue).toMatch(/^Your trip: http\S+\/trip#cbt_\w+$/m)
  })

  test('whose card is declined three times sends two notices of it, then one that it is overdue, to the operator too', async () => {
    const { market, dales, jo } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(20) }, absentCard)
    await hasHeard(town, trip, ['booked'])
    await market.advanceTo(await dueOf(town, trip), 1)
    const declined = await hasHeard(town, trip, ['booked', 'declined'])
    expect(declined).toContain('The balance of £512.00')
    await market.advance(days(1))
    await hasHeard(town, trip, ['booked', 'declined', 'declined'])
    expect(mailsOf(town, trip, jo).map(({ kind }) => kind)).not.toContain('overdue')
    await market.advance(days(2))
    const overdue = await hasHeard(town, trip, ['booked', 'declined', 'declined', 'overdue'])
    expect(overdue).toContain('The card was declined.')
    expect(paymentLinesOf(ok(await dales.booking(trip))).filter((line) => line === 'balance card 51200 failed')).toHaveLength(3)
    await eventually(() => mailsOf(town, trip, jo).some(({ kind }) => kind === 'overdue'))
    ok(await trip.pay())
    await market.advance(days(3))
    await hasHeard(town, trip, ['booked', 'declined', 'declined', 'overdue'])
  })

  test('that was overdue before the server came back is told as such too, once its card has been declined', async () => {
    const { market, dales, jo } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(40) }, absentCard)
    await hasHeard(town, trip, ['booked'])
    const dueAt = await dueOf(town, trip)
    await market.server.stop()
    await market.advanceTo(dueAt, days(4))
    await market.server.start()
    await eventually(() => mailsOf(town, trip).length >= 3)
    await market.server.dueTasksDone()
    // Both are told at once, and mails may pass each other.
    expect(
      mailsOf(town, trip)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['booked', 'declined', 'overdue'])
    await eventually(() => mailsOf(town, trip, jo).some(({ kind }) => kind === 'overdue'))
    ok(await trip.pay())
  })

  test('that is due when the trip is booked is told with the booking', async () => {
    const { market, dales } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(10) })
    const booked = await hasHeard(town, trip, ['booked'])
    expect(booked).toContain('The balance of £512.00 is due now.')
    expect(booked).toMatch(/^Your card is charged £512\.00 on /m)
    ok(await trip.pay())
  })

  test('without a card that is charged is told on its day and when it is overdue', async () => {
    const moors = await town.market.operator('Moors Coaches')
    const cautious = { ...town, dales: moors, books: await bookkeepingClientOf(town.market, moors) }
    await cautious.books.settings({ charge_balance: false })
    const { market } = town
    const trip = await market.bookedTrip(moors, { departsIn: days(30) })
    await hasHeard(cautious, trip, ['booked'])
    await market.advanceTo(await dueOf(cautious, trip), -days(7) + 1)
    expect(await hasHeard(cautious, trip, ['booked', 'reminder'])).toContain('You can pay it on your page.')
    await market.advanceTo(await dueOf(cautious, trip), 1)
    expect(await hasHeard(cautious, trip, ['booked', 'reminder', 'due'])).toContain('Please pay it on your page.')
    await market.advance(days(3))
    await hasHeard(cautious, trip, ['booked', 'reminder', 'due', 'overdue'])
  })

  test('is not told once it is paid, also where the mail is late', async () => {
    const { market, dales, books, office } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(20) }, absentCard)
    await hasHeard(town, trip, ['booked'])
    office.refuse(450)
    await market.advanceTo(await dueOf(town, trip), 1)
    const tried = "SELECT 1 FROM messages WHERE fact = 'balance_declined' AND attempts = 1 AND status = 'queued'"
    await eventually(async () => (await market.server.ask(tried)).length === 1)
    ok(await books.record(trip, { method: 'cash' }))
    office.refuse(null)
    await market.advance(minutes(1) + 1)
    await hasHeard(town, trip, ['booked'])
  })

  test('with an extra says its sum and what is due in all, also after the trip, and nothing once it is taken back', async () => {
    const { market, dales, books, office } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(40) })
    await hasHeard(town, trip, ['booked'])
    ok(await books.addExtra(trip))
    const early = await hasHeard(town, trip, ['booked', 'extra'])
    expect(early).toContain('Dales Coaches has added £30.00 for waiting to what your trip')
    expect(early).toMatch(/^In all £542\.00 is due on /m)
    expect(early).toMatch(/^Your card is charged £512\.00 on /m)
    ok(await trip.pay())
    office.refuse(450)
    const { extras } = ok(await books.addExtra(trip, { kind: 'parking', amount: 700 }))
    const tried = "SELECT 1 FROM messages WHERE fact = 'extra_added' AND attempts = 1 AND status = 'queued'"
    await eventually(async () => (await market.server.ask(tried)).length === 1)
    ok(await books.removeExtra(trip, extras[1].id))
    office.refuse(null)
    await market.advance(minutes(1) + 1)
    await hasHeard(town, trip, ['booked', 'extra'])

    await market.advance(days(42))
    await eventually(async () => ok(await dales.booking(trip)).trip_status === 'completed')
    await market.server.dueTasksDone()
    ok(await books.addExtra(trip, { kind: 'other', amount: 1_250 }))
    const late = await hasHeard(town, trip, ['booked', 'extra', 'extra'])
    expect(late).toContain('Dales Coaches has added £12.50 to what your trip')
    expect(late).toContain('In all £12.50 is due now.')
    expect(late).toContain('Please pay it on your page.')
    await market.advance(days(3) + 1)
    await hasHeard(town, trip, ['booked', 'extra', 'extra', 'overdue'])
  })

  test('and what goes back is told when it has left', async () => {
    const { market, dales } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(40) })
    await hasHeard(town, trip, ['booked'])
    ok(await trip.cancel())
    await eventually(() => mailsOf(town, trip).length === 3)
    const [, ...after] = mailsOf(town, trip)
    expect(after.map(({ kind }) => kind).sort()).toEqual(['cancelled', 'refund'])
    for (const { text } of after) expect(text).toContain('£128.00')
  })
})

describe('where customers pay by transfer', () => {
  const bank = 'Skipton Bank\n60-00-01 31926819'

  let town: Town
  beforeAll(async () => {
    town = await openTown({ payments: 'manual' })
  })
  afterAll(() => town[Symbol.asyncDispose]())

  test('each mail says where the money goes, or whom to ask', async () => {
    const { market, dales, books, jo } = town
    const trip = await market.trip([dales], { departsIn: days(40) })
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
    ok(await books.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    const booked = await hasHeard(town, trip, ['booked'])
    expect(booked).toContain('£128.00 has been paid')
    expect(booked).not.toContain('card')
    await market.advanceTo(await dueOf(town, trip), -days(7) + 1)
    const asking = await hasHeard(town, trip, ['booked', 'reminder'])
    expect(asking).toContain('Ask Dales Coaches where to pay: 0113 496 0000.')
    expect(asking).toContain(`Reference: ${trip.ref}`)
    await books.settings({ bank_details: bank })
    await market.advanceTo(await dueOf(town, trip), 1)
    const due = await hasHeard(town, trip, ['booked', 'reminder', 'due'])
    await market.advance(days(3))
    const overdue = await hasHeard(town, trip, ['booked', 'reminder', 'due', 'overdue'])
    for (const text of [due, overdue]) {
      expect(text).toContain('£512.00')
      expect(text).toContain('Pay to: Dales Coaches, Skipton Bank 60-00-01 31926819')
      expect(text).toContain(`Reference: ${trip.ref}`)
    }
    await eventually(() => mailsOf(town, trip, jo).some(({ kind }) => kind === 'overdue'))

    const late = await market.trip([dales], { departsIn: days(5) })
    ok(await late.book(await dales.makeQuote(late, { availability: 'confirmed' }), 'bank_transfer'))
    ok(await books.call('POST', `/bookings/${late.ref}/deposit-received`, {}))
    expect(await hasHeard(town, late, ['booked'])).toContain('Pay to: Dales Coaches, Skipton Bank')
  })

  test('a refund is told when somebody has sent it', async () => {
    const { market, dales, books } = town
    const trip = await market.trip([dales], { departsIn: days(40) })
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
    ok(await books.call('POST', `/bookings/${trip.ref}/deposit-received`, {}))
    await hasHeard(town, trip, ['booked'])
    ok(await trip.cancel())
    expect(await hasHeard(town, trip, ['booked', 'cancelled'])).toContain('£128.00 goes back to you.')
    const refund = ok(await dales.booking(trip)).payments[1]
    ok(await books.sent(trip, refund.id))
    ok(await books.sent(trip, refund.id))
    expect(await hasHeard(town, trip, ['booked', 'cancelled', 'refund'])).toContain('£128.00')
  })
})

describe('a kill between the charge and its message', () => {
  test('neither loses the message nor doubles it', async () => {
    const delay = (stretchedForLoad(1_000) / 1_000).toFixed(1)
    await using town = await openTown({ isAlone: true, env: { CHARABANC_SANDBOX_DELAY: delay } })
    const { market, dales, office } = town
    const trip = await market.bookedTrip(dales, { departsIn: days(20) }, absentCard)
    await hasHeard(town, trip, ['booked'])
    const restart = async () => {
      await market.server.kill()
      await market.server.start()
    }
    // While the bank is asked, and at moments that nothing announces.
    await market.advanceTo(await dueOf(town, trip), 1)
    await eventually(async () => (await sandboxProviderOf(market).payments(trip.ref)).some(({ status }) => status === 'charging'))
    for (let start = 0; start < 3; start++) await restart()
    await hasHeard(town, trip, ['booked', 'declined'])

    // While the message waits for its mail server.
    office.refuse(450)
    await market.advance(days(1))
    const tried = "SELECT 1 FROM messages WHERE fact = 'balance_declined' AND attempts = 1 AND status = 'queued'"
    await eventually(async () => (await market.server.ask(tried)).length === 1)
    await restart()
    const failed = 'balance card 51200 failed'
    expect(paymentLinesOf(ok(await dales.booking(trip)))).toEqual(['deposit card 12800 cleared', failed, failed])
    await hasHeard(town, trip, ['booked', 'declined'])
    office.refuse(null)
    await market.advance(minutes(1) + 1)
    await hasHeard(town, trip, ['booked', 'declined', 'declined'])
    await market.advance(hours(2))
    await hasHeard(town, trip, ['booked', 'declined', 'declined'])
  })
})
