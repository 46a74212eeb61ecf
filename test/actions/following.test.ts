import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { claimDueTasks } from '../../src/actions/maintenance/due-tasks.ts'
import { addUser } from '../../src/actions/people/users.ts'
import { scheduledTasks } from '../../src/actions/tasks.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { openFolderLedger } from '../../src/gateways/payments/ledger-folder.ts'
import { createSandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import { insertOperator } from '../../src/storage/queries/operators.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { ListMirror, readWholeLists } from '../support/list-mirror.ts'
import { quoteTerms } from '../support/market.ts'
import { newOperatorAccount } from '../support/operator-account.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const lifted = { read: 'off', quote_write: 'off', write: 'off', driver_write: 'off', platform: 'off', customer: 'off' } as const
const places = { pickup: { label: 'Leeds Town Hall', kind: 'venue' }, dropoff: { label: 'York Minster', kind: 'venue' } }
const cards = ['pm_card_visa', 'pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_authenticationRequired'] as const
const plates = ['YX20 ABC', 'YJ21 DCL', 'BX70 EEF'] as const
const steps = ['en_route', 'arrived', 'on_board', 'completed'] as const

let desk: Awaited<ReturnType<typeof startInProcess>>
let platform: string
let accounts = 0
/** Runs between the request to the card provider and its answer. */
let whileCharging = async () => {}

beforeAll(async () => {
  desk = await startInProcess({
    rateLimits: lifted,
    payments(folder) {
      const sandbox = createSandboxPayments(openFolderLedger(join(folder, 'ledger')), 0)
      return {
        ...sandbox,
        async charge(ref, wish) {
          await whileCharging()
          return sandbox.charge(ref, wish)
        },
      }
    },
  })
  platform = (await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })).token
})

afterAll(() => desk[Symbol.asyncDispose]())

/** Runs all due tasks, as the worker does. */
async function runDueTasks(): Promise<void> {
  for (;;) {
    const taken = await claimDueTasks(desk.app, 50)
    if (taken.length === 0) return
    for (const task of taken) await scheduledTasks[task.kind]?.(desk.app, task.subjectId, task)
  }
}

async function ask(method: string, path: string, token: string, body?: unknown) {
  const answer = await desk.call(method, path, { token, ...(body !== undefined && { body }) })
  if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.text}`)
  return answer
}

/** An operator with a key, a person and two drivers, and a mirror of its lists. */
async function openAccount() {
  const now = desk.app.clock()
  const account = { ...newOperatorAccount(now), ref: `OP-${String(++accounts).padStart(5, '0')}` }
  const operator = await desk.app.storage.transact((tx) => insertOperator(tx, account))
  const { id: operatorId, ref } = operator
  const key = (await desk.mint({ operatorId })).token
  const jo = { email: 'jo@dales.example', name: 'Jo', role: 'admin' } as const
  const { id: userId } = await desk.app.storage.transact((tx) => addUser(tx, operator, jo, now))
  const person = (await desk.mint({ kind: 'operator_device', operatorId, userId })).token
  const drivers: { id: number; token: string }[] = []
  async function hire(place: number): Promise<void> {
    const { id } = (await ask('POST', '/api/v1/drivers', key, { name: 'Pat Moss' })).json.data
    const { token } = await desk.mint({ kind: 'driver_device', operatorId, driverId: id, abilities: [] })
    drivers[place] = { id, token }
  }
  await hire(0)
  await hire(1)
  const read = async (path: string) => (await ask('GET', `/api/v1${path}`, key)).json
  const mirror = new ListMirror(read)
  let lookedAt = toInstant(0)
  return {
    ref,
    key,
    person,
    drivers,
    hire,
    read,
    mirror,
    /** Reads what was updated since the last look. */
    async look() {
      const since = lookedAt
      lookedAt = toInstant(desk.app.clock())
      await mirror.updateSince(since)
    },
  }
}

type Account = Awaited<ReturnType<typeof openAccount>>
type Trip = { readonly ref: string; readonly customer: string; readonly departsAt: number; readonly quoteBy: number }
type World = { readonly accounts: readonly [Account, Account]; readonly trips: Trip[] }

/** Passes two seconds, reads every mirror, and passes two seconds again. */
async function lookAround({ accounts }: World): Promise<void> {
  desk.advance(2_000)
  for (const { look } of accounts) await look()
  desk.advance(2_000)
}

/** The account, the trip and the item of a step. Each number picks one of those that exist. */
type Choice = { readonly account: number; readonly trip: number; readonly one: number }

async function enter(world: World, { one }: Choice): Promise<void> {
  const departsAt = desk.app.clock() + ([1.5, 4, 9, 20][one % 4] ?? 4) * day
  const offered = world.accounts.slice(0, one === 3 ? 1 : 2).map(({ ref }) => ref)
  const wish = { customer: { name: 'Ann Smith', email: 'ann@example.org' }, ...places, passenger_count: 45 }
  const quoteBy = departsAt - day / 2
  const body = { ...wish, departs_at: toInstant(departsAt), quote_by: toInstant(quoteBy), offer_to: offered }
  const { ref, customer_token: customer } = (await ask('POST', '/platform/v1/trips', platform, body)).json.data
  world.trips.push({ ref, customer, departsAt, quoteBy })
}

function picked({ accounts, trips }: World, { account, trip, one }: Choice) {
  const who = accounts[account % 2] ?? accounts[0]
  const which = trips.at(-1 - (trip % Math.min(trips.length, 2))) as Trip
  const driver = who.drivers[one % 2] as Account['drivers'][number]
  return { who, which, driver, job: `/api/v1/jobs/${which.ref}` }
}

/** The id of the operator’s quote that the customer chooses; 999999 if there is none. */
async function quoteOf(world: World, choice: Choice): Promise<number> {
  const { who, job } = picked(world, choice)
  return (await ask('GET', job, who.key)).json.data?.my_quote?.id ?? 999_999
}

async function quote(world: World, choice: Choice, availability: 'likely' | 'confirmed') {
  const { who, job } = picked(world, choice)
  const until = [null, 2 * hour, day][choice.one % 3] ?? null
  const departsAt = picked(world, choice).which.departsAt
  const limit = until === null ? {} : { valid_until: toInstant(Math.min(desk.app.clock() + until, departsAt)) }
  return ask('POST', `${job}/quote`, who.key, quoteTerms({ availability, ...limit }))
}

/** The customer acts on a quote; the operator makes one first if there is none. */
async function pay(world: World, choice: Choice, task: 'request-booking' | 'book') {
  await quote(world, choice, task === 'book' ? 'confirmed' : 'likely')
  const body = { quote_id: await quoteOf(world, choice), payment_method: cards[choice.one % cards.length] }
  return ask('POST', `/customer/v1/trip/${task}`, picked(world, choice).which.customer, body)
}

/** Gives a trip a driver and a coach; the customer books it first if it has no booking. */
async function assign(world: World, choice: Choice) {
  await pay(world, { ...choice, one: 0 }, 'book')
  const { who, which, driver } = picked(world, choice)
  const vehicle_reg = plates[choice.one % plates.length]
  return ask('POST', `/api/v1/bookings/${which.ref}/driver`, who.key, { driver_id: driver.id, vehicle_reg })
}

async function callAsAssignedDriver(world: World, choice: Choice, task: string, body?: unknown) {
  await assign(world, choice)
  const { which, driver } = picked(world, choice)
  return ask('POST', `/api/v1/driver/trips/${which.ref}/${task}`, driver.token, body)
}

/** Moves the clock to shortly before the departure and reports the steps of the trip. */
async function drive(world: World, choice: Choice): Promise<void> {
  await assign(world, choice)
  const { who, which } = picked(world, choice)
  desk.advance(Math.max(0, which.departsAt - hour - desk.app.clock()))
  for (const status of steps.slice(0, 1 + (choice.one % steps.length))) {
    desk.advance(minute)
    const body = { status, occurred_at: toInstant(desk.app.clock()) }
    await ask('POST', `/portal/v1/bookings/${which.ref}/progress`, who.person, body)
  }
}

async function report(world: World, choice: Choice): Promise<void> {
  const { who } = picked(world, choice)
  const [payout] = (await ask('GET', '/api/v1/payouts', who.key)).json.data
  if (payout !== undefined) await ask('POST', `/platform/v1/payouts/${payout.id}`, platform, { status: 'in_transit' })
}

const moves: Readonly<Record<string, (world: World, choice: Choice) => Promise<unknown>>> = {
  'time passes': async () => {},
  'a trip is entered': enter,
  'likely quote': (world, choice) => quote(world, choice, 'likely'),
  'confirmed quote': (world, choice) => quote(world, choice, 'confirmed'),
  withdraw: (world, choice) => ask('POST', `${picked(world, choice).job}/withdraw`, picked(world, choice).who.key),
  unconfirm: (world, choice) => ask('POST', `${picked(world, choice).job}/unconfirm`, picked(world, choice).who.key),
  decline: (world, choice) => ask('POST', `${picked(world, choice).job}/decline`, picked(world, choice).who.key),
  'request booking': (world, choice) => pay(world, choice, 'request-booking'),
  book: (world, choice) => pay(world, choice, 'book'),
  'cancel request': (world, choice) => ask('POST', '/customer/v1/trip/cancel-request', picked(world, choice).which.customer, {}),
  confirm: async (world, choice) => {
    await pay(world, choice, 'request-booking')
    await lookAround(world)
    return ask('POST', `${picked(world, choice).job}/confirm-booking-request`, picked(world, choice).who.key)
  },
  reject: async (world, choice) => {
    await pay(world, choice, 'request-booking')
    return ask('POST', `${picked(world, choice).job}/reject-booking-request`, picked(world, choice).who.key, {
      reason: 'No coach.',
    })
  },
  cancel: (world, choice) =>
    ask('POST', '/customer/v1/trip/cancel', picked(world, choice).which.customer, { reason: 'The party is off.' }),
  assign,
  acknowledge: (world, choice) => callAsAssignedDriver(world, choice, 'acknowledge'),
  'decline to drive': (world, choice) => callAsAssignedDriver(world, choice, 'decline', { reason: 'I am ill.' }),
  drive,
  incident: (world, choice) => {
    const occurred_at = toInstant(desk.app.clock())
    return callAsAssignedDriver(world, choice, 'incidents', { kind: 'delay', severity: 'low', occurred_at, note: 'Roadworks.' })
  },
  'rename a driver': async (world, choice) => {
    const { who, driver } = picked(world, choice)
    await assign(world, choice)
    return ask('PATCH', `/portal/v1/drivers/${driver.id}`, who.person, { name: `Pat Moss ${desk.app.clock()}` })
  },
  'remove a driver': async (world, choice) => {
    const { who, driver } = picked(world, choice)
    await ask('DELETE', `/portal/v1/drivers/${driver.id}`, who.person)
    await who.hire(choice.one % 2)
  },
  'forget a driver': async (world, choice) => {
    const { who, driver } = picked(world, choice)
    await assign(world, choice)
    await ask('POST', '/api/v1/driver/privacy/erasure', driver.token, { confirm: true })
    await who.hire(choice.one % 2)
    desk.advance(14 * day)
  },
  'a coach joins the fleet': (world, choice) => {
    const body = { registration: plates[choice.one % plates.length], type: 'coach_49', seats: 49 }
    return ask('POST', '/portal/v1/vehicles', picked(world, choice).who.person, body)
  },
  'a coach gets another plate': (world, choice) => {
    const body = { registration: plates[choice.trip % plates.length] }
    return ask('PATCH', `/portal/v1/vehicles/${choice.one + 1}`, picked(world, choice).who.person, body)
  },
  'a payout is on its way': report,
}

const step = fc.record({
  move: fc.constantFrom(...Object.keys(moves)),
  choice: fc.record({ account: fc.constantFrom(0, 0, 0, 1), trip: fc.constantFrom(0, 0, 0, 1), one: fc.nat(11) }),
  waits: fc.constantFrom(minute, minute, minute, minute, 31 * minute, 3 * hour, 26 * hour, 5 * day),
  /** Whether the worker skips its run after this step; the mirrors read all the same. */
  isWorkerLate: fc.boolean(),
})

test('matches a full read for a client that reads by updated_since, whatever happens and however long nothing does', async () => {
  const seen = new Set<string>()

  async function compare(world: World, told: string): Promise<void> {
    for (const { mirror, read, look } of world.accounts) {
      await look()
      const lists = await readWholeLists(read)
      if (!Bun.deepEquals(mirror.lists, lists)) expect({ told, ...mirror.lists }).toEqual({ told, ...lists })
      for (const job of Object.values(lists.jobs)) seen.add(job.status)
      for (const booking of Object.values(lists.bookings)) seen.add(booking.trip_status)
    }
  }

  async function walk(path: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): Promise<void> {
    const world: World = { accounts: [await openAccount(), await openAccount()], trips: [] }
    for (const one of [2, 3]) await enter(world, { account: 0, trip: 0, one })
    for (const [index, { move, choice, waits, isWorkerLate }] of path.entries()) {
      const told = path.slice(0, index + 1).map((past) => past.move)
      const compared: Promise<void>[] = []
      whileCharging = async () => {
        desk.advance(2_000)
        await runDueTasks()
        compared.push(compare(world, `${told.join(', ')}, while the card is charged`))
        await Promise.allSettled(compared)
        desk.advance(2_000)
      }
      if ((world.trips.at(-1)?.quoteBy ?? 0) <= desk.app.clock()) await enter(world, choice)
      await moves[move]?.(world, choice)
      await Promise.all(compared)
      await lookAround(world)
      desk.advance(waits)
      if (isWorkerLate) continue
      await runDueTasks()
      await compare(world, told.join(', '))
    }
  }

  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), walk), {
    seed: 9,
    numRuns: 12,
    endOnFailure: true,
  })

  const jobs = ['fresh', 'quoted', 'booking_requested', 'lost', 'declined', 'expired', 'cancelled']
  const bookings = ['unassigned', 'assigned', 'acknowledged', 'en_route', 'completed']
  expect([...seen]).toEqual(expect.arrayContaining([...jobs, ...bookings]))
})
