import { afterAll } from 'bun:test'
import { type Market, openMarket } from './market.ts'

/**
 * One market for all tests of the file or `describe` that calls this: `const openShared = shareMarket()`, and in a test `const
 * market = await openShared()`. The first test that asks opens it, and it stops after the last. Each test brings operators,
 * people and trips of its own. A test opens its own market if it restarts the server, counts the data of a whole server or needs
 * special settings.
 */
export function shareMarket(...wishes: Parameters<typeof openMarket>): () => Promise<Market> {
  let opening: Promise<Market> | null = null
  afterAll(async () => {
    const market = await opening
    opening = null
    await market?.[Symbol.asyncDispose]()
  })
  return () => {
    opening ??= openMarket(...wishes).catch((fault) => {
      opening = null
      throw fault
    })
    return opening
  }
}
