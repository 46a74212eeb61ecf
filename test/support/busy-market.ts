import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeToSqliteFile } from './database-rows.ts'
import { eventually } from './eventually.ts'
import { days, hours, type Market, type OperatorClient, openMarket } from './market.ts'
import { startSilentMailServer } from './test-mail-server.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

/** A server that is stopped during work of every kind. */
export interface BusyMarket extends AsyncDisposable {
  readonly market: Market
  /** Starts it, makes all calls together, and stops it in the middle; returns its exit code and the duration of the stop. */
  interrupt(
    isCopying: boolean,
    whenToldToStop?: (pid: number) => void,
  ): Promise<{ readonly code: number | null; readonly ms: number }>
}

const writers = 6
/** A copy of this many bytes takes a while. */
const ballastBytes = 24_000_000
const email = 'desk@example.org'

/**
 * Opens a server with webhook receivers that answer promptly, slowly and never, and a mail server that never answers. The server
 * gives up both after a second or two, so that no stop needs long.
 */
export async function openBusyMarket(): Promise<BusyMarket> {
  const receiver = startWebhookReceiver()
  receiver.answer('/slow', { afterMs: 200, status: 204 })
  receiver.answer('/hangs', 'hang')
  const office = await startSilentMailServer()
  const post = { CHARABANC_SMTP_URL: `smtp://127.0.0.1:${office.port}` }
  const market = await openMarket({
    isFile: true,
    env: {
      ...receiver.env,
      ...post,
      CHARABANC_WEBHOOK_TIMEOUT: '1',
      CHARABANC_LIMIT_PLATFORM: 'off',
      CHARABANC_LIMIT_SIGN_IN: 'off',
    },
  })
  const desk = await market.operator()
  for (const path of ['/prompt', '/slow', '/hangs']) await receiver.subscribe(desk, path)
  await market.server.cliJson(['user', 'create', '--operator', desk.ref, '--email', email, '--name', 'Desk', '--role', 'admin'])
  await market.server.stop()
  // The server tolerates tables of other programs.
  const ballast = `INSERT INTO ballast VALUES (randomblob(${ballastBytes}))`
  writeToSqliteFile(join(market.server.dataDir, 'charabanc.sqlite'), 'CREATE TABLE ballast (bytes blob)', ballast)

  return {
    market,
    async interrupt(isCopying, whenToldToStop = () => {}) {
      const { server } = market
      await server.start()
      const over = new AbortController()
      const callers = [...Array.from({ length: writers }, () => offer(market, desk, over.signal)), askForLink(market)]
      if (isCopying) {
        await server.advance(days(1) + hours(2))
        await eventually(() => isHalfCopied(join(server.dataDir, 'backups')))
      }
      // Any moment of the work is fine, and no event marks most of them.
      await Bun.sleep(Math.random() * 300)
      whenToldToStop(server.pid)
      const startedAt = performance.now()
      const code = await server.stop()
      const ms = performance.now() - startedAt
      over.abort()
      await Promise.all(callers)
      return { code, ms }
    },
    async [Symbol.asyncDispose]() {
      await market[Symbol.asyncDispose]()
      await office[Symbol.asyncDispose]()
      receiver[Symbol.dispose]()
    },
  }
}

/** Enters trips until the server has stopped. */
async function offer(market: Market, desk: OperatorClient, over: AbortSignal): Promise<void> {
  try {
    while (!over.aborted) await market.trip([desk])
  } catch {
    // The server has been stopped.
  }
}

async function askForLink(market: Market): Promise<void> {
  await market.call('POST', '/api/v1/auth/link', { body: { email } }).catch(() => null)
}

function isHalfCopied(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.part'))
}
