import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { querySqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { type Server, startServer } from '../support/server.ts'

/** A server over a file in which these tables cannot be read, with a sound backup. */
async function serveDamaged(...tables: readonly string[]) {
  const server = await startServer({ isFile: true, isAlone: true })
  const { file } = await server.cliJson<{ file: string }>(['backup'])
  await server.stop()
  for (const table of tables) spoil(join(server.dataDir, 'charabanc.sqlite'), table)
  await server.start()
  return { server, backup: file }
}

/** Overwrites the page at which a table begins. */
function spoil(path: string, table: string): void {
  const [found] = querySqliteFile<{ root: number }>(path, `SELECT rootpage AS root FROM sqlite_schema WHERE name = '${table}'`)
  const bytes = readFileSync(path)
  const from = ((found?.root ?? 0) - 1) * 4_096
  writeFileSync(path, bytes.fill(0xa5, from, from + 4_096))
}

function toldBy(server: Server): Record<string, unknown>[] {
  const lines = server.stderr.split('\n').filter((line) => line.includes('"the database cannot be used"'))
  return lines.map((line) => JSON.parse(line))
}

/** The log says once what is wrong, where, and how it comes back. */
async function expectTold(server: Server, backup: string): Promise<void> {
  await eventually(() => toldBy(server).length > 0)
  expect(toldBy(server)).toEqual([
    expect.objectContaining({
      level: 'error',
      code: expect.stringMatching(/^SQLITE_CORRUPT/),
      trouble: 'file damaged',
      database: join(server.dataDir, 'charabanc.sqlite'),
      wayBack: expect.stringContaining(`\`charabanc restore ${backup} --data-dir ${server.dataDir}\``),
    }),
  ])
}

describe('a page that is damaged, which no start comes upon,', () => {
  test('is answered with 503, and told by /readyz and in the log, with the line that puts the newest backup in place', async () => {
    const { server, backup } = await serveDamaged('sign_in_limits', 'sign_in_links')
    await using _server = server
    const ready = await server.fetch('/readyz')
    expect({ status: ready.status, said: await ready.json() }).toEqual({
      status: 503,
      said: { error: { code: 'unavailable', message: 'database: file damaged' } },
    })
    const body = JSON.stringify({ email: 'ann@example.org' })
    const headers = { 'Content-Type': 'application/json' }
    const link = await server.fetch('/api/v1/auth/link', { method: 'POST', headers, body })
    expect({ status: link.status, said: await link.json() }).toMatchObject({
      status: 503,
      said: { error: { code: 'unavailable' } },
    })
    expect((await server.fetch('/livez')).status).toBe(200)
    await expectTold(server, backup)

    expect(await server.stop()).toBe(0)
    await server.cliJson(['restore', backup])
    await server.start()
    await eventually(async () => (await server.fetch('/readyz')).status === 200)
  })

  test('is told in the log as well where only the work that is done by itself comes upon it', async () => {
    const { server, backup } = await serveDamaged('leases')
    await using _server = server
    await expectTold(server, backup)
    expect((await server.fetch('/readyz')).status).toBe(503)
  })
})
