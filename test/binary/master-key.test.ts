import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { buildRowContext, type EncryptedKind } from '../../src/storage/rows/encryption.ts'
import { createSecretBox } from '../../src/storage/secret-box.ts'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { everyRowOf, querySqliteFile, writeToSqliteFile } from '../support/database-rows.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { copyReleaseInto, releases } from '../support/released.ts'

const anyPort = ['--listen', '127.0.0.1:0']
const dales = ['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London']
const another = Buffer.alloc(32, 'k9').toString('base64')

/** Commands that open the database for writing, and `config check`, which predicts a start. */
const starts = [['serve', ...anyPort], ['migrate'], ['operator', 'list'], dales, ['setup', 'link'], ['config', 'check']]

/** A data folder with one account and nothing encrypted in its database. */
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
  // A failed check of the key is its only finding.
  if (about.some(({ state }) => state === 'fail')) expect(about.map(({ state }) => state)).toEqual(['fail'])
  return about.filter(({ state }) => state === 'fail').map(({ found }) => found)
}

describe('wrong key', () => {
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
    'stops every start with exit code 5 and writes nothing, even without encrypted data, when it is %s',
    async (_, put, named) => {
      using folder = makeFolder()
      const dataDir = await openAccount(folder)
      const env = put(dataDir)
      const [before, key] = [await everyRowOf(dataDir), readFileSync(`${dataDir}/master.key`)]

      for (const words of starts) {
        const { exitCode, stdout, stderr } = await runExecutable(words, { dataDir, env })
        expect({ words, exitCode, stdout }).toEqual({ words, exitCode: 5, stdout: '' })
        expect(stderr).toMatch(/encrypted with a key other than .+\. Restore the key .+ Nothing was changed\.\n$/)
        expect(stderr).toContain(named)
      }
      expect(await keyFoundBy(dataDir, env)).toEqual([expect.stringContaining(named)])
      expect(await everyRowOf(dataDir)).toEqual(before)
      expect(readFileSync(`${dataDir}/master.key`)).toEqual(key)
    },
  )

  test('reports where the right key may be, and a missing or garbled key', async () => {
    using folder = makeFolder()
    const dataDir = await openAccount(folder)
    const both = await runExecutable(['operator', 'list'], { dataDir, env: { CHARABANC_MASTER_KEY: another } })
    expect(both.stderr).toContain(`Or unset CHARABANC_MASTER_KEY: ${dataDir}/master.key also contains a key.`)
    expect(await keyFoundBy(dataDir)).toEqual([])

    const key = readFileSync(`${dataDir}/master.key`, 'utf8')
    writeFileSync(`${dataDir}/master.key`, 'garbled')
    const garbled = await runExecutable(['serve', ...anyPort], { dataDir })
    expect((await runExecutable(['config', 'check'], { dataDir })).exitCode).toBe(5)
    expect(garbled).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('master.key does not contain a key of 32 bytes'),
    })
    expect(await keyFoundBy(dataDir)).toEqual([expect.stringContaining('master.key does not contain a key of 32 bytes')])

    rmSync(`${dataDir}/master.key`)
    const missing = await runExecutable(['serve', ...anyPort], { dataDir })
    expect((await runExecutable(['config', 'check'], { dataDir })).exitCode).toBe(5)
    expect(missing).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('master.key is missing') })
    expect(existsSync(`${dataDir}/master.key`)).toBe(false)

    writeFileSync(`${dataDir}/master.key`, key, { mode: 0o600 })
    expect(await runExecutable(['operator', 'list'], { dataDir })).toMatchObject({ exitCode: 0 })
    expect(await runExecutable(['config', 'check'], { dataDir })).toMatchObject({ exitCode: 0 })
  })

  test('fails to restore a backup that was made beside it', async () => {
    using folder = makeFolder()
    const dataDir = await openAccount(folder)
    const env = { CHARABANC_MASTER_KEY: another }
    const { file } = await runExecutableJson<{ file: string }>(['backup', '--to', folder.at('copy.sqlite')], { dataDir, env })

    expect(await runExecutable(['restore', file], { dataDir, env })).toMatchObject({ exitCode: 5 })
    rmSync(`${file}.json`)
    const plainly = await runExecutable(['restore', file, '--no-manifest'], { dataDir, env })
    expect(plainly).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('encrypted with a key other than CHARABANC_MASTER_KEY'),
    })
    expect(await runExecutable(['restore', file, '--no-manifest'], { dataDir })).toMatchObject({ exitCode: 0 })
  })
})

describe('database without a stored key check', () => {
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

  test.each(Object.entries(insert))('recognises its key by an encrypted %s', async (kind, inserted) => {
    using folder = makeFolder()
    const dataDir = await openAccount(folder)
    const key = Buffer.from(readFileSync(`${dataDir}/master.key`, 'utf8'), 'base64')
    const row = kind === 'server-setting' ? 'mail_server' : 1
    const text = createSecretBox(key).encrypt('sealed', buildRowContext(kind as EncryptedKind, row))
    const forget = "DELETE FROM server_settings WHERE name = 'master_key'"
    writeToSqliteFile(`${dataDir}/charabanc.sqlite`, 'PRAGMA foreign_keys = OFF', forget, inserted(text))

    const env = { CHARABANC_MASTER_KEY: another }
    expect(await runExecutable(['operator', 'list'], { dataDir, env })).toMatchObject({ exitCode: 5 })
    expect(await keyFoundBy(dataDir, env)).toHaveLength(1)
    expect(notedIn(dataDir)).toEqual([])
    expect(await runExecutable(['operator', 'list'], { dataDir })).toMatchObject({ exitCode: 0 })
    expect(notedIn(dataDir)).toHaveLength(1)
  })

  test.each(releases)('rejects a wrong key in the database of %s, and stores the right one on upgrade', async (release) => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    copyReleaseInto(release, dataDir)
    const refused = await runExecutable(['migrate'], { dataDir, env: { CHARABANC_MASTER_KEY: another } })
    expect(refused).toMatchObject({ exitCode: 5 })
    expect(existsSync(`${dataDir}/backups`)).toBe(false)
    expect(await runExecutable(['migrate'], { dataDir })).toMatchObject({ exitCode: 0 })
    expect(notedIn(dataDir)).toHaveLength(1)
  })

  test('accepts the first key when nothing is encrypted, as after an interrupted start', async () => {
    using folder = makeFolder()
    const dataDir = await openAccount(folder)
    writeToSqliteFile(`${dataDir}/charabanc.sqlite`, "DELETE FROM server_settings WHERE name = 'master_key'")
    rmSync(`${dataDir}/master.key`)
    expect(await runExecutable(['operator', 'list'], { dataDir })).toMatchObject({ exitCode: 0 })
    expect(existsSync(`${dataDir}/master.key`)).toBe(true)
    expect(notedIn(dataDir)).toHaveLength(1)
  })
})
