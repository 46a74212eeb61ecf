import type { Bench, Build } from '../bench.ts'
import { ask, Charabanc, type Operator, termsAt, tripFor } from '../charabanc.ts'
import { MailOffice } from '../mail-site.ts'
import { cpuOfServer, type Running } from '../process.ts'
import type { Scene, Side } from '../scene.ts'

const restMs = 50

/** A trip that is entered, quoted and booked, with notices to all who can receive them, and without. */
export const bookings: Scene = {
  name: 'bookings',
  title: 'a trip entered, quoted and booked with a card, 50 ms apart; told has two people on the account and a mail server',
  columns: [
    { key: 'ms', title: 'ms' },
    { key: 'bookMs', title: 'of it to book' },
    { key: 'cpuMs', title: 'CPU ms' },
  ],
  goals: [
    { of: 'charabanc, told', against: 'before', column: 'ms', atMost: 1.3 },
    { of: 'charabanc, told', against: 'before', column: 'bookMs', atMost: 1.3 },
    { of: 'charabanc, told', against: 'before', column: 'cpuMs' },
  ],
  seconds: 4,
  async open(bench) {
    const office = await MailOffice.open()
    const { smtpPort } = await office.taken()
    const sides: Side[] = []
    for (const build of bench.builds) sides.push(await bookingSide(bench, build, build.name, {}))
    const [own] = bench.builds
    if (own !== undefined) {
      const told = await bookingSide(bench, own, `${own.name}, told`, { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` })
      sides.push({
        ...told,
        async [Symbol.asyncDispose]() {
          await told[Symbol.asyncDispose]()
          await office[Symbol.asyncDispose]()
        },
      })
    }
    return { sides }
  },
}

async function bookingSide(bench: Bench, { binary }: Build, name: string, env: Readonly<Record<string, string>>): Promise<Side> {
  const charabanc = new Charabanc(binary, bench.makeFolder(), env)
  const server = await charabanc.serve()
  const platform = await charabanc.platformKey()
  const operator = await charabanc.operator(server, platform)
  for (const person of ['jo', 'kim']) {
    const who = ['--email', `${person}@dales.example`, '--name', person, '--role', 'admin']
    await charabanc.command('user', 'create', '--operator', operator.ref, ...who)
  }
  return {
    name,
    async turn(seconds) {
      const until = performance.now() + seconds * 1_000
      const cpuBefore = cpuOfServer(server).nodes
      let [done, ms, bookMs] = [0, 0, 0]
      for (; performance.now() < until; done++) {
        const took = await bookOne(server, platform, operator)
        ms += took.ms
        bookMs += took.bookMs
        // The notices are sent meanwhile; their CPU is in the last column.
        await Bun.sleep(restMs)
      }
      return { ms: ms / done, bookMs: bookMs / done, cpuMs: ((cpuOfServer(server).nodes - cpuBefore) * 1_000) / done }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function bookOne(server: Running, platform: string, operator: Operator): Promise<{ ms: number; bookMs: number }> {
  const began = performance.now()
  const trip = (await ask(server, 'POST', '/platform/v1/trips', platform, tripFor([operator]))).data
  const terms = { ...termsAt(64_000), availability: 'confirmed' }
  const { data } = await ask(server, 'POST', `/api/v1/jobs/${trip.ref}/quote`, operator.token, terms)
  const card = { quote_id: data.my_quote.id, payment_method: 'pm_card_visa' }
  const quoted = performance.now()
  await ask(server, 'POST', '/customer/v1/trip/book', trip.customer_token, card)
  const booked = performance.now()
  return { ms: booked - began, bookMs: booked - quoted }
}
