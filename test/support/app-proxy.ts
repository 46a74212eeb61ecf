import type { Server } from 'bun'

/** A proxy between a browser and the server that can break the network and serve a new release of the driver's app. */
export class AppProxy implements Disposable {
  readonly #listener: Server<undefined>
  /** Whether writes fail before they reach the office. */
  refusesWrites = false
  #next: ReadonlyMap<string, string> | null = null

  constructor(readonly origin: string) {
    this.#listener = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 60, fetch: (request) => this.#pass(request) })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener.port}`
  }

  /** Serves the next release of the app: its script has another name and contains `data-release="next"`. */
  async serveNextRelease(): Promise<void> {
    const textOf = async (path: string) => (await fetch(this.origin + path)).text()
    const [page, worker] = await Promise.all([textOf('/driver'), textOf('/driver/sw.js')])
    const script = /driver-\w+\.js/.exec(page)?.[0] ?? ''
    const name = 'driver-next.js'
    this.#next = new Map([
      ['/driver', page.replaceAll(script, name)],
      ['/driver/sw.js', worker.replaceAll(script, name).replaceAll(/(?<="driver-)[0-9a-f]{12}(?=")/g, 'fedcba987654')],
      [`/assets/${name}`, `document.documentElement.dataset.release = 'next';${await textOf(`/assets/${script}`)}`],
    ])
  }

  async #pass(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const isWrite = request.method !== 'GET' && pathname.startsWith('/driver/as-me/')
    if (this.refusesWrites && isWrite) return new Response('{}', { status: 503 })
    const headers = new Headers(request.headers)
    headers.delete('host')
    headers.delete('accept-encoding')
    if (headers.has('origin')) headers.set('origin', this.origin)
    const changed = this.#next?.get(pathname)
    if (changed !== undefined) headers.delete('if-none-match')
    const body = isWrite || request.method === 'POST' || request.method === 'DELETE' ? await request.arrayBuffer() : null
    const heard = await fetch(this.origin + (pathname.startsWith('/assets/driver-next') ? '/driver' : pathname + search), {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
    })
    const told = new Headers(heard.headers)
    // `fetch` has decoded the body.
    for (const name of ['content-encoding', 'content-length']) told.delete(name)
    if (changed === undefined) return new Response(heard.body, { status: heard.status, headers: told })
    told.delete('etag')
    if (pathname.endsWith('.js')) told.set('content-type', 'text/javascript;charset=utf-8')
    return new Response(changed, { status: heard.status, headers: told })
  }

  [Symbol.dispose](): void {
    void this.#listener.stop(true)
  }
}
