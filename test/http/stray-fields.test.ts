import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { loadRoutes } from '../../src/http/areas.ts'
import { isContract } from '../../src/http/contract.ts'
import { findRouteHooks, type Route } from '../../src/http/openapi-operation.ts'
import { appAddresses } from '../../src/http/pages/addresses.ts'
import { everyRowOf } from '../support/database-rows.ts'
import { callsOfEveryRoute, type RouteCall, switchablePayments } from '../support/every-route.ts'
import { type InProcessServer, startInProcess } from '../support/in-process-server.ts'

/** Files without a contract, like PDF files: these routes are called, but no field can stray into them. */
const papers = [
  '/customer/v1/trip/calendar.ics',
  '/portal/v1/bookings/:ref/trip.ics',
  '/customer/v1/trip/transfer-code.svg',
  '/portal/v1/exports/bookings.csv',
  '/portal/v1/exports/payments.csv',
  '/portal/v1/exports/dues.csv',
  '/portal/v1/exports/invoices.csv',
  '/portal/v1/exports/payouts.csv',
  '/portal/v1/exports/duties.csv',
  '/portal/v1/exports/quotes.csv',
  '/feeds/:file',
]

/** Routes without a contract: a stream with its events tested one by one, pages and files. */
const files = [
  '/portal/v1/events',
  ...[
    '/',
    '/sign-in',
    '/trip',
    '/enquire',
    '/enquire/:operator',
    '/enquire/rows',
    '/enquire/:operator/rows',
    '/sandbox-page/:ref',
  ],
  ...Object.entries(appAddresses).flatMap(([app, pages]) => [...pages.map(({ path }) => path), `/${app}/`]),
  ...['/portal.webmanifest', '/driver.webmanifest', '/driver/sw.js', '/favicon.svg', '/assets/:name'],
  ...['/brands/:operator/logo', '/brands/:operator/colours.css'],
  ...['/docs', '/docs/', '/docs/swagger-ui.js', '/docs/swagger-ui.css', '/openapi.json'],
]

/** Routes that charge a card between two transactions; the same key finds the charge again. */
const charging = [
  'POST /api/v1/jobs/:ref/confirm-booking-request',
  'POST /customer/v1/trip/book',
  'POST /customer/v1/trip/pay',
  'POST /customer/v1/trip/amendments/:id/accept',
]

/** Routes that open or read a page at the provider between two transactions. */
const askingProvider = ['POST /portal/v1/trips/:ref/payment-page', 'POST /customer/v1/trip/check-payment']

/** Routes that send an email between two transactions: only the claim on the key is left. */
const mailing = ['POST /portal/setup/mail-test', 'POST /portal/v1/mail-server/test']

const lifted = {
  ...{ read: 'off', quote_write: 'off', write: 'off', driver_read: 'off', driver_write: 'off', portal: 'off' },
  ...{ locations: 'off', platform: 'off', customer: 'off', sign_in: 'off', sign_in_ip: 'off', exchange: 'off', enquiry: 'off' },
} as const

let desk: InProcessServer
let isStraying = false
const restore: (() => void)[] = []

/** Adds a field to the body: in `data`, or in each item of `data`. */
function withStray(body: unknown): unknown {
  const strayed = (thing: unknown) => ({ ...(thing as object), stray: 'whsec_stray' })
  if (typeof body !== 'object' || body === null || !('data' in body)) return strayed(body)
  const { data } = body
  if (!Array.isArray(data)) return { ...body, data: strayed(data) }
  return data.length === 0 ? strayed(body) : { ...body, data: data.map(strayed) }
}

beforeAll(async () => {
  desk = await startInProcess({ rateLimits: lifted, payments: (folder) => switchablePayments(join(folder, 'ledger')) })
  const src = resolve(import.meta.dir, '../../src/http')
  for (const path of [...new Bun.Glob('**/*.ts').scanSync(src)].filter((one) => !one.endsWith('.d.ts'))) {
    for (const exported of Object.values(await import(join(src, path)))) {
      if (!isContract(exported)) continue
      const show = exported.show.bind(exported)
      const spy = spyOn(exported, 'show').mockImplementation((thing, showing) => {
        const body = show(thing, showing)
        return isStraying ? withStray(body) : body
      })
      restore.push(() => spy.mockRestore())
    }
  }
})

afterAll(async () => {
  for (const undo of restore) undo()
  await desk[Symbol.asyncDispose]()
})

const nameOf = ({ method, path }: Route) => `${method} ${path}`

async function send({ method, path, token, body, headers }: RouteCall, key: string, strays: boolean) {
  isStraying = strays
  try {
    return await desk.call(method, path, {
      ...(token !== undefined && { token }),
      ...(method !== 'GET' && method !== 'DELETE' && { body: body ?? {} }),
      headers: { ...headers, 'Idempotency-Key': key },
    })
  } finally {
    isStraying = false
  }
}

const charges = () => readdirSync(join(desk.folder, 'ledger')).filter((name) => name.endsWith('.json')).length

test('sends a stray field on no route, and undoes the write', async () => {
  const walked = new Set<string>()
  const steps = callsOfEveryRoute(desk)
  let reply: Awaited<ReturnType<typeof send>> | undefined
  for (;;) {
    const { value: step, done } = await (reply === undefined ? steps.next() : steps.next(reply))
    if (done || step === undefined) break
    const key = crypto.randomUUID()
    const isCharging = charging.includes(step.route)
    const leavesNothing = step.writes && !isCharging && ![...mailing, ...askingProvider].includes(step.route)
    const before = leavesNothing ? await everyRowOf(desk.folder) : null
    const logged = desk.log().length

    if (papers.includes(step.route.split(' ')[1] ?? '') || step.route.endsWith('/.pdf')) {
      reply = await send(step, key, false)
      expect(reply.status, `${step.route}: ${reply.text}`).toBe(200)
      walked.add(step.route)
      continue
    }

    const broken = await send(step, key, true)

    const { code, message, ...more } = broken.json?.error ?? {}
    expect([broken.status, code, more, Object.keys(broken.json)], `${step.route}: ${broken.text}`).toEqual([
      500,
      'server_error',
      {},
      ['error'],
    ])
    expect(message).toBeString()
    expect(broken.text + JSON.stringify([...broken.headers]), step.route).not.toContain('stray')
    const lines = desk.log().slice(logged)
    expect(lines.filter(({ msg }) => msg === 'request failed')).toMatchObject([{ route: step.route.split(' ')[1] }])
    expect(JSON.stringify(lines)).not.toContain('whsec_stray')
    if (before !== null) expect(await everyRowOf(desk.folder), step.route).toEqual(before)
    const charged = isCharging ? charges() : 0

    reply = await send(step, key, false)

    expect([reply.status < 300, reply.headers.get('Idempotency-Replayed')], `${step.route}: ${reply.text}`).toEqual([true, null])
    if (isCharging) expect(charges(), step.route).toBe(charged)
    walked.add(step.route)
  }
  const served = (await loadRoutes(desk.app)).filter(({ path }) => !files.includes(path))
  expect([...walked].sort()).toEqual(served.map(nameOf).sort())
})

describe('the response schema of a route', () => {
  test('exists unless the answer is empty or a file', async () => {
    const silent = (await loadRoutes(desk.app)).filter(
      (route) => findRouteHooks(route).response === undefined && findRouteHooks(route).detail?.['x-files'] === undefined,
    )
    expect(silent.filter(({ method }) => method === 'GET').map(({ path }) => path)).toEqual(files)
    expect(silent.filter(({ method }) => method !== 'GET').map(nameOf)).toEqual([
      'DELETE /api/v1/webhooks/:id',
      'DELETE /api/v1/auth/devices/:id',
      'POST /api/v1/driver/auth/logout',
      'DELETE /driver/v1/feeds/:id',
      'DELETE /portal/v1/keys/:token_id',
      'DELETE /portal/v1/users/:id',
      'DELETE /portal/v1/vehicles/:id',
      'DELETE /portal/v1/drivers/:id',
      'DELETE /portal/v1/customers/:id',
      'DELETE /portal/v1/bookings/:ref/extras/:id',
      'DELETE /portal/v1/bookings/:ref/duties/:id',
      'DELETE /portal/v1/blocks/:id',
      'DELETE /portal/v1/feeds/:id',
      'DELETE /portal/session',
      'DELETE /driver/session',
      'DELETE /console/session',
      'POST /enquire/rows',
      'POST /enquire/:operator/rows',
      'POST /enquire',
      'POST /enquire/:operator',
      'POST /sandbox-page/:ref',
    ])
  })

  test('is closed at every depth, except for a webhook’s payload', async () => {
    const open = (await loadRoutes(desk.app)).flatMap((route) => {
      const { response } = findRouteHooks(route)
      const schemas = response === undefined ? [] : 'type' in response ? [response] : Object.values(response)
      return schemas.flatMap((schema) => openIn(schema as TSchema, nameOf(route)))
    })
    expect(open).toEqual(['GET /api/v1/webhooks/:id/deliveries.data.payload.data'])
  })
})

/** The places in a schema that accept fields without a description. */
function openIn(schema: TSchema, at: string): string[] {
  const own = schema.type === 'object' && schema.additionalProperties !== false ? [at] : []
  const fields = Object.entries((schema.properties ?? {}) as Record<string, TSchema>)
  return [
    ...own,
    ...fields.flatMap(([name, field]) => openIn(field, `${at}.${name}`)),
    ...((schema.anyOf ?? []) as TSchema[]).flatMap((one) => openIn(one, at)),
    ...(schema.items ? openIn(schema.items, at) : []),
  ]
}
