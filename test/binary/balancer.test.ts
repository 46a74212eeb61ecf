import { expect, test } from 'bun:test'
import { openMarket } from '../support/market.ts'
import { postgresUrl } from '../support/postgres.ts'

const nodes = 3
const rounds = 3

if (postgresUrl !== null) {
  test('sends each request to the next node, and stops all nodes together', async () => {
    await using market = await openMarket({ nodes })
    for (let nth = 0; nth < rounds * nodes; nth++) expect((await market.server.fetch('/livez')).status).toBe(200)

    expect(await market.server.stop()).toBe(0)

    const logs = market.server.stderr.split('"stopping"').slice(0, nodes)
    expect(logs.map((one) => one.split('"/livez"').length - 1)).toEqual(Array(nodes).fill(rounds))
  })
}
