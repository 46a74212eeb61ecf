import { resolve } from 'node:path'
import portal from '../src/web/portal/index.html'

// `bun run dev` serves the portal from its source before a demo with its API, and updates the open page when a file is saved. The
// demo restarts when a file of the server changes.

const port = Number(process.env.PORT ?? 8788)
const demo = Bun.spawn([process.execPath, '--watch', '--no-clear-screen', 'src/main.ts', 'demo', '--listen', '127.0.0.1:0'], {
  cwd: resolve(import.meta.dir, '..'),
  stdio: ['ignore', 'pipe', 'inherit'],
})
process.on('exit', () => demo.kill())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit())

/** The address of the demo; it changes at each restart. */
let demoUrl: string | null = null

/** Forwards all requests that are not for a page: the session, the API, files. */
async function fromDemo(request: Request): Promise<Response> {
  if (demoUrl === null) return new Response('The demo is still starting.', { status: 503 })
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('Host', new URL(demoUrl).host)
  if (headers.has('Origin')) headers.set('Origin', demoUrl)
  const { method, body } = request
  try {
    return await fetch(`${demoUrl}${pathname}${search}`, { method, headers, body, redirect: 'manual', decompress: false })
  } catch {
    return new Response('The demo starts again.', { status: 503 })
  }
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port,
  development: { hmr: true },
  idleTimeout: 60,
  routes: {
    '/portal/as-me/*': fromDemo,
    '/portal/v1/*': fromDemo,
    '/portal/session': fromDemo,
    '/portal/session/*': fromDemo,
    '/portal/setup/*': fromDemo,
    '/portal': portal,
    '/portal/*': portal,
  },
  fetch: fromDemo,
})

for await (const text of demo.stdout.pipeThrough(new TextDecoderStream())) {
  demoUrl = /"msg":"listening","url":"([^"]+)"/.exec(text)?.[1] ?? demoUrl
  process.stdout.write(demoUrl === null ? text : text.replaceAll(demoUrl, server.url.origin))
}
