import { type Market, ok } from './market.ts'

/** The callers of a fixture's server by the fixture's names, with their tokens. */
export interface FixtureCallers {
  readonly platform: string
  readonly operators: Readonly<Record<string, string>>
  /** Tokens of customers by the refs of their trips. */
  readonly customers: Readonly<Record<string, string>>
  readonly drivers: Readonly<Record<string, string>>
}

/** A request that was made once, with the stored answer of its key. */
export interface ReplayedRequest {
  readonly path: string
  readonly token: string
  readonly key: string
  readonly body: unknown
  readonly text: string
}

/** The answers of all routes that return the same tomorrow, without our address, by caller and path. */
export async function readFixtureAnswers(market: Market, { platform, operators, customers, drivers }: FixtureCallers) {
  const answers: Record<string, string> = {}
  async function ask(who: string, token: string, path: string): Promise<void> {
    const answer = await market.call('GET', path, { token })
    ok(answer)
    answers[`${who} ${path}`] = steady(answer.text.replaceAll(market.server.url, ''))
  }
  for (const [name, token] of Object.entries(operators)) {
    const list = async (path: string) => ok(await market.call('GET', `/api/v1${path}`, { token }))
    const refs = async (path: string) => (await list(path)).map(({ ref }: { ref: string }) => ref)
    const webhooks = (await list('/webhooks')).map(({ id }: { id: number }) => `/webhooks/${id}/deliveries?per_page=100`)
    const jobs = [...new Set<string>([...(await refs('/jobs?per_page=100')), ...(await refs('/bookings?status=all'))])]
    const bookings: string[] = await refs('/bookings?status=all&per_page=100')
    for (const path of [
      ...['all', 'fresh', 'quoted', 'closing', 'expired'].map((filter) => `/jobs?filter=${filter}&per_page=100`),
      ...['all', 'active', 'cancelled'].map((status) => `/bookings?status=${status}&per_page=100`),
      ...jobs.map((ref) => `/jobs/${ref}`),
      ...bookings.map((ref) => `/bookings/${ref}`),
      ...['/drivers', '/payouts', '/me', ...webhooks],
    ])
      await ask(name, token, `/api/v1${path}`)
  }
  for (const [ref, token] of Object.entries(customers)) {
    await ask(ref, token, '/customer/v1/trip')
    await ask('platform', platform, `/platform/v1/trips/${ref}`)
  }
  for (const [name, token] of Object.entries(drivers)) {
    const path = '/api/v1/driver/trips?filter=all&per_page=100'
    const trips = ok(await market.call('GET', path, { token })).map(({ ref }: { ref: string }) => `/api/v1/driver/trips/${ref}`)
    for (const one of [path, ...trips, '/api/v1/driver/me']) await ask(name, token, one)
  }
  return answers
}

/** Members that change without any action: the last use of an app, and the state of a delivery that is retried. */
const moving = new Set([
  ...['app_last_seen_at', 'last_used_at', 'last_delivery_at', 'last_response_status', 'consecutive_failures'],
  ...['attempts', 'attempt_count', 'next_attempt_at', 'response_status', 'error', 'parked_at', 'parked_reason'],
])

/** The text without the changing members, otherwise byte for byte. */
function steady(text: string): string {
  return JSON.stringify(JSON.parse(text, (key, value) => (moving.has(key) ? undefined : value)))
}
