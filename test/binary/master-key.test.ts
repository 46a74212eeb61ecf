import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { boundTo, type EncryptedKind } from '../../src/storage/rows/encryption.ts'
import { createSecretBox } from '../../src/storage/secret-box.ts'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { everyRowOf, querySqliteFile, writeToSqliteFile } from '../support/database-rows.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { copyReleaseInto, releases } from '../support/released.ts'

const anyPort = ['--listen', '127.0.0.1:0']
const dales = ['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London']
const another = Buffer.alloc(32, 'k9').toString('base64')

/** Whatever opens the database for writing, and what says whether a start would. */
const starts = [['serve', ...anyPort], ['migrate'], ['operator', 'list'], dales, ['setup', 'link'], ['config', 'check']]

/** A data folder with one account, in whose database nothing is encrypted. */
async function openAccount(folder: Folder): Promise<string> {
  const dataDir = folder.at('data')
  await runExecutableJson(dales, { dataDir })
  return dataDir
}

function notedIn(dataDir: string): unknown[] {
  return querySqliteFile(`${dataDir}/charabanc.sqlite`, "SELECT value FROM server_settings WHERE name = 'master_key'")
}

type Findings = { readonly checks: readonly { readonly check: string; readonly state: string; readonly found: string }[] }

async function keyFoundBy(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { stdout } = await runExecutable(['doctor', '--json'], { dataDir, env: { CHARABANC_LISTEN: '127.0.0.1:0', ...env } })
  const { checks } = JSON.parse(stdout) as Findings
  const about = checks.filter(({ check }) => check === 'key')
  // One that is wrong is in no other way right.
  if (about.some(({ state }) => state === 'fail')) expect(about.map(({ state }) => state)).toEqual(['fail'])
  return about.filter(({ state }) => state === 'fail').map(({ found }) => found)
}

describe('another key than that of the database', () => {
  test.each([
    ['in the environment', () => ({ CHARABANC_MASTER_KEY: another }), 'CHARABANC_MASTER_KEY'],
    [
      'in the data folder',
      (dataDir: string) => {
        writeFileSync(`${dataDir}/master.key`, `${another}\n`)
        return {}
      },
      '/master.key',
    ],
  ])(
    '%s is refused by every start with 5, also where nothing is encrypted yet, and nothing is written',
    async (_, put, named) => {
      using folder = makeFolder()
      const dataDir = await openAccount(folder)
      const env = put(dataDir)
      const [before, key] = [await everyRowOf(dataDir), readFileSync(`${dataDir}/master.key`)]

      for (const words of starts) {
        const { exitCode, stdout, stderr } = await runExecutable(words, { dataDir, env })
        expect({ words, exitCode, stdout }).toEqual({ words, exitCode: 5, stdout: '' })
        expect(stderr).toMatch(/encrypted with another key than .+\. Bring the right one back .+ Nothing was changed\.\n$/)
        expect(stderr).toContain(named)
      }
      expect(await keyFoundBy(dataDir, env)).toEqual([expect.stringContaining(named)])
      expect(await everyRowOf(dataDir)).toEqual(before)
      expect(readFileSync(`${dataDir}/master.key`)).toEqual(key)
    },
  )

  test('is told with where the right one may lie, and a key that is gone or garbled as what it is', async () => {
    using folder = makeFolder()
    const dataDir = await openAccount(folder)
    const both = await runExecutable(['operator', 'list'], { dataDir, env: { CHARABANC_MASTER_KEY: another } })
    expect(both.stderr).toContain(`Or unset CHARABANC_MASTER_KEY: ${dataDir}/master.key holds one, too.`)
    expect(await keyFoundBy(dataDir)).toEqual([])

    const key = readFileSync(`${dataDir}/master.key`, 'utf8')
    writeFileSync(`${dataDir}/master.key`, 'garbled')
    const garbled = await runExecutable(['serve', ...anyPort], { dataDir })
    expect((await runExecutable(['config', 'check'], { dataDir })).exitCode).toBe(5)
    expect(garbled).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('master.key does not hold a key of 32 bytes') })
    expect(await keyFoundBy(dataDir)).toEqual([expect.stringContaining('master.key does not hold a key of 32 bytes')])

    rmSync(`${dataDir}/master.key`)
    const gone = await runExecutable(['serve', ...anyPort], { dataDir })
    expect((await runExecutable(['config', 'check'], { dataDir })).exitCode).toBe(5)
    expect(gone).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('master.key is gone') })
    expect(existsSync(`${dataDir}/master.key`)).toBe(false)

    writeFileSync(`${dataDir}/master.key`, key, { mode: 0o600 })
    expect(await runExecutable(['operator', 'list'], { dataDir })).toMatchObject({ exitCode: 0 })
    expect(await runExecutable(['config', 'check'], { dataDir })).toMatchObject({ exitCode: 0 })
  })

  test('is not vouched for by a backup that was made beside it', async () => {
    using folder = makeFolder()
    const dataDir = await openAccount(folder)
    const env = { CHARABANC_MASTER_KEY: another }
    const { file } = await runExecutableJson<{ file: string }>(['backup', '--to', folder.at('copy.sqlite')], { dataDir, env })

    expect(await runExecutable(['restore', file], { dataDir, env })).toMatchObject({ exitCode: 5 })
    rmSync(`${file}.json`)
    const plainly = await runExecutable(['restore', file, '--no-manifest'], { dataDir, env })
    expect(plainly).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('encrypted with another key') })
    expect(await runExecutable(['restore', file, '--no-manifest'], { dataDir })).toMatchObject({ exitCode: 0 })
  })
})

describe('a database from before it remembered its key', () => {
  const insert: Partial<Record<EncryptedKind, (text: string) => string>> = {
    'server-setting': (text) =>
      `INSERT INTO server_settings (name, value, encrypted, updated_at) VALUES ('mail_server', '{"host":"h","port":1}', '${text}', 0)`,
    'push-token': (text) =>
      `INSERT INTO devices (id, driver_id, name, push_platform, encrypted_push_token, created_at) VALUES (1, 1, 'x', 'ios', '${text}', 0)`,
    message: (text) =>
      `INSERT INTO messages (id, channel, recipient, encrypted, status, attempts, created_at) VALUES (1, 'mail', 'x', '${text}', 'sent', 1, 0)`,
    'kept-answer': (text) =>
      `INSERT INTO stored_responses (id, scope, key, fingerprint, state, boot_id, encrypted, created_at, expires_at)
       VALUES ('1', 's', 'k', 'f', 'completed', 'b', '${text}', 0, 9e15)`,
  }

  test.each(Object.entries(insert))('knows it by what is encrypted: %s', async (kind, inserted) => {
    using folder = makeFolder()
    const dataDir = await openAccount(folder)
    const key = Buffer.from(readFileSync(`${dataDir}/master.key`, 'utf8'), 'base64')
    const row = kind === 'server-setting' ? 'mail_server' : 1
    const text = createSecretBox(key).encrypt('sealed', boundTo(kind as EncryptedKind, row))
    const forget = "DELETE FROM server_settings WHERE name = 'master_key'"
    writeToSqliteFile(`${dataDir}/charabanc.sqlite`, 'PRAGMA foreign_keys = OFF', forget, inserted(text))

    const env = { CHARABANC_MASTER_KEY: another }
    expect(await runExecutable(['operator', 'list'], { dataDir, env })).toMatchObject({ exitCode: 5 })
    expect(await keyFoundBy(dataDir, env)).toHaveLength(1)
    expect(notedIn(dataDir)).toEqual([])
    expect(await runExecutable(['operator', 'list'], { dataDir })).toMatchObject({ exitCode: 0 })
    expect(notedIn(dataDir)).toHaveLength(1)
  })

  test.each(releases)('of %s too, where an upgrade remembers it', async (release) => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    copyReleaseInto(release, dataDir)
    const refused = await runExecutable(['migrate'], { dataDir, env: { CHARABANC_MASTER_KEY: another } })
    expect(refused).toMatchObject({ exitCode: 5 })
    expect(existsSync(`${dataDir}/backups`)).toBe(false)
    expect(await runExecutable(['migrate'], { dataDir })).toMatchObject({ exitCode: 0 })
    expect(notedIn(dataDir)).toHaveLength(1)
  })

  test('and without anything encrypted takes the first it is opened with, as after a start that was cut short', async () => {
    using folder = makeFolder()
    const dataDir = await openAccount(folder)
    writeToSqliteFile(`${dataDir}/charabanc.sqlite`, "DELETE FROM server_settings WHERE name = 'master_key'")
    rmSync(`${dataDir}/master.key`)
    expect(await runExecutable(['operator', 'list'], { dataDir })).toMatchObject({ exitCode: 0 })
    expect(existsSync(`${dataDir}/master.key`)).toBe(true)
    expect(notedIn(dataDir)).toHaveLength(1)
  })
})
