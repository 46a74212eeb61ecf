import type { TripAnswer } from './answers.ts'

const unheard: TripAnswer = {
  error: { message: 'The server cannot be reached. Nothing you typed is lost; try again in a moment.' },
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
export function operatorZone(): string | undefined {
  return zone
}

/** The token of the link that this page was opened with, as the API takes it. */
export function bearer(token = location.hash.slice(1)) {
  return { Authorization: `Bearer ${token}` }
}

/** Asks the customer's API; what is not answered is sent again, twice, just as it was. */
export async function ask(path: string, init: RequestInit = { headers: bearer() }): Promise<TripAnswer> {
  for (let tries = 1; ; tries++) {
    try {
      const response = await fetch(addressOf(path), init)
      const { status, headers } = response
      if (headers.has('Trip-Source')) {
        source = headers.get('Trip-Source')
        zone = headers.get('Operator-Timezone') ?? undefined
      }
      const said = (await response.json()) as Pick<TripAnswer, 'data' | 'message' | 'error'>
      // Not of this server, but of something before it.
      if (!response.ok && said.error === undefined) throw new Error(`${status} without a word`)
      return {
        ...said,
        status,
        isFinal: status < 500 && status !== 429,
        isReplayed: headers.get('Idempotency-Replayed') === 'true',
        sentAt: Date.parse(headers.get('Date') ?? '') || null,
        left: numberIn(headers, 'X-RateLimit-Remaining'),
        waitS: status === 429 ? numberIn(headers, 'Retry-After') : null,
        requestId: headers.get('X-Request-Id'),
      }
    } catch {
      if (tries === 3) return unheard
      await new Promise((resolve) => setTimeout(resolve, 500 * tries))
    }
  }
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text === null ? null : Number(text)
}

/** A POST of this body. */
export function posting(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** Fetches a file of the trip and has the browser save it under this name; answers the status, 0 where nothing was heard. */
export async function saveFile(file: string, name: string): Promise<number> {
  try {
    const response = await fetchFile(file)
    if (!response.ok) return response.status
    const address = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // It is read after the click has been dealt with.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    return response.status
  } catch {
    return 0
  }
}

/** The text of a file of the trip; empty where there is none just now. */
export function readText(file: string): Promise<string> {
  return fetchFile(file).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  )
}

function fetchFile(file: string): Promise<Response> {
  return fetch(addressOf(`trip/${file}`), { headers: bearer() })
}

function addressOf(path: string): string {
  return `${document.documentElement.dataset.root ?? '/'}customer/v1/${path}`
}
