import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { toInstant } from '../../src/domain/instant.ts'
import { runExecutable, spawnExecutable } from '../support/command-line.ts'
import { integrityCheckOf, querySqliteFile, writeToSqliteFile } from '../support/database-rows.ts'
import { makeFolder } from '../support/folder.ts'
import { Market, OperatorClient, ok, openMarket } from '../support/market.ts'
import { signInDriverByLink } from '../support/people.ts'
import { copyReleaseInto } from '../support/released.ts'
import { startServer } from '../support/server.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

/** Words that occur only in the address or the token. */
const path = '/hooks/quillfeather-7781'
const pushToken = 'apns-marrowfat-4412'
const clear = /quillfeather|marrowfat/

const another = Buffer.alloc(32, 'k9').toString('base64')

/** Subscribes with a label that does not contain the address. */
async function subscribe(desk: OperatorClient, url: string): Promise<void> {
  ok(await desk.post('/webhooks', { label: 'Back office', endpoint_url: url, events: ['job.offered'] }))
}

/** Names of the database files that contain the address or the token in clear. */
function foundIn(dataDir: string): string[] {
  const files = readdirSync(dataDir).filter((name) => name.startsWith('charabanc.sqlite'))
  expect(files).toContain('charabanc.sqlite')
  return files.filter((name) => clear.test(readFileSync(`${dataDir}/${name}`, 'latin1')))
}

/** Writes a 0.1.0 database with the webhook address `url` and device tokens in clear, in live and deleted rows. */
function writeClearDatabase(dataDir: string, url: string, devices = 1) {
  const about = copyReleaseInto('release-0.1.0', dataDir)
  writeToSqliteFile(
    `${dataDir}/charabanc.sqlite`,
    'PRAGMA secure_delete = OFF',
    `UPDATE webhook_subscriptions SET endpoint_url = '${url}'`,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${devices + 400})
     INSERT INTO devices (driver_id, name, push_platform, push_token, created_at)
     SELECT 1, 'Pat’s phone', 'ios', '${pushToken}-' || i, 0 FROM n`,
    'DELETE FROM devices WHERE id % 400 <> 1 AND id <= 400',
  )
  expect(foundIn(dataDir)).toEqual(['charabanc.sqlite'])
  return about
}

describe('encrypted webhook addresses and push tokens', () => {
  test('encrypts addresses and tokens in the data folder and backups, and shows them to their owners', async () => {
    using receiver = startWebhookReceiver()
    await using market = await openMarket({ isFile: true, env: receiver.env })
    const { dataDir } = market.server
    const dales = await market.operator()
    await subscribe(dales, receiver.url(path))
    const driver = await signInDriverByLink(market, dales.ref, await dales.driver())
    const body = { platform: 'ios', token: pushToken }
    ok(await market.call('PUT', '/api/v1/driver/push-token', { token: driver.token, body }))
    await market.trip([dales])
    await receiver.exactly(1, path)

    expect(foundIn(dataDir)).toEqual([])
    const { file } = await market.server.cliJson<{ file: string }>(['backup'])
    expect(readFileSync(file, 'latin1')).not.toMatch(clear)
    expect(querySqliteFile(file, 'SELECT endpoint_host FROM webhook_subscriptions')).toEqual([
      { endpoint_host: `127.0.0.1:${receiver.port}` },
    ])
    expect(market.server.stderr).not.toMatch(clear)

    expect(ok(await dales.get('/webhooks'))[0].endpoint_url).toBe(receiver.url(path))
    const listing = ['webhook', 'list', '--operator', dales.ref]
    expect((await market.server.cli([...listing, '--show-url'])).stdout).toContain(receiver.url(path))
    expect((await market.server.cli(listing)).stdout).not.toMatch(clear)
    const { devices } = ok(await market.call('GET', '/api/v1/driver/privacy/export', { token: driver.token })).categories
    expect(devices.records[0].push_token).toBe(pushToken)

    await market.server.stop()
    expect(foundIn(dataDir)).toEqual([])
    expect((await runExecutable(['restore', file], { dataDir })).exitCode).toBe(0)
    await market.server.start()
    expect(ok(await dales.get('/webhooks'))[0].endpoint_url).toBe(receiver.url(path))
    await market.trip([dales])
    await receiver.exactly(2, path)
  })

  test('shows only the host of an address, and no token, when decryption fails', async () => {
    using receiver = startWebhookReceiver()
    await using market = await openMarket({ isFile: true, env: receiver.env })
    const dales = await market.operator()
    await subscribe(dales, receiver.url(path))
    const driver = await signInDriverByLink(market, dales.ref, await dales.driver())
    const body = { platform: 'ios', token: pushToken }
    ok(await market.call('PUT', '/api/v1/driver/push-token', { token: driver.token, body }))
    const [file, from] = [`${market.server.dataDir}/charabanc.sqlite`, 'encrypted_secret FROM webhook_subscriptions']
    writeToSqliteFile(
      file,
      'UPDATE webhook_subscriptions SET encrypted_endpoint_url = encrypted_secret',
      `UPDATE devices SET encrypted_push_token = (SELECT ${from}) WHERE encrypted_push_token IS NOT NULL`,
    )

    expect(ok(await dales.get('/webhooks'))[0].endpoint_url).toBe(`127.0.0.1:${receiver.port}`)
    expect((await market.server.cli(['webhook', 'list', '--operator', dales.ref])).exitCode).toBe(0)
    const { devices } = ok(await market.call('GET', '/api/v1/driver/privacy/export', { token: driver.token })).categories
    expect(devices.records[0].push_token).toBeNull()
  })

  test('refuses to start without the key when only push tokens are encrypted', async () => {
    await using market = await openMarket({ isFile: true })
    const { dataDir } = market.server
    const dales = await market.operator()
    const driver = await signInDriverByLink(market, dales.ref, await dales.driver())
    const body = { platform: 'ios', token: pushToken }
    ok(await market.call('PUT', '/api/v1/driver/push-token', { token: driver.token, body }))
    await market.server.stop()
    writeToSqliteFile(`${dataDir}/charabanc.sqlite`, 'DELETE FROM messages', 'DELETE FROM stored_responses')
    rmSync(`${dataDir}/master.key`)

    const { exitCode, stderr } = await runExecutable(['serve', '--listen', '127.0.0.1:0'], { dataDir })
    expect([exitCode, stderr]).toEqual([
      5,
      expect.stringContaining('The secrets in the database are encrypted, but CHARABANC_MASTER_KEY is not set'),
    ])
    expect(existsSync(`${dataDir}/master.key`)).toBe(false)
  })
})

describe('clear-text addresses and tokens of release 0.1.0', () => {
  test('encrypts clear values at the first start, leaves no trace of them, and keeps webhooks working', async () => {
    using folder = makeFolder()
    using receiver = startWebhookReceiver()
    const dataDir = folder.at('data')
    const about = writeClearDatabase(dataDir, receiver.url(path))
    writeFileSync(folder.at('clock'), `${Math.round((about.made_at_ms - Date.now()) / 1_000)}\n`)
    const env = { ...receiver.env, CHARABANC_CLOCK_FILE: folder.at('clock'), CHARABANC_PAYMENTS: 'sandbox' }

    await using server = await startServer({ isFile: true, dataDir, env })
    expect(foundIn(dataDir)).toEqual([])

    const market = new Market(server, about.platform_token)
    const dales = new OperatorClient(market, about.operators.dales.ref, about.operators.dales.token)
    expect(ok(await dales.get('/webhooks'))[0].endpoint_url).toBe(receiver.url(path))
    await market.trip([dales], {
      departs_at: toInstant(about.made_at_ms + 90 * 86_400_000),
      returns_at: null,
      quote_by: toInstant(about.made_at_ms + 86_400_000),
    })
    await receiver.atLeast(1, path)
    expect(querySqliteFile(`${dataDir}/charabanc.sqlite`, 'SELECT endpoint_host FROM webhook_subscriptions')).toEqual([
      { endpoint_host: `127.0.0.1:${receiver.port}` },
    ])
    expect(foundIn(dataDir)).toEqual([])
    await server.stop()
    expect(foundIn(dataDir)).toEqual([])
  })

  test.each([
    ['missing', {}, (dataDir: string) => rmSync(`${dataDir}/master.key`), /master\.key is missing/],
    [
      'wrong',
      { CHARABANC_MASTER_KEY: another },
      () => {},
      /encrypted with a key other than CHARABANC_MASTER_KEY\. .* Nothing was changed/,
    ],
  ])('keeps the database unchanged when the key is %s', async (_, env, prepare, sentence) => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    writeClearDatabase(dataDir, `https://hooks.example.com${path}`)
    prepare(dataDir)

    for (const words of [['serve', '--listen', '127.0.0.1:0'], ['migrate'], ['operator', 'list']]) {
      const { exitCode, stderr } = await runExecutable(words, { dataDir, env })
      expect([words, exitCode, stderr]).toEqual([words, 5, expect.stringMatching(sentence)])
    }
    expect(querySqliteFile(`${dataDir}/charabanc.sqlite`, 'SELECT endpoint_url FROM webhook_subscriptions')).toEqual([
      { endpoint_url: `https://hooks.example.com${path}` },
    ])
    expect(querySqliteFile(`${dataDir}/charabanc.sqlite`, 'SELECT name FROM schema_migrations')).toEqual([{ name: '0000_first' }])
    expect(existsSync(`${dataDir}/backups`)).toBe(false)
  })

  test('encrypts all or nothing after kill -9, and leaves no trace after a completed migration', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const file = `${dataDir}/charabanc.sqlite`
    writeClearDatabase(dataDir, `https://hooks.example.com${path}`, 6_000)
    const original = readFileSync(file)
    const restoreOriginal = () => {
      for (const name of readdirSync(dataDir)) if (name !== 'master.key') rmSync(`${dataDir}/${name}`, { recursive: true })
      writeFileSync(file, original)
    }
    const migrating = () => spawnExecutable(['migrate'], { dataDir, cwd: folder.path })
    const startedAt = performance.now()
    expect(await migrating().exited).toBe(0)
    const wholeMs = performance.now() - startedAt
    expect(foundIn(dataDir)).toEqual([])

    const outcomes = new Set<string>()
    for (let round = 1; round <= 6; round++) {
      restoreOriginal()
      const child = migrating()
      // The first kills are close together, because a later run can take a fraction of the first run's time.
      const killing = setTimeout(() => child.kill('SIGKILL'), wholeMs * (round / 6) ** 3)
      await child.exited
      clearTimeout(killing)

      writeToSqliteFile(file, 'PRAGMA user_version')
      expect(integrityCheckOf(file)).toBe('ok')
      const [column = ''] = querySqliteFile<{ name: string }>(
        file,
        "SELECT name FROM pragma_table_info('devices') WHERE name LIKE '%push_token'",
      ).map(({ name }) => name)
      const isClear = querySqliteFile<{ clear: number }>(
        file,
        `SELECT ${column} LIKE 'apns-%' AS clear FROM devices GROUP BY 1`,
      ).map((row) => row.clear)
      outcomes.add(column)
      expect(isClear).toEqual([column === 'push_token' ? 1 : 0])

      expect(await migrating().exited).toBe(0)
      expect(foundIn(dataDir)).toEqual([])
    }
    expect(outcomes).toContain('push_token')
  })
})
