import { ask } from './charabanc.ts'
import type { Receiver } from './hook-site.ts'
import { type Running, runProcess, startListener } from './process.ts'

/** The path of the program and its PostgreSQL database, if the caller names them. */
export const svixProgram = process.env.CHARABANC_BENCH_SVIX
const database = process.env.CHARABANC_BENCH_SVIX_DSN ?? 'postgresql://postgres:postgres@127.0.0.1/svix'

export interface SvixSite {
  readonly server: Running
  /** Sends a message and returns its id at the receiver. */
  send(): Promise<string>
}

/** Svix with one application that has one endpoint. Its queue and cache are in memory, its fastest form on one machine. */
export async function startSvix(program: string, receiver: Receiver): Promise<SvixSite> {
  const settings = {
    SVIX_DB_DSN: database,
    SVIX_JWT_SECRET: 'bench-bench-bench-bench-bench-bench',
    SVIX_QUEUE_TYPE: 'memory',
    SVIX_CACHE_TYPE: 'memory',
    SVIX_LOG_LEVEL: 'info',
    SVIX_WHITELIST_SUBNETS: '["127.0.0.1/32"]',
  }
  const token = /(\S+)\s*$/.exec(await runProcess([program, 'jwt', 'generate'], { ...process.env, ...settings }))?.[1] ?? ''
  const server = await startListener(
    (port) => ({ command: [program, '--run-migrations'], env: { ...settings, SVIX_LISTEN_ADDRESS: `127.0.0.1:${port}` } }),
    '/api/v1/health/',
  )
  try {
    const { id } = await ask(server, 'POST', '/api/v1/app/', token, { name: 'bench' })
    await ask(server, 'POST', `/api/v1/app/${id}/endpoint/`, token, { url: `${receiver.url}/healthy`, version: 1 })
    return {
      server,
      async send() {
        const ref = crypto.randomUUID()
        await ask(server, 'POST', `/api/v1/app/${id}/msg/`, token, { eventType: 'job.offered', payload: { data: { ref } } })
        return ref
      },
    }
  } catch (fault) {
    await server[Symbol.asyncDispose]()
    throw fault
  }
}
