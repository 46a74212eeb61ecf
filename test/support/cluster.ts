import { join } from 'node:path'
import { databaseSettings } from './database.ts'
import { makeFolder } from './folder.ts'
import { Market, noRateLimits, openMarket } from './market.ts'
import { type Server, startServer } from './server.ts'

/** Several nodes on one PostgreSQL, in `env` or of their own, with the machine's clock. The market calls the first node. */
export async function openCluster(count: number, env: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder()
  const shared = {
    CHARABANC_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    CHARABANC_BASE_URL: 'https://coaches.example',
    CHARABANC_MAIL_DIR: folder.at('mail'),
    CHARABANC_CLOCK_FILE: folder.at('clock'),
    ...env,
  }
  const market = await openMarket({ isAlone: true, nodes: 1, env: shared })
  const own = databaseSettings(market.server.dataDir)
  const settings: Record<string, string> = { ...noRateLimits, CHARABANC_PAYMENTS: 'sandbox', ...own, ...shared }
  const others: Server[] = []
  while (others.length + 1 < count) others.push(await startServer({ isFile: true, env: settings }))
  const servers = [market.server, ...others]
  return {
    market,
    servers,
    /** The settings of one more node. */
    settings,
    /** The same market through another node. */
    through: (server: Server) => new Market(server, market.platformToken),
    async [Symbol.asyncDispose]() {
      for (const other of others) await other[Symbol.asyncDispose]()
      await market[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** The name that a server's boots have among the nodes. */
export async function nodeNameOf({ dataDir }: Server): Promise<string> {
  return (await Bun.file(join(dataDir, 'node-name')).text()).trim()
}
