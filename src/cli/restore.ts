import { closeSync, existsSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import type { Config } from '../config.ts'
import { BackupFault, type Manifest, partOf, stampOf, type TellProgress } from '../domain/backup.ts'
import { path } from '../setting-values.ts'
import { dropParts } from '../storage/sqlite/backup.ts'
import { freePath, piecesOf, readManifest, sha256Of, writeManifest } from '../storage/sqlite/manifest.ts'
import { fingerprintIn, isKeyOf } from '../storage/sqlite/master-key.ts'
import { migrations } from '../storage/sqlite/migrate.ts'
import { DatabaseInUse, makeReady, replaceSqlite } from '../storage/sqlite/restore.ts'
import { checkSqlite } from '../storage/sqlite/verify.ts'
import { backupsArePostgres } from './backup.ts'
import { clockOf } from './clock.ts'
import { configuredCommand } from './command.ts'
import { mustBeFile } from './database.ts'
import { CliFailure, exit } from './exit.ts'
import { operand, toggle } from './flag.ts'
import { lockDataFolder } from './lock.ts'
import { fingerprintAtHand, keyAtHand, keyPathOf, whereKeyIs, wrongKeyFailure } from './master-key.ts'
import { closeToOthers } from './privacy.ts'
import { inBytes, makeProgress } from './progress.ts'
import { sayMended } from './recount-lists.ts'

/** Puts a verified backup in the database's place. */
export const restoreCommand = configuredCommand({
  words: 'restore',
  about:
    'Puts a backup in place of the database, after checking it; where its lists are not as long as they say, they are counted anew. The ' +
    'database that was there moves into a folder before-restore-… beside it. Refuses while a server runs (3), a backup that is damaged (6), ' +
    'of a later release (4) or of another key (5).',
  examples: ['restore charabanc-data/backups/daily-20260520T081102Z.sqlite', 'restore /mnt/litestream.sqlite --no-manifest'],
  flags: {
    file: operand('FILE', 'The backup.', path),
    noManifest: toggle('Takes a database file that has no manifest beside it, checked in itself only.'),
  },
  async run({ flags, config, out }) {
    const databasePath = mustBeFile(config, backupsArePostgres)
    const now = clockOf(config)()
    mustBeBackup(flags.file)
    using _lock = lockDataFolder(config.dataDir)
    const progress = makeProgress()
    for (const sentence of closeToOthers(config)) progress.say(sentence)
    const manifest = flags.noManifest ? null : mustReadManifest(flags.file)
    refuseWrongKey(config, manifest)

    const incoming = partOf(`${databasePath}.restored`)
    let restored: Restored
    try {
      const schema = takeIn(flags.file, incoming, manifest, progress.tell)
      const held = keyAtHand(config)
      if (held !== null && !isKeyOf(incoming, held)) throw wrongKeyFailure(config)
      const mended = makeReady(incoming, now)
      if (mended !== null) progress.say(sayMended(mended))
      restored = putInPlace(databasePath, incoming, schema, config, now)
    } finally {
      progress.end()
      dropParts(incoming)
    }

    const { schema, bytes, aside, wayBack } = restored
    const answer = { restored: flags.file, database: databasePath, bytes, schema, moved_to: aside, way_back: wayBack }
    const lines = [`${databasePath} is now ${flags.file} (${inBytes(bytes)}, schema ${schema}, verified).`]
    if (aside !== null) lines.push(`What was there lies in ${aside}.`)
    if (wayBack !== null) lines.push(`The way back: ${wayBack}`)
    await out.answer(answer, lines.join('\n'))
    for (const sentence of remarksOn(config, manifest, schema)) await out.remark(sentence)
  },
})

type Restored = {
  readonly schema: string
  readonly bytes: number
  readonly aside: string | null
  readonly wayBack: string | null
}

function mustBeBackup(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new BackupFault(`There is no file ${file}.`, false)
  if (!found.isFile()) throw new BackupFault(`${file} is not a file; name the backup itself.`, false)
}

function mustReadManifest(file: string): Manifest {
  const manifest = readManifest(file)
  if (manifest !== null) return manifest
  const hint = 'Bring it along, or say --no-manifest for a file of other origin.'
  throw new BackupFault(`${file}.json, which would tell whether ${file} is whole, is not there. ${hint}`, true)
}

/** With another key in place the server would start, and fail at each thing it cannot open. */
function refuseWrongKey(config: Config, manifest: Manifest | null): void {
  const held = fingerprintAtHand(config)
  if (manifest === null || manifest.keyFingerprint === null || held === null || held === manifest.keyFingerprint) return
  const hint = 'Bring back the key that belongs to the backup first.'
  throw new CliFailure(
    exit.settingMissing,
    `The secrets in this backup are encrypted with another key than ${whereKeyIs(config)}. ${hint}`,
  )
}

/** Copies the backup beside the database, checks what has arrived there, and answers its schema. */
function takeIn(file: string, incoming: string, manifest: Manifest | null, tell: TellProgress): string {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new BackupFault(`${file}-wal lies beside it, so ${file} alone is not the whole database.`, true)
  dropParts(incoming)
  const sha256 = copyFile(file, incoming, tell)
  if (manifest !== null && sha256 !== manifest.sha256)
    throw new BackupFault(`${file} is not what its manifest says: SHA-256 ${sha256} instead of ${manifest.sha256}.`, true)
  tell('checking', 0, null)
  const schema = checkSqlite(incoming, file)
  const known = migrations.at(-1)?.name ?? ''
  if (schema > known) {
    const sentence = `The backup has schema ${schema}; this release knows up to ${known}. Use a newer charabanc.`
    throw new CliFailure(exit.schemaNewer, sentence)
  }
  return schema
}

function copyFile(from: string, to: string, tell: TellProgress): string {
  const hasher = new Bun.CryptoHasher('sha256')
  const total = statSync(from).size
  const file = openSync(to, 'wx', 0o600)
  try {
    let done = 0
    for (const piece of piecesOf(from)) {
      hasher.update(piece)
      for (let written = 0; written < piece.length; ) written += writeSync(file, piece, written)
      done += piece.length
      tell('copying', done, total)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return hasher.digest('hex')
}

/**
 * Puts a checked copy in the database's place, and what was there aside. That gets a manifest where it is sound, so
 * that the way back is a restore like any other.
 */
function putInPlace(databasePath: string, incoming: string, schema: string, config: Config, now: number): Restored {
  const bytes = statSync(incoming).size
  const aside = freePath(join(config.dataDir, `before-restore-${stampOf(now)}`))
  const { wasThere, wasSound } = replace(databasePath, incoming, aside)
  if (!wasThere) return { schema, bytes, aside: existsSync(aside) ? aside : null, wayBack: null }
  const old = join(aside, 'charabanc.sqlite')
  const isWhole = wasSound && describeOld(old, config, now)
  const wayBack = isWhole ? `charabanc restore ${old}` : `charabanc restore ${old} --no-manifest (it was not sound)`
  return { schema, bytes, aside, wayBack }
}

function replace(databasePath: string, incoming: string, aside: string): { wasThere: boolean; wasSound: boolean } {
  try {
    return replaceSqlite(databasePath, incoming, aside)
  } catch (fault) {
    if (!(fault instanceof DatabaseInUse)) throw fault
    throw new CliFailure(exit.occupied, `Another process has ${databasePath} open. End it first; nothing was changed.`)
  }
}

function describeOld(old: string, config: Config, now: number): boolean {
  try {
    const schema = checkSqlite(old)
    const facts = { madeAt: now, release: version, keyFingerprint: fingerprintIn(old) ?? fingerprintAtHand(config) }
    writeManifest(old, { sha256: sha256Of(old), bytes: statSync(old).size, schema, ...facts })
    return true
  } catch (fault) {
    if (fault instanceof BackupFault) return false
    throw fault
  }
}

function remarksOn(config: Config, manifest: Manifest | null, schema: string): string[] {
  const remarks = []
  const known = migrations.at(-1)?.name ?? ''
  if (schema < known) remarks.push(`The next start brings it from schema ${schema} to ${known}, after a backup.`)
  if (fingerprintAtHand(config) === null && manifest?.keyFingerprint !== null)
    remarks.push(
      `The key is not there yet: put it at ${keyPathOf(config)} (mode 0600) or set CHARABANC_MASTER_KEY before the next start.`,
    )
  return remarks
}
