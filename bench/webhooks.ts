/**
 * How fast webhooks go out, as figures of one run: `bun run build && bun bench/webhooks.ts [latency|pipeline|backlog|listing]`.
 * Server, receiver and caller are three processes on this machine; storage is durable (SQLite, FULL), as in operation.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { announce } from '../src/actions/events.ts'
import { eventBodies } from '../src/http/contracts/event.ts'
import { connectSqlite, openSqlite } from '../src/storage/open.sqlite.ts'
import { makeAuthority } from '../test/support/certificates.ts'
import { offered } from '../test/support/offered.ts'

const binary = resolve(import.meta.dir, '../dist/charabanc')
const rounds = 3

type Arrival = readonly [path: string, delivery: string, at: number]
// biome-ignore lint/suspicious/noExplicitAny: a bench reads what came back
type Json = any

async function measure(wanted: readonly string[]): Promise<void> {
  const sections = { latency, pipeline, backlog, listing }
  for (const [name, section] of Object.entries(sections)) {
    if (wanted.length === 0 || wanted.includes(name)) await section()
  }
}

/** From the moment a fact is entered to the first byte at a healthy receiver, alone and beside fifty that hang, by turns. */
async function latency(): Promise<void> {
  const p99 = { alone: [] as number[], beside: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    p99.alone.push(await latencyBeside(0))
    p99.beside.push(await latencyBeside(50))
  }
  say('p99 from the request', {
    alone: spread(p99.alone, 'ms'),
    'beside fifty': spread(p99.beside, 'ms'),
    ratio: ratioOf(p99.beside, p99.alone),
  })
}

async function latencyBeside(hanging: number): Promise<number> {
  await using site = await openSite()
  const healthy = await site.operator()
  await site.follow(healthy, '/healthy')
  for (let group = 0; group < hanging; group += 17) {
    const other = await site.operator()
    for (let n = group; n < Math.min(hanging, group + 17); n++) await site.follow(other, `/hang/${n}`)
  }
  for (let n = 0; n < 20; n++) await site.offer([healthy.ref])
  await site.arrivals('/healthy', 20)
  if (hanging > 0) for (let n = 0; n < 10; n++) await site.offer(site.refs.slice(1))
  const figures = await site.steadyOffers(healthy.ref, 100, 10)
  const failed = site.query(
    'SELECT count(*) AS n FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id WHERE d.subscription_id = 1 AND a.error IS NOT NULL',
  )
  say(`enqueue → first byte, 100 events/s, ${hanging} receivers hanging`, {
    'from the request': percentiles(figures.fromRequest),
    'from its answer': percentiles(figures.fromAnswer),
    'healthy attempts failed': String(failed.n),
  })
  return percentile(figures.fromRequest, 99)
}

/**
 * Claim, sign, send and settle at 64 in flight, beside a loop that only fetches: with a connection and a handshake for each
 * delivery, as they go out to the internet, and over plain HTTP on connections that are kept.
 */
async function pipeline(): Promise<void> {
  for (const { scheme, warmUp, count } of [
    { scheme: 'https', warmUp: 1_600, count: 8_000 },
    { scheme: 'http', warmUp: 8_000, count: 48_000 },
  ] as const) {
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      await using site = await openSite(scheme)
      const operator = await site.operator()
      for (let n = 0; n < 16; n++) await site.follow(operator, `/sink/${n}`)
      const bare = await site.bareLoop(count, warmUp)
      await site.backlog(operator, (warmUp + count) / 16)
      const whole = await site.drain(count, warmUp)
      ratios.push(whole / bare)
      say(`pipeline at 64 in flight, ${scheme}`, {
        'bare fetch loop': perSecond(bare),
        pipeline: perSecond(whole),
        ratio: (whole / bare).toFixed(2),
      })
    }
    say(`pipeline ÷ bare loop, ${scheme}`, { ...lowAndMiddle(ratios) })
  }
}

/** 5,000 that wait when the server comes up: for twenty subscriptions, and for one alone, which has four in flight at most. */
async function backlog(): Promise<void> {
  for (const followers of [20, 1]) {
    const rates: number[] = []
    for (let round = 0; round < rounds; round++) {
      await using site = await openSite()
      const operator = await site.operator()
      for (let n = 0; n < followers; n++) await site.follow(operator, `/sink/${n}`)
      await site.backlog(operator, 5_000 / followers)
      rates.push(await site.drain(5_000))
    }
    const { min, median } = lowAndMiddle(rates.map(Math.round))
    say(`a backlog of 5,000 for ${followers} subscription${followers === 1 ? '' : 's'}, per second`, { min, median })
  }
}

/** Listing jobs while nothing goes out, then while 1,000 deliveries a second do, then while nothing does again. */
async function listing(): Promise<void> {
  const p99 = { alone: [] as number[], beside: [] as number[], again: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    await using site = await openSite()
    const operator = await site.operator()
    for (let n = 0; n < 20; n++) await site.follow(operator, `/sink/${n}`)
    for (let n = 0; n < 60; n++) await site.offer([operator.ref])
    await site.arrivals('/sink', 1_200)
    await site.backlog(operator, 0)
    await site.list(operator, 1)
    const alone = await site.list(operator, 8)
    await site.backlog(operator, 500, 10_000)
    await site.list(operator, 1)
    const before = await site.took('/sink')
    const beside = await site.list(operator, 8)
    const went = (await site.took('/sink')) - before
    await site.arrivals('/sink', 10_000)
    await site.backlog(operator, 0)
    await site.list(operator, 1)
    const again = await site.list(operator, 8)
    p99.alone.push(percentile(alone, 99))
    p99.beside.push(percentile(beside, 99))
    p99.again.push(percentile(again, 99))
    const meanwhile = perSecond(went / 8)
    say('listing jobs', {
      alone: percentiles(alone),
      [`beside ${meanwhile}`]: percentiles(beside),
      'alone again': percentiles(again),
    })
  }
  const shown = { alone: spread(p99.alone, 'ms'), beside: spread(p99.beside, 'ms'), 'alone again': spread(p99.again, 'ms') }
  say('listing p99', {
    ...shown,
    ratio: ratioOf(p99.beside, p99.alone),
    'ratio of alone to alone': ratioOf(p99.again, p99.alone),
  })
}

/** A server with its receiver and everything needed to speak to them. */
async function openSite(scheme: 'http' | 'https' = 'http') {
  const folder = mkdtempSync(join(tmpdir(), 'charabanc-bench-'))
  const dataDir = join(folder, 'data')
  const authority = scheme === 'https' ? await makeAuthority({ at: (name) => join(folder, name) }) : null
  const trust = authority === null ? {} : { NODE_EXTRA_CA_CERTS: authority.path }
  const certificate = authority === null ? '' : JSON.stringify(await authority.sign('IP:127.0.0.1'))
  const receiver = Bun.spawn([process.execPath, import.meta.path, 'receive', certificate], { stdout: 'pipe', stderr: 'inherit' })
  const port = Number(await firstLine(receiver.stdout))
  const env = {
    PATH: '/usr/bin:/bin',
    CHARABANC_DATA_DIR: dataDir,
    CHARABANC_LISTEN: '127.0.0.1:0',
    CHARABANC_PAYMENTS: 'sandbox',
    CHARABANC_WEBHOOK_ALLOW_HTTP: '1',
    CHARABANC_WEBHOOK_ALLOW: `127.0.0.1:${port}`,
    CHARABANC_LIMIT_PLATFORM: 'off',
    CHARABANC_LIMIT_WRITE: 'off',
    CHARABANC_LIMIT_READ: 'off',
    ...trust,
  }
  let url = ''
  let server: Bun.Subprocess | null = null
  const refs: string[] = []
  const told = (path: string) => `${scheme}://127.0.0.1:${port}${path}`
  const tls = authority === null ? {} : { tls: { ca: await Bun.file(authority.path).text() } }
  const ask = (path: string) => fetch(told(path), tls)

  async function start(): Promise<void> {
    const child = Bun.spawn([binary, 'serve'], { env, cwd: folder, stdout: 'pipe', stderr: 'ignore' })
    server = child
    url = JSON.parse(await firstLine(child.stdout)).url
  }
  async function stop(): Promise<void> {
    server?.kill('SIGTERM')
    await server?.exited
  }
  async function call(method: string, path: string, token: string, body?: Json): Promise<Json> {
    const init = { method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' } }
    const response = await fetch(url + path, body === undefined ? init : { ...init, body: JSON.stringify(body) })
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  async function mint(words: readonly string[]): Promise<string> {
    const child = Bun.spawn([binary, 'key', 'mint', '--name', 'bench', '--json', ...words], {
      env,
      cwd: folder,
      stderr: 'ignore',
    })
    return JSON.parse(await child.stdout.text()).token
  }
  const took = async (prefix = '') => Number(await (await ask(`/count${prefix}`)).text())

  await start()
  const platform = await mint(['--platform'])

  const site = {
    refs,
    took,
    async operator() {
      const account = { name: `Coaches ${refs.length}`, currency_code: 'GBP', timezone: 'Europe/London' }
      const { data } = await call('POST', '/platform/v1/operators', platform, account)
      refs.push(data.operator_ref)
      const abilities = ['jobs:read', 'webhooks:manage'].flatMap((ability) => ['--ability', ability])
      return {
        id: refs.length,
        ref: data.operator_ref as string,
        key: await mint(['--operator', data.operator_ref, ...abilities]),
      }
    },
    async follow(operator: { key: string }, path: string) {
      await call('POST', '/api/v1/webhooks', operator.key, { label: 'bench', endpoint_url: told(path), events: ['job.offered'] })
    },
    async offer(offerTo: readonly string[]) {
      return (await call('POST', '/platform/v1/trips', platform, { ...wish, offer_to: offerTo })).data.ref as string
    },
    /** Resolves when so many have come to paths that begin so. */
    async arrivals(prefix: string, least: number) {
      while ((await took(prefix)) < least) await Bun.sleep(20)
    },
    /** Offers at a steady rate; how long each took from its request and from its answer to its first byte, in ms. */
    async steadyOffers(ref: string, perSecond: number, seconds: number) {
      await ask('/forget')
      const total = perSecond * seconds
      const asked = new Map<string, readonly [number, number]>()
      const started = performance.now()
      const waiting: Promise<void>[] = []
      for (let n = 0; n < total; n++) {
        const wait = started + (n * 1_000) / perSecond - performance.now()
        if (wait > 0) await Bun.sleep(wait)
        const from = now()
        waiting.push(site.offer([ref]).then((trip) => void asked.set(trip, [from, now()])))
      }
      await Promise.all(waiting)
      await site.arrivals('/healthy', total)
      const arrivals = (await (await ask('/arrivals')).json()) as Arrival[]
      const first = new Map<string, number>()
      for (const [path, trip, at] of arrivals) if (path === '/healthy' && !first.has(trip)) first.set(trip, at)
      const times = [...asked].map(
        ([trip, [from, until]]) => [(first.get(trip) ?? Number.NaN) - from, (first.get(trip) ?? Number.NaN) - until] as const,
      )
      return { fromRequest: times.map(([one]) => one), fromAnswer: times.map(([, one]) => one) }
    },
    /** Enters so many events for everyone who follows; due now, or evenly over `spreadMs` from now. The server rests meanwhile. */
    async backlog(operator: { id: number }, events: number, spreadMs = 0) {
      await stop()
      await ask('/forget')
      const storage = openSqlite(join(dataDir, 'charabanc.sqlite'))
      const from = Date.now()
      await storage.transact(async (tx) => {
        for (let n = 0; n < events; n++) await announce(tx, { eventBodies }, offered(operator.id, n), from)
      })
      await storage.close()
      if (spreadMs > 0 && events > 0) {
        const database = connectSqlite(join(dataDir, 'charabanc.sqlite'), 'write')
        database.run(
          `UPDATE webhook_deliveries SET due_at = ${Date.now() + 500} + (event_id - (SELECT min(event_id) FROM webhook_deliveries WHERE status = 'pending')) * ${spreadMs / events}
           WHERE status = 'pending'`,
        )
        database.close()
      }
      await start()
    },
    /** Waits until so many have arrived after the first `warmUp` and answers how many of them did per second. */
    async drain(count: number, warmUp = 0) {
      await site.arrivals('/sink', warmUp + count)
      const { first, last } = (await (await ask(`/span?after=${warmUp}`)).json()) as { first: number; last: number }
      return ((count - 1) * 1_000) / (last - first)
    },
    /** The same requests from a process that only fetches, with connections as the server has them. */
    async bareLoop(count: number, warmUp: number) {
      await ask('/forget')
      const command = [process.execPath, import.meta.path, 'bare', told('/sink'), String(warmUp + count)]
      await Bun.spawn(command, { env: { ...process.env, ...trust }, stdout: 'inherit', stderr: 'inherit' }).exited
      return site.drain(count, warmUp)
    },
    /** Lists jobs from four connections for so many seconds; how long each call took, in ms. */
    async list(operator: { key: string }, seconds: number) {
      const times: number[] = []
      const until = performance.now() + seconds * 1_000
      const caller = async () => {
        while (performance.now() < until) {
          const from = performance.now()
          await call('GET', '/api/v1/jobs', operator.key)
          times.push(performance.now() - from)
          await Bun.sleep(5)
        }
      }
      await Promise.all([caller(), caller(), caller(), caller()])
      return times
    },
    query(sql: string): Json {
      const database = connectSqlite(join(dataDir, 'charabanc.sqlite'), 'read')
      const row = database.query(sql).get()
      database.close()
      return row
    },
    told,
    async [Symbol.asyncDispose]() {
      server?.kill('SIGKILL')
      receiver.kill('SIGKILL')
      await Promise.all([server?.exited, receiver.exited])
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return site
}

/** The process that only fetches. */
async function bareLoop(sink: string, count: number): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify({ event: 'job.offered', data: wish }))
  const headers = {
    'X-Service-Event': 'job.offered',
    'X-Service-Signature': `sha256=${'0'.repeat(64)}`,
    'X-Service-Timestamp': '1767323045',
    'X-Service-Delivery': crypto.randomUUID(),
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
    Accept: '*/*',
    'Accept-Encoding': 'identity',
  }
  const keepalive = sink.startsWith('http:')
  let left = count
  const sender = async (n: number) => {
    while (left-- > 0) await fetch(`${sink}/${n % 16}`, { method: 'POST', headers, body, keepalive })
  }
  await Promise.all(Array.from({ length: 64 }, (_, n) => sender(n)))
}

/** The receiving process: answers 204 or nothing at all, and tells what came when. */
function receive(certificate: string): void {
  let arrivals: Arrival[] = []
  let instants: number[] = []
  const counts = new Map<string, number>()
  const server = Bun.serve({
    ...(certificate === '' ? {} : { tls: JSON.parse(certificate) }),
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (request.method === 'POST') {
        const at = now()
        instants.push(at)
        const kind = `/${pathname.split('/')[1]}`
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        if (kind === '/healthy') arrivals.push([pathname, ((await request.json()) as Json).data.ref, at])
        if (kind === '/hang') await Bun.sleep(60_000)
        return new Response(null, { status: 204 })
      }
      if (pathname.startsWith('/count')) {
        const wanted = `/${pathname.split('/')[2] ?? ''}`
        return new Response(
          String(wanted === '/' ? [...counts.values()].reduce((sum, one) => sum + one, 0) : (counts.get(wanted) ?? 0)),
        )
      }
      if (pathname === '/span') {
        const after = Number(new URL(request.url).searchParams.get('after'))
        return Response.json({ first: instants[after], last: instants.at(-1) })
      }
      if (pathname === '/arrivals') return Response.json(arrivals)
      arrivals = []
      instants = []
      counts.clear()
      return new Response(null, { status: 204 })
    },
  })
  process.stdout.write(`${server.port}\n`)
}

const wish = {
  customer: { name: 'Ann Smith', email: 'ann@example.org' },
  pickup: { label: 'Leeds Town Hall', kind: 'venue', locality: 'Leeds', postcode: 'LS1 3AD' },
  dropoff: { label: 'York Minster', kind: 'venue', locality: 'York', postcode: 'YO1 7HH' },
  departs_at: `${new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 19)}Z`,
  passenger_count: 45,
}

function now(): number {
  return performance.timeOrigin + performance.now()
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  for (let text = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`it ended after: ${text}`)
    text += decoder.decode(value, { stream: true })
    if (text.includes('\n')) {
      reader.releaseLock()
      return text.slice(0, text.indexOf('\n'))
    }
  }
}

function percentile(times: readonly number[], which: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((which / 100) * sorted.length) - 1)] ?? Number.NaN
}

function percentiles(times: readonly number[]): string {
  return `p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms, most ${percentile(times, 100).toFixed(1)} ms (${times.length})`
}

function lowAndMiddle(figures: readonly number[]): { min: string; median: string } {
  const shown = (figure: number) => (figure < 100 ? figure.toFixed(2) : String(figure))
  return { min: shown(Math.min(...figures)), median: shown(percentile(figures, 50)) }
}

/** Least, middle and most of what the rounds gave. */
function spread(figures: readonly number[], unit: string): string {
  return `${[0, 50, 100].map((which) => percentile(figures, which).toFixed(1)).join(' / ')} ${unit}`
}

/** Middle by middle. */
function ratioOf(figures: readonly number[], others: readonly number[]): string {
  return (percentile(figures, 50) / percentile(others, 50)).toFixed(2)
}

function perSecond(rate: number): string {
  return `${Math.round(rate)}/s`
}

function say(what: string, figures: Readonly<Record<string, string>>): void {
  process.stdout.write(
    `${what}\n${Object.entries(figures)
      .map(([name, figure]) => `  ${name}: ${figure}\n`)
      .join('')}`,
  )
}

const [word, ...words] = process.argv.slice(2)
if (word === 'receive') receive(words[0] ?? '')
else if (word === 'bare') await bareLoop(words[0] ?? '', Number(words[1]))
else await measure(process.argv.slice(2))
