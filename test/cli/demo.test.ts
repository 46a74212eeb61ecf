import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInBash } from '../support/bash-runner.ts'
import { runExecutable, spawnExecutable } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { openReceiver } from '../support/receiver.ts'
import { type Server, startServer } from '../support/server.ts'

// The demo makes two months of history before it listens.
const openDemo = () => startServer({ words: ['demo', '--pace', '0.1'] })

/** The variables that the demo prints for a shell. */
function variablesOf({ stdout }: Server): Record<string, string> {
  const [, line = ''] = /^ {2}export (.+)$/m.exec(stdout) ?? []
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]))
}

function linesOf({ stdout }: Pick<Server, 'stdout'>): string[] {
  return stdout.split('\n').filter((line) => line.startsWith('  curl '))
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any response
async function read(demo: Server, path: string): Promise<any[]> {
  const response = await demo.fetch(path, { headers: { Authorization: `Bearer ${variablesOf(demo).TOKEN}` } })
  return ((await response.json()) as { data: [] }).data
}

async function statuses(demo: Server, path: string): Promise<Set<string>> {
  return new Set((await read(demo, path)).map(({ status }) => status))
}

/** The answer to a new subscription for `url`. */
async function subscribe(demo: Server, url: string) {
  const response = await demo.fetch('/api/v1/webhooks', {
    method: 'POST',
    headers: { Authorization: `Bearer ${variablesOf(demo).TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ label: 'mine', endpoint_url: url, events: ['job.offered'] }),
  })
  return { status: response.status, text: await response.text() }
}

describe('the demo without simulated customers', () => {
  const temporary = makeFolder()
  let mine: Awaited<ReturnType<typeof openReceiver>>
  let demo: Server

  beforeAll(async () => {
    mine = await openReceiver((socket) => socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n'))
    const env = { CHARABANC_WEBHOOK_ALLOW: mine.authority, TMPDIR: temporary.path }
    demo = await startServer({ words: ['demo', '--pace', '3600'], env })
    await eventually(() => demo.stdout.includes('appear here:'))
  })

  afterAll(async () => {
    await demo[Symbol.asyncDispose]()
    await mine[Symbol.asyncDispose]()
    temporary[Symbol.dispose]()
  })

  test('shows jobs, quotes, bookings and payouts in every state', async () => {
    for (const variable of ['CHARABANC_LAB', 'CHARABANC_CLOCK_FILE'])
      expect(demo.stderr).toContain(`${variable} is ignored: the demo moves its own clock.\n`)
    const won = await statuses(demo, '/api/v1/bookings?status=all&per_page=100')
    // Work expires automatically, a little later.
    await eventually(async () => {
      const others = await read(demo, '/api/v1/jobs?per_page=100')
      const jobs = others.map(({ status }) => status)
      const quotes = others.flatMap(({ my_quote }) => (my_quote ? [my_quote.status] : []))
      expect(new Set(jobs)).toEqual(new Set(['fresh', 'quoted', 'booking_requested', 'lost', 'declined', 'expired', 'cancelled']))
      expect(new Set(quotes)).toEqual(
        new Set(['likely', 'confirmed', 'requested', 'rejected', 'withdrawn', 'lost', 'expired', 'booked']),
      )
      return true
    })
    expect((await read(demo, '/api/v1/jobs?filter=closing')).length).toBeGreaterThan(0)

    expect(won).toEqual(new Set(['active', 'cancelled']))
    const bookings = await read(demo, '/api/v1/bookings?status=all&per_page=100')
    const [large, ...others] = bookings.filter(({ vehicles_needed }) => vehicles_needed > 1)
    expect([large, others]).toMatchObject([{ vehicles_assigned: 2, needs_driver: false, trip_status: 'assigned' }, []])
    expect(new Set(bookings.map(({ trip_status }) => trip_status))).toEqual(
      new Set(['unassigned', 'assigned', 'acknowledged', 'on_board', 'completed']),
    )
    // The worker charges cards a little later, too.
    await eventually(async () => {
      const bookings = await read(demo, '/api/v1/bookings?status=all&per_page=100')
      expect(new Set(bookings.map(({ payment_status }) => payment_status))).toEqual(
        new Set(['deposit_paid', 'paid', 'refunded', 'part_refunded']),
      )
      expect(new Set(bookings.map(({ balance_status }) => balance_status))).toEqual(new Set(['none', 'due', 'overdue', 'paid']))
      return true
    })
    expect(await statuses(demo, '/api/v1/payouts?per_page=100')).toEqual(
      new Set(['pending', 'scheduled', 'in_transit', 'paid', 'failed', 'cancelled']),
    )
    const fleet = await demo.fetch('/portal/v1/vehicles', {
      headers: { Authorization: `Bearer ${variablesOf(demo).ADMIN_TOKEN}` },
    })
    expect(((await fleet.json()) as { data: [] }).data).toHaveLength(5)
    const roster = await read(demo, '/api/v1/drivers?per_page=100')
    expect(new Set(roster.map(({ status }) => status))).toEqual(new Set(['not_invited', 'invited', 'active']))
    for (const document of ['license', 'dbs']) {
      expect(new Set(roster.map(({ compliance }) => compliance[document]))).toEqual(
        new Set(['ok', 'expiring', 'expired', 'missing']),
      )
    }
  })

  test('prints a link that signs a browser in to the office', async () => {
    const [, token = ''] = /^ {2}http\S+\/portal\/sign-in#(cbl_\w{49})$/m.exec(demo.stdout) ?? []
    const signIn = await demo.fetch('/portal/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Charabanc-App': 'portal' },
      body: JSON.stringify({ token, device_name: null }),
    })
    expect(signIn.status).toBe(201)
    const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const board = await demo.fetch('/portal/as-me/portal/v1/board', { headers: { Cookie: cookie } })
    expect(board.status).toBe(200)
    expect(((await board.json()) as { data: { needs_you: unknown[] } }).data.needs_you.length).toBeGreaterThan(0)
  })

  test('delivers to the addresses of CHARABANC_WEBHOOK_ALLOW, and names that setting when it refuses others', async () => {
    const refused = await subscribe(demo, 'http://127.0.0.1:1/hook')
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('CHARABANC_WEBHOOK_ALLOW')
    expect(await subscribe(demo, `http://${mine.authority}/hook`)).toMatchObject({ status: 201 })

    const offered = await demo.fetch('/portal/v1/trips', {
      method: 'POST',
      headers: { Authorization: `Bearer ${variablesOf(demo).ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(enquiry),
    })
    expect(offered.status).toBe(201)
    await eventually(() => mine.heard.some((request) => request.includes('"event":"job.offered"')))
  })

  // The printed lines change jobs, so they come after the other tests of this server.
  test('prints lines that work without changes', () => expectLinesToWork(demo.stdout))

  test('ends on SIGINT and leaves no file', async () => {
    expect(readdirSync(temporary.path)).toHaveLength(1)
    expect(await demo.stop('SIGINT')).toBe(0)
    expect(readdirSync(temporary.path)).toEqual([])
  })
})

describe('the demo with simulated customers', () => {
  let demo: Server

  beforeAll(async () => {
    demo = await openDemo()
    await eventually(() => demo.stdout.includes('appear here:'))
  })

  afterAll(() => demo[Symbol.asyncDispose]())

  test('simulates customers who request, pay, try another card and cancel', async () => {
    const fresh = await read(demo, '/api/v1/jobs?filter=fresh&per_page=100')
    const quote = (ref: string, availability: string, seats: number) =>
      demo.fetch(`/api/v1/jobs/${ref}/quote`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${variablesOf(demo).TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          price_amount: 50_000,
          currency_code: 'GBP',
          availability,
          vehicles: [{ type: 'coach_53', count: 1, seats }],
        }),
      })
    const printed = (ref: string, what: string) => eventually(() => demo.stdout.includes(`${ref}  `) && lineOf(ref, what))
    const lineOf = (ref: string, what: string) =>
      demo.stdout.split('\n').findLast((line) => line.startsWith(`${ref}  `) && line.includes(what))
    const accept = async (ref: string, what: string) => {
      await printed(ref, what)
      const line = linesOf(demo).findLast((one) => one.includes(`${ref}/confirm-booking-request`)) ?? ''
      return JSON.parse((await runInBash(line)).stdout)
    }
    const jobFrom = (place: string, to: string) =>
      fresh.find((job) => job.my_quote === null && job.pickup.label.includes(place) && job.dropoff.label.includes(to)).ref

    const likely = jobFrom('Grammar School', 'Railway Museum')
    await quote(likely, 'likely', 49)
    expect((await accept(likely, 'requests a booking')).data.status).toBe('won')
    await printed(likely, 'has booked')

    const unlucky = jobFrom('Skipton', 'Headingley')
    await quote(unlucky, 'likely', 53)
    expect((await accept(unlucky, 'requests a booking')).error).toMatchObject({
      code: 'deposit_charge_failed',
      payment_status: 'declined',
    })
    expect((await accept(unlucky, 'has saved another card')).data.status).toBe('won')

    const fickle = jobFrom('Ilkley Grammar', 'Alton Towers')
    await quote(fickle, 'confirmed', 53)
    await printed(fickle, 'has booked')
    await printed(fickle, 'has cancelled.')
  })

  test('prints each webhook with its verified signature', async () => {
    const [hook] = await read(demo, '/api/v1/webhooks')
    const webhookLine = (event: string, ref: string) =>
      eventually(() => {
        const line = `^webhook {4}${event} for ${ref}, delivery (\\S+)\\n {2}signature verified: sha256=[0-9a-f]{64}$`
        return new RegExp(line, 'm').exec(demo.stdout)?.at(1)
      })

    await webhookLine('job.offered', 'TR-[0-9A-Z]{6}')
    const line = linesOf(demo).find((one) => one.includes('/confirm-booking-request')) ?? ''
    const { ref } = JSON.parse((await runInBash(line)).stdout).data
    const delivery = await webhookLine('booking.confirmed', ref)

    const logged = await eventually(async () => {
      const log = await read(demo, `/api/v1/webhooks/${hook.id}/deliveries?status=delivered`)
      return log.find(({ id }) => id === delivery)
    })
    expect(logged).toMatchObject({ event: 'booking.confirmed', response_status: 204, payload: { data: { ref } } })
    const forged = await fetch(hook.endpoint_url, {
      method: 'POST',
      headers: { 'X-Service-Timestamp': `${Math.floor(Date.now() / 1_000)}`, 'X-Service-Signature': `sha256=${'0'.repeat(64)}` },
      body: '{"data":{"ref":"TR-000000"}}',
    })
    expect(forged.status).toBe(401)
    expect(demo.stdout).not.toContain('TR-000000')
  })
})

describe('the demo', () => {
  test('does not start in a folder with other files', async () => {
    using folder = makeFolder()
    writeFileSync(folder.at('notes.txt'), 'mine')
    const refused = await runExecutable(['demo', '--data-dir', folder.path, '--listen', '127.0.0.1:0'])
    expect(refused).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('is not an empty folder') })
    expect(readdirSync(folder.path)).toEqual(['notes.txt'])
  })

  test('uses another port if its own is in use, and deletes the data folder that it made', async () => {
    using folder = makeFolder()
    mkdirSync(folder.at('tmp'))
    using _taken = occupy(8787)
    const child = spawnExecutable(['demo', '--data-dir', folder.at('made')], {
      cwd: folder.path,
      env: { TMPDIR: folder.at('tmp') },
    })
    let printed = ''
    const reading = (async () => {
      for await (const bytes of child.stdout) printed += new TextDecoder().decode(bytes)
    })()

    const url = await eventually(() => /"url":"([^"]+)"/.exec(printed)?.[1])
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(url).not.toEndWith(':8787')
    expect(readdirSync(folder.at('made'))).toContain('charabanc.sqlite')
    child.kill('SIGINT')
    await reading
    expect(await child.exited).toBe(0)
    expect(readdirSync(folder.path, { recursive: true }).toSorted()).toEqual(['tmp'])
  })

  test('runs from source, prints lines that work without curl, and empties a given data folder', async () => {
    using folder = makeFolder()
    for (const name of ['given', 'tmp']) mkdirSync(folder.at(name))
    const words = [resolve(import.meta.dir, '../../src/main.ts'), 'demo', '--pace', '3600', '--data-dir', folder.at('given')]
    const child = Bun.spawn([process.execPath, ...words], {
      cwd: folder.path,
      env: { PATH: '/usr/bin:/bin', NODE_ENV: 'production', CHARABANC_LISTEN: '127.0.0.1:0', TMPDIR: folder.at('tmp') },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    let printed = ''
    const reading = (async () => {
      for await (const bytes of child.stdout) printed += new TextDecoder().decode(bytes)
    })()

    await eventually(() => printed.includes('appear here:'))
    expect(readdirSync(folder.at('given'))).toContain('charabanc.sqlite')
    await expectLinesToWork(printed, { standIn: true })
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    await reading
    expect(await child.stderr.text()).not.toContain('ignored')
    expect(readdirSync(folder.path, { recursive: true }).toSorted()).toEqual(['given', 'tmp'])
  })
})

/** Runs every line that a demo prints for a shell; with `standIn`, without curl. */
async function expectLinesToWork(printed: string, how: { readonly standIn?: true } = {}): Promise<void> {
  const lines = linesOf({ stdout: printed })
  expect(lines.length).toBeGreaterThanOrEqual(8)
  for (const line of lines) {
    const { exitCode, stdout } = await runInBash(line, how)
    expect({ line, exitCode, answer: Object.keys(JSON.parse(stdout))[0] }).toEqual({ line, exitCode: 0, answer: 'data' })
  }
}

const enquiry = {
  customer: { name: 'Ada Byron', email: 'ada@example.org' },
  pickup: { label: 'Leeds', kind: 'station' },
  dropoff: { label: 'York', kind: 'station' },
  departs_at: new Date(Date.now() + 30 * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z'),
  passenger_count: 30,
}

/** Occupies a port, unless it is already in use. */
function occupy(port: number): Disposable {
  try {
    const server = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() })
    return { [Symbol.dispose]: () => void server.stop(true) }
  } catch {
    return { [Symbol.dispose]: () => {} }
  }
}
