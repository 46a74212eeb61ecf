import { describe, expect, test } from 'bun:test'
import { declareSilentNodesDead, joinNodes, leaveNodes, type NodeIdentity } from '../../src/actions/server/nodes.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { findNode, reviveNode, saveBeat } from '../../src/storage/queries/nodes.ts'
import { migrateSqlite } from '../../src/storage/sqlite/migrate.ts'
import { connectSqlite, openSqlite } from '../../src/storage/sqlite/open.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { makeFolder } from '../support/folder.ts'
import { makePostgresDatabase, postgresUrl } from '../support/postgres.ts'
import { drawnTransitions, transitionTable } from '../support/states-page.ts'

const clock = () => 1

function identityOf(bootId: string, node: string): NodeIdentity {
  return { bootId, node, release: '0.0.0', configHash: 'same', keyFingerprint: 'same' }
}

/** A boot and every event of its state table, each done as a node does it. */
function bootOn(storage: Storage, bootId: string) {
  const join = (boot: string, node: string) => joinNodes(storage, identityOf(boot, node), clock)
  return {
    join: () => join(bootId, bootId),
    // A node that may not act asks next whether it may rejoin.
    beats: () => storage.transact(async (tx) => (await saveBeat(tx, bootId, 7)) || reviveNode(tx, bootId, 7)),
    'is silent': () => declareSilentNodesDead(storage, 'another', 0, clock),
    stops: () => leaveNodes(storage, bootId, clock),
    'is followed': () => join(crypto.randomUUID(), bootId),
    async state() {
      const row = await storage.read((db) => findNode(db, bootId))
      if (row === null) throw new Error('it was forgotten')
      if (row.diedAt === null) return 'living'
      return row.replacedBy === null ? 'dead' : 'replaced'
    },
  }
}

type Boot = ReturnType<typeof bootOn>

const reached: Readonly<Record<string, (boot: Boot) => Promise<unknown>>> = {
  living: async () => {},
  dead: (boot) => boot.stops(),
  replaced: (boot) => boot['is followed'](),
}

async function tryAllOn(storage: Storage): Promise<void> {
  const table = transitionTable('The node', 'the process is')
  expect(Object.keys(table)).toEqual(Object.keys(reached))
  const made: string[] = []
  for (const [from, reach] of Object.entries(reached)) {
    for (const [move, to] of Object.entries(table[from] ?? {})) {
      const boot = bootOn(storage, `${from}, ${move}`)
      await boot.join()
      await reach(boot)
      expect(await boot.state()).toBe(from as 'living')
      await boot[move as 'beats']()
      expect({ from, move, to: await boot.state() }).toEqual({ from, move, to: to as 'living' })
      if (from !== to) made.push(`${from} → ${to}`)
    }
  }
  expect(drawnTransitions('The node').sort()).toEqual([...new Set(made)].sort())
}

describe('node process states', () => {
  test('follow the table in docs/states.md on SQLite', async () => {
    using folder = makeFolder()
    const path = folder.at('charabanc.sqlite')
    using database = connectSqlite(path, 'write')
    migrateSqlite(database, 0)
    const storage = openSqlite(path)
    await tryAllOn(storage)
    await storage.close()
  })

  if (postgresUrl !== null) {
    test('follow the table in docs/states.md on PostgreSQL', async () => {
      await using database = await makePostgresDatabase()
      const storage = await openPostgres(database.url)
      await tryAllOn(storage)
      await storage.close()
    })
  }
})
