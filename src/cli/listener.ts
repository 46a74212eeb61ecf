import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { clauseOf, codeOf, messageOf } from '../domain/fault-text.ts'
import { CliFailure, exit, usage } from './exit.ts'

/** A function that answers what comes to a socket. */
export type RequestHandler = (request: Request, server: Bun.Server<undefined>) => Promise<Response>

/** A socket that hands requests to a handler. */
export type Listener = {
  /** URL at which this machine reaches it. */
  readonly url: string
  /**
   * Reads the certificate again: new connections get the new one, requests in flight are answered. Bun hangs up on connections
   * without a request, so a client in the middle of its handshake must connect again. False where there is no certificate.
   */
  rotate(): boolean
  /** Takes nothing new and waits for what is in flight, for at most `withinMs`. */
  stop(withinMs: number): Promise<void>
}

/** Slow callers are cut off after this many seconds of silence. */
const idleSeconds = 30

/** Listens where `at` says, with TLS where the configuration has a certificate. Fails with 3 where that is taken. */
export function listen(config: Config, at: Config['listen'], answer: RequestHandler): Listener {
  const tlsFiles = tlsFilesOf(config)
  let server = open(tlsFiles === null ? at.port : freePortFor(at))
  /** Servers of earlier certificates, which may still have requests in flight. */
  let earlier: readonly Bun.Server<undefined>[] = []
  const port = server.port ?? at.port

  function open(onPort: number) {
    const tls = tlsFiles === null ? null : readTls(tlsFiles)
    try {
      return Bun.serve({
        hostname: at.host,
        port: onPort,
        fetch: answer,
        idleTimeout: idleSeconds,
        // Bun's own 413 has no body; the server counts for itself.
        maxRequestBodySize: Number.MAX_SAFE_INTEGER,
        // Bun ignores a new certificate on a listener that is open (server.reload), so a second one takes over the port.
        ...(tls !== null && { tls, reusePort: true }),
      })
    } catch (fault) {
      throw tls === null || isTaken(fault) ? cannotListen(at.host, onPort, fault) : unusable(fault)
    }
  }

  return {
    url: `${tlsFiles === null ? 'http' : 'https'}://${urlHost(at.host)}:${port}`,
    rotate() {
      if (tlsFiles === null) return false
      const before = server
      server = open(port)
      before.stop()
      earlier = [...earlier, before].filter(isBusy)
      return true
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

/**
 * The port, once it is known that no one else has it: with `reusePort`, which a rotation needs, two servers would share one
 * and each get half of the calls.
 */
function freePortFor({ host, port }: Config['listen']): number {
  try {
    const probe = Bun.serve({ hostname: host, port, fetch: () => new Response() })
    probe.stop(true)
    return probe.port ?? port
  } catch (fault) {
    throw cannotListen(host, port, fault)
  }
}

function isTaken(fault: unknown): boolean {
  return codeOf(fault) === 'EADDRINUSE'
}

function cannotListen(host: string, port: number, fault: unknown): CliFailure {
  return new CliFailure(exit.occupied, `Cannot listen at ${host}:${port}: ${messageOf(fault)}`)
}

function unusable(fault: unknown): CliFailure {
  return usage(`CHARABANC_TLS_CERT and CHARABANC_TLS_KEY cannot be used: ${clauseOf(fault)}.`)
}

function isBusy(server: Bun.Server<undefined>): boolean {
  return server.pendingRequests > 0
}

type TlsFiles = { readonly cert: string; readonly key: string }

/** Faults of the files of the certificate; none where there are to be no files. */
export function certificateFaults(config: Config): string[] {
  const files = tlsFilesOf(config)
  try {
    if (files !== null) readTls(files)
    return []
  } catch (fault) {
    if (fault instanceof CliFailure) return [fault.message]
    throw fault
  }
}

function tlsFilesOf({ tlsCert, tlsKey }: Config): TlsFiles | null {
  return tlsCert === null || tlsKey === null ? null : { cert: tlsCert, key: tlsKey }
}

function readTls({ cert, key }: TlsFiles) {
  try {
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  } catch (fault) {
    throw unusable(fault)
  }
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
