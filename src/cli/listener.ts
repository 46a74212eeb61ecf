import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { CliFailure, exit } from './exit.ts'

type Answer = (request: Request, server: Bun.Server<undefined>) => Promise<Response>

/** A socket that hands requests to whoever answers them. */
export type Listener = {
  /** As this machine reaches it. */
  readonly url: string
  /**
   * Reads the certificate again: new connections get the new one, requests in flight are answered. Bun hangs up on connections
   * without a request, so that whoever is just shaking hands must knock once more.
   */
  rotate(): void
  /** Takes nothing new and waits for what is in flight, for at most `withinMs`. */
  stop(withinMs: number): Promise<void>
}

/** Slow callers are cut off after this many seconds of silence. */
const idleSeconds = 30

/** Listens where `at` says, with TLS where the configuration has a certificate. Fails with 3 where that is taken. */
export function listen(config: Config, at: Config['listen'], answer: Answer): Listener {
  const tlsFiles = tlsFilesOf(config)
  let server = open(at.port)
  /** Those of earlier certificates, which may still have requests in flight. */
  let earlier: readonly Bun.Server<undefined>[] = []
  const port = server.port ?? at.port

  function open(onPort: number) {
    try {
      return Bun.serve({
        hostname: at.host,
        port: onPort,
        fetch: answer,
        idleTimeout: idleSeconds,
        // Bun's own 413 has no body; the desk counts for itself.
        maxRequestBodySize: Number.MAX_SAFE_INTEGER,
        // Bun ignores a new certificate on a listener that is open (server.reload), so a second one takes over the port.
        ...(tlsFiles !== null && { tls: readTls(tlsFiles), reusePort: true }),
      })
    } catch (fault) {
      const why = fault instanceof Error ? fault.message : String(fault)
      throw new CliFailure(exit.occupied, `Cannot listen at ${at.host}:${onPort}: ${why}`)
    }
  }

  return {
    url: `${tlsFiles === null ? 'http' : 'https'}://${urlHost(at.host)}:${port}`,
    rotate() {
      if (tlsFiles === null) return
      const before = server
      server = open(port)
      before.stop()
      earlier = [...earlier, before].filter(isBusy)
    },
    async stop(withinMs) {
      const deadline = performance.now() + withinMs
      server.stop()
      const all = [...earlier, server]
      while (all.some(isBusy) && performance.now() < deadline) await Bun.sleep(10)
      await Promise.all(all.map((one) => one.stop(true)))
    },
  }
}

function isBusy(server: Bun.Server<undefined>): boolean {
  return server.pendingRequests > 0
}

type TlsFiles = { readonly cert: string; readonly key: string }

function tlsFilesOf({ tlsCert, tlsKey }: Config): TlsFiles | null {
  if (tlsCert === null && tlsKey === null) return null
  if (tlsCert !== null && tlsKey !== null) return { cert: tlsCert, key: tlsKey }
  throw new CliFailure(exit.settingMissing, 'CHARABANC_TLS_CERT and CHARABANC_TLS_KEY are needed together.')
}

function readTls({ cert, key }: TlsFiles) {
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
