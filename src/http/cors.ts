/** Headers that a page of another origin can read. */
const readable = [
  'X-Request-Id',
  'Retry-After',
  'Idempotency-Replayed',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'RateLimit',
  'RateLimit-Policy',
  'Trip-Source',
  'Operator-Timezone',
]
const sendable = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id']

/** Allows calls from pages of the listed origins. Other origins get no CORS header. There are no cookies to allow. */
export function makeCors(origins: readonly string[]): (request: Request, response: Response) => void {
  return (request, response) => {
    if (origins.length === 0) return
    response.headers.append('Vary', 'Origin')
    const origin = request.headers.get('origin')
    if (origin === null || !origins.includes(origin)) return
    response.headers.set('Access-Control-Allow-Origin', origin)
    response.headers.set('Access-Control-Expose-Headers', readable.join(', '))
    if (request.method !== 'OPTIONS') return
    response.headers.set('Access-Control-Allow-Methods', response.headers.get('allow') ?? '')
    response.headers.set('Access-Control-Allow-Headers', sendable.join(', '))
    response.headers.set('Access-Control-Max-Age', '600')
  }
}
