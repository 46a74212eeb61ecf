import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { describeFaultClause, findFaultCode, findFaultMessage } from '../domain/fault-text.ts'
import { CliFailure, createUsageFailure, exit } from './exit.ts'

export type RequestHandler = (request: Request, server: Bun.Server<undefined>) => Promise<Response>

/** A socket that hands requests to a handler. */
export type Listener = {
  /** URL of the server on this machine. */
  readonly url: string
  /**
   * Reloads the certificate. New connections get the new one, and open requests are answered. Bun closes connections without a
   * request, so a client in a handshake must connect again. False without a certificate.
   */
  rotate(): boolean
  /** Accepts no new request and waits for open requests, for at most `withinMs`. */
  stop(withinMs: number): Promise<void>
}

/** Seconds of silence after which a slow caller is disconnected. */
const idleSeconds = 30

/** Listens at `at`, with TLS if the configuration has a certificate. Fails with 3 if the address is in use. */
export function listen(config: Config, at: Config['listen'], answer: RequestHandler): Listener {
  const tlsFiles = findTlsFiles(config)
  let server = open(tlsFiles === null ? at.port : requireFreePort(at))
  /** Servers with earlier certificates, which can still have open requests. */
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
        // Bun's own 413 has no body, so the server counts bytes itself.
        maxRequestBodySize: Number.MAX_SAFE_INTEGER,
        // Bun ignores a new certificate on an open listener (server.reload), so a second listener takes over the port.
        ...(tls !== null && { tls, reusePort: true }),
      })
    } catch (fault) {
      throw tls === null || isPortTaken(fault) ? createListenFailure(at.host, onPort, fault) : createTlsFailure(fault)
    }
  }

  return {
    url: `${tlsFiles === null ? 'http' : 'https'}://${formatUrlHost(at.host)}:${port}`,
    rotate() {
      if (tlsFiles === null) return false
      const before = server
      server = open(port)
      before.stop()
      earlier = [...earlier, before].filter(hasOpenRequests)
      return true
    },
    async stop(withinMs) {
      const deadline = performance.now() + withinMs
      server.stop()
      const all = [...earlier, server]
      while (all.some(hasOpenRequests) && performance.now() < deadline) await Bun.sleep(10)
      await Promise.all(all.map((one) => one.stop(true)))
    },
  }
}

/**
 * The port, after a check that no other server has it. With `reusePort`, which a rotation needs, two servers would share the port
 * and each get a part of the requests.
 */
function requireFreePort({ host, port }: Config['listen']): number {
  try {
    const probe = Bun.serve({ hostname: host, port, fetch: () => new Response() })
    probe.stop(true)
    return probe.port ?? port
  } catch (fault) {
    throw createListenFailure(host, port, fault)
  }
}

function isPortTaken(fault: unknown): boolean {
  return findFaultCode(fault) === 'EADDRINUSE'
}

function createListenFailure(host: string, port: number, fault: unknown): CliFailure {
  return new CliFailure(exit.occupied, `Cannot listen at ${host}:${port}: ${findFaultMessage(fault)}`)
}

function createTlsFailure(fault: unknown): CliFailure {
  return createUsageFailure(`CHARABANC_TLS_CERT and CHARABANC_TLS_KEY cannot be used: ${describeFaultClause(fault)}.`)
}

function hasOpenRequests(server: Bun.Server<undefined>): boolean {
  return server.pendingRequests > 0
}

type TlsFiles = { readonly cert: string; readonly key: string }

/** Faults of the certificate files. Empty without such files. */
export function listCertificateFaults(config: Config): string[] {
  const files = findTlsFiles(config)
  try {
    if (files !== null) readTls(files)
    return []
  } catch (fault) {
    if (fault instanceof CliFailure) return [fault.message]
    throw fault
  }
}

function findTlsFiles({ tlsCert, tlsKey }: Config): TlsFiles | null {
  return tlsCert === null || tlsKey === null ? null : { cert: tlsCert, key: tlsKey }
}

function readTls({ cert, key }: TlsFiles) {
  try {
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  } catch (fault) {
    throw createTlsFailure(fault)
  }
}

function formatUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
