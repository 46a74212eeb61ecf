import { signInDriver } from './driver-client.ts'
import { eventually } from './eventually.ts'
import { days, goodCard, hours, type Market, minutes, ok } from './market.ts'
import { addOperatorPerson } from './people.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'
import { countWritten, type WriteMeter } from './write-meter.ts'

/** The steps that the gate checks for their cost, with their messages and all that follows from them. */
const countedSteps = [
  'a trip entered and offered to one',
  'a first quote',
  'a revised quote',
  'a booking with a card',
  'a driver assigned',
  'a walkaround check',
  'a step of a driver',
  'a cancellation by the customer',
  'a link to sign in, asked for and mailed',
  'a trip offered to one with a webhook',
  'a day with a trip that nobody quoted and one that was driven',
] as const

export type CountedStep = (typeof countedSteps)[number]

/** The number of times that each step is done: the lowest figure counts. */
export const repeats = 5

/** Does each step several times on a market of its own, and returns the writes of each time. */
export async function countSteps<Counts>(
  market: Market,
  receiver: WebhookReceiver,
  meter: WriteMeter<Counts>,
): Promise<ReadonlyMap<CountedStep, readonly Counts[]>> {
  const counted = new Map<CountedStep, Counts[]>(countedSteps.map((step) => [step, []]))
  async function count<T>(step: CountedStep, work: () => Promise<T>): Promise<T> {
    let result: T | undefined
    const written = await countWritten(
      meter,
      () => market.now(),
      async () => {
        result = await work()
      },
    )
    counted.get(step)?.push(written)
    return result as T
  }

  const dales = await market.operator()
  const moor = await market.operator('Moor Travel')
  const { email } = await addOperatorPerson(market, dales.ref)
  const pat = await signInDriver(dales, { phone: '07700 900456' })
  receiver.answer('/in', 204)
  await receiver.subscribe(moor, '/in', ['job.offered'])

  /** Makes one call for each credential, so that its use is recorded: for a minute, no further use is written. */
  async function noteUse(trip: { readonly ref: string; readonly readTrip: () => Promise<unknown> }): Promise<void> {
    await market.advance(minutes(2))
    const since = market.now()
    await dales.jobs()
    await moor.jobs()
    await pat.trips()
    await market.platform('GET', '/operators')
    await trip.readTrip()
    const noted = `SELECT count(*) AS noted FROM credentials JOIN trips ON trips.id = credentials.trip_id
      WHERE trips.ref = ? AND credentials.last_used_at >= ?`
    await eventually(async () => (await meter.ask<{ noted: number }>(noted, trip.ref, since))[0]?.noted === 1)
  }

  for (let round = 0; round < repeats; round++) {
    const customer = { name: 'Ann Smith', email: `ann${round}@example.org`, phone: '07700 900123' }
    const trip = await count('a trip entered and offered to one', () => market.trip([dales], { customer }))
    const road = await market.bookedTrip(dales, { departsIn: hours(3), returns_at: null, customer })
    ok(await dales.assign(road, pat.id))
    await noteUse(trip)

    const confirmed = { availability: 'confirmed' }
    await count('a first quote', () => dales.makeQuote(trip, confirmed))
    const quoteId = await count('a revised quote', () => dales.makeQuote(trip, { ...confirmed, price_amount: 63_000 }))
    await count('a booking with a card', async () => ok(await trip.book(quoteId, goodCard)))
    await count('a driver assigned', async () => ok(await dales.assign(trip, pat.id)))
    await count('a walkaround check', async () => ok(await pat.submitVehicleCheck()))
    await count('a step of a driver', () => pat.reportSteps(road, 'en_route'))
    await count('a cancellation by the customer', async () => ok(await trip.cancel()))
    await count('a link to sign in, asked for and mailed', async () =>
      ok(await market.call('POST', '/api/v1/auth/link', { body: { email } })),
    )
    const quoteBy = market.at(hours(12))
    await count('a trip offered to one with a webhook', () =>
      market.trip([moor], { customer, departsIn: days(20), quote_by: quoteBy }),
    )
    await count('a day with a trip that nobody quoted and one that was driven', () => market.advance(days(1)))
  }
  return counted
}
