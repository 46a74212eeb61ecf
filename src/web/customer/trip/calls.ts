import type { TripAnswer } from './answers.ts'

const unreachableAnswer: TripAnswer = {
  error: { message: 'The server cannot be reached. Your entries are kept. Try again in a moment.' },
  status: 0,
  isFinal: false,
  isReplayed: false,
  sentAt: null,
  left: null,
  waitS: null,
  requestId: null,
}

let zone: string | undefined
let source: string | null = null

/** Whether the trip is an operator's own sale, according to the last answer of the server. */
export function isOwnSale(): boolean {
  return source === 'operator'
}

/** Time zone of the operator, from the last answer of the server; undefined while the trip has no operator. */
export function findOperatorZone(): string | undefined {
  return zone
}

/** The header with the token of the page's link. */
export function buildBearerHeaders(token = location.hash.slice(1)) {
  return { Authorization: `Bearer ${token}` }
}

/** Calls the customer's API. A call without a response is sent again twice, unchanged. */
export async function callTripApi(path: string, init: RequestInit = { headers: buildBearerHeaders() }): Promise<TripAnswer> {
  for (let tries = 1; ; tries++) {
    try {
      const response = await fetch(buildTripApiUrl(path), init)
      const { status, headers } = response
      if (headers.has('Trip-Source')) {
        source = headers.get('Trip-Source')
        zone = headers.get('Operator-Timezone') ?? undefined
      }
      const said = (await response.json()) as Pick<TripAnswer, 'data' | 'message' | 'error'>
      // The response comes from a proxy, not from this server.
      if (!response.ok && said.error === undefined) throw new Error(`status ${status} from a proxy`)
      return {
        ...said,
        status,
        isFinal: status < 500 && status !== 429,
        isReplayed: headers.get('Idempotency-Replayed') === 'true',
        sentAt: Date.parse(headers.get('Date') ?? '') || null,
        left: readHeaderNumber(headers, 'X-RateLimit-Remaining'),
        waitS: status === 429 ? readHeaderNumber(headers, 'Retry-After') : null,
        requestId: headers.get('X-Request-Id'),
      }
    } catch {
      if (tries === 3) return unreachableAnswer
      await new Promise((resolve) => setTimeout(resolve, 500 * tries))
    }
  }
}

function readHeaderNumber(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text === null ? null : Number(text)
}

export function buildPost(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** Downloads a file of the trip under this name; returns the status, 0 without an answer. */
export async function downloadTripFile(file: string, name: string): Promise<number> {
  try {
    const response = await fetchFile(file)
    if (!response.ok) return response.status
    const address = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // The browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    return response.status
  } catch {
    return 0
  }
}

/** The text of a file of the trip; empty without one. */
export function readTripFile(file: string): Promise<string> {
  return fetchFile(file).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  )
}

function fetchFile(file: string): Promise<Response> {
  return fetch(buildTripApiUrl(`trip/${file}`), { headers: buildBearerHeaders() })
}

function buildTripApiUrl(path: string): string {
  return `${document.documentElement.dataset.root ?? '/'}customer/v1/${path}`
}
