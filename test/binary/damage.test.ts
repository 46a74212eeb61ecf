import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { querySqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { type Server, startServer } from '../support/server.ts'

/** Starts a server with unreadable tables in its database, and a sound backup of it. */
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

function damageLines(server: Server): Record<string, unknown>[] {
  const lines = server.stderr.split('\n').filter((line) => line.includes('"database unavailable"'))
  return lines.map((line) => JSON.parse(line))
}

/** Expects one log line with the fault, the file and the command to restore it. */
async function expectDamageLogged(server: Server, backup: string): Promise<void> {
  await eventually(() => damageLines(server).length > 0)
  expect(damageLines(server)).toEqual([
    expect.objectContaining({
      level: 'error',
      code: expect.stringMatching(/^SQLITE_CORRUPT/),
      trouble: 'file damaged',
      database: join(server.dataDir, 'charabanc.sqlite'),
      wayBack: expect.stringContaining(`\`charabanc restore ${backup} --data-dir ${server.dataDir}\``),
    }),
  ])
}

describe('a damaged database page that a start does not read', () => {
  test('causes a 503, and is reported by /readyz and in the log with the command to restore', async () => {
    const { server, backup } = await serveDamaged('sign_in_limits', 'sign_in_links')
    await using _server = server
    const ready = await server.fetch('/readyz')
    expect({ status: ready.status, body: await ready.json() }).toEqual({
      status: 503,
      body: { error: { code: 'unavailable', message: 'database: file damaged' } },
    })
    const body = JSON.stringify({ email: 'ann@example.org' })
    const headers = { 'Content-Type': 'application/json' }
    const link = await server.fetch('/api/v1/auth/link', { method: 'POST', headers, body })
    expect({ status: link.status, body: await link.json() }).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable' } },
    })
    expect((await server.fetch('/livez')).status).toBe(200)
    await expectDamageLogged(server, backup)

    expect(await server.stop()).toBe(0)
    await server.cliJson(['restore', backup])
    await server.start()
    await eventually(async () => (await server.fetch('/readyz')).status === 200)
  })

  test('is logged too when only automatic work reads it', async () => {
    const { server, backup } = await serveDamaged('leases')
    await using _server = server
    await expectDamageLogged(server, backup)
    expect((await server.fetch('/readyz')).status).toBe(503)
  })
})
