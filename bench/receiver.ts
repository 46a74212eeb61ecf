// The receiving end of webhooks, a separate process. It answers 204, or nothing under /hang, and reports the arrivals with their
// times.

/** The first arrival of the fact with this `key`, in ms since 1970. */
export type Arrival = readonly [key: string, at: number]

let arrivals: Arrival[] = []
let instants: number[] = []
const counts = new Map<string, number>()

const certificate = process.argv[2] ?? ''
const server = Bun.serve({
  ...(certificate === '' ? {} : { tls: JSON.parse(certificate) }),
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 60,
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method === 'POST') return receive(request, `/${pathname.split('/')[1]}`)
    if (pathname === '/count') return new Response(String(counts.get(searchParams.get('of') ?? '') ?? 0))
    if (pathname === '/span') {
      return Response.json({ first: instants[Number(searchParams.get('after'))], last: instants.at(-1) })
    }
    if (pathname === '/arrivals') return Response.json(arrivals)
    arrivals = []
    instants = []
    counts.clear()
    return new Response(null, { status: 204 })
  },
})
process.stdout.write(`${JSON.stringify({ url: `${certificate === '' ? 'http' : 'https'}://127.0.0.1:${server.port}` })}\n`)

async function receive(request: Request, kind: string): Promise<Response> {
  const at = performance.timeOrigin + performance.now()
  instants.push(at)
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
  if (kind === '/healthy') arrivals.push([((await request.json()) as { data: { ref: string } }).data.ref, at])
  if (kind === '/hang') await Bun.sleep(60_000)
  return new Response(null, { status: 204 })
}
