import { afterAll } from 'bun:test'
import { type Market, openMarket } from './market.ts'

/**
 * One market for all tests of the file or `describe` that calls this, opened by the first test that asks and stopped after the last:
 * `const openShared = shareMarket()`, and in a test `const market = await openShared()`. Each test brings operators, people and
 * trips of its own; one that restarts the server, counts what a whole server holds or needs settings of its own opens its own.
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
