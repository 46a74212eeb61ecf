import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differences, examplesIn } from '../../scripts/docs.ts'
import { runInBash } from '../support/bash-runner.ts'
import { signInDriver } from '../support/driver-client.ts'
import { ok, openMarket } from '../support/market.ts'
import { addSignedInPerson, codeIn, exchangeLinkToken, messagesTo, signInDriverByLink, signInPerson } from '../support/people.ts'

const read = (name: string) => readFileSync(join(import.meta.dir, '../../docs', name), 'utf8')
const pat = '07700 900101'
const shared = '07700 900102'

/** The values of the placeholders in the calls of the pages, on a server of the test. */
async function openWorld() {
  const market = await openMarket({ payments: 'manual' })
  const operator = await market.operator()
  const moors = await market.operator('Moors Coaches')
  const admin = await addSignedInPerson(market, operator.ref)
  const other = await signInPerson(market, admin.email, 'Office tablet')
  const driver = await operator.driver({ phone: pat })
  for (const desk of [operator, moors]) await desk.driver({ name: 'Sam', phone: shared })
  const { id: kim } = await addSignedInPerson(market, operator.ref, 'dispatcher')
  const known = new Map<string, Promise<string | number>>()
  const portal = (path: string, body: unknown) => market.call('POST', `/portal/v1${path}`, { token: admin.token, body })

  const makers: Record<string, () => Promise<string | number>> = {
    BASE: async () => market.server.url,
    DEVICE: async () => admin.token,
    ROTATED_DEVICE: async () => (await signInPerson(market, admin.email)).token,
    DRIVER_DEVICE: async () => (await signInDriverByLink(market, operator.ref, driver)).token,
    OTHER_DEVICE: async () => {
      const devices = ok(await market.call('GET', '/api/v1/auth/devices', { token: other.token }))
      return devices.find(({ current }: { current: boolean }) => current).id
    },
    LINK: async () => (await market.server.cliJson<{ token: string }>(['user', 'link', '--email', admin.email])).token,
    CODE: async () => codeIn((await messagesTo(market.server, pat)).at(-1)?.text ?? ''),
    SHARED_CODE: async () => {
      ok(await market.call('POST', '/api/v1/driver/auth/code', { body: { phone: shared } }))
      return codeIn((await messagesTo(market.server, shared)).at(-1)?.text ?? '')
    },
    KEY_ID: async () => ok(await portal('/keys', { name: 'Old system', abilities: [] })).token_id,
    USER_ID: async () => kim,
    ADMIN_ID: async () => admin.id,
    VEHICLE_ID: async () => ok(await portal('/vehicles', { registration: 'AA11 AAA', type: 'coach_53', seats: 53 })).id,
    COACH_ID: async () => ok(await portal('/vehicles', { registration: 'BB22 BBB', type: 'coach_53', seats: 57 })).id,
    BLOCK_ID: async () => {
      const course = { starts_at: '2027-04-12T08:00:00Z', ends_at: '2027-04-13T08:00:00Z', note: 'Ask for the certificate' }
      return ok(await portal('/blocks', { kind: 'holiday', driver_id: await operator.driver(), ...course })).id
    },
    DRIVER_ID: async () => driver,
    INCIDENT_ID: async () => {
      const pat = await signInDriver(operator)
      const trip = await market.trip([operator])
      ok(await trip.book(await operator.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
      ok(await market.platform('POST', `/trips/${trip.ref}/deposit-received`))
      ok(await operator.assign(trip, pat.id))
      const umbrella = { kind: 'lost_property', severity: 'low', note: 'A green umbrella on seat 12.' }
      return ok(await pat.call('POST', `/trips/${trip.ref}/incidents`, { ...umbrella, occurred_at: market.at(0) })).id
    },
    CHECK_ID: async () => {
      const brakes = { code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Pedal to the floor.' }
      return ok(await (await signInDriver(operator)).submitVehicleCheck({ items: [brakes] })).id
    },
    TOLD: async () => (await market.trip([operator])).ref,
    MESSAGE_ID: async () => {
      const { ref } = await market.trip([operator])
      return ok(await market.call('GET', `/portal/v1/messages?ref=${ref}`, { token: admin.token }))[0].id
    },
    AWAITED: async () => {
      const trip = await market.trip([operator])
      ok(await trip.book(await operator.makeQuote(trip, { availability: 'confirmed' }), 'bank_transfer'))
      return trip.ref
    },
  }

  return {
    /** Runs a call of a page. A generated value, such as a link or an id, stays the same for later calls. */
    async run(call: string): Promise<string> {
      const env: Record<string, string> = {}
      for (const [, name = ''] of call.matchAll(/\$([A-Z_]+)/g)) {
        const maker = makers[name]
        if (maker === undefined) throw new Error(`nobody knows $${name}`)
        env[name] = String(await known.getOrInsertComputed(name, maker))
      }
      const { exitCode, stdout } = await runInBash(call, { env })
      if (exitCode !== 0) throw new Error(`${call} left with ${exitCode}`)
      return stdout
    },
    [Symbol.asyncDispose]: () => market[Symbol.asyncDispose](),
  }
}

test.each(['sign-in.md', 'portal.md'])('returns what docs/%s shows, for every call', async (name) => {
  await using world = await openWorld()
  const examples = examplesIn(read(name))
  expect(examples.length).toBeGreaterThan(8)
  for (const { call, shown, isPart } of examples) {
    const reply = await world.run(call)
    if (shown === null) expect({ call, reply }).toEqual({ call, reply: '' })
    else
      expect({ call, differences: differences(JSON.parse(shown), JSON.parse(reply), isPart) }).toEqual({ call, differences: [] })
  }
})

test('mails the link that docs/sign-in.md describes', async () => {
  await using market = await openMarket()
  const operator = await market.operator()
  const { email } = await addSignedInPerson(market, operator.ref)
  ok(await market.call('POST', '/api/v1/auth/link', { body: { email } }))
  const [mail] = await messagesTo(market.server, email)
  expect(mail?.text).toMatch(/\/sign-in#(cbl_\w{49})\n[\s\S]*^\1$/m)
  expect((await exchangeLinkToken(market, 'cbl_')).status).toBe(401)
})
