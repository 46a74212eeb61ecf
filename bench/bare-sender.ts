// The floor of webhooks: a process that only posts the same event a number of times, 64 at a time.
const [sink = '', count = '0'] = process.argv.slice(2)
const body = new TextEncoder().encode(
  JSON.stringify({ event: 'job.offered', data: { ref: 'TR-000000', pickup: 'Leeds', dropoff: 'York' } }),
)
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
let left = Number(count)
// Over TLS each delivery has a connection and a handshake of its own, as charabanc's have.
const keepalive = sink.startsWith('http:')
await Promise.all(
  Array.from({ length: 64 }, async () => {
    while (left-- > 0) await fetch(sink, { method: 'POST', headers, body, keepalive })
  }),
)
