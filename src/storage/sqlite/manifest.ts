import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'
import { type Backup, BackupFault, isFromAhead, type Manifest } from '../../domain/backup.ts'
import { codeOf } from '../../domain/fault-text.ts'
import { parseInstant, toInstant } from '../../domain/instant.ts'

/** Writes the manifest of the backup at `path`; it appears whole and is on the disk before this returns. */
export function writeManifest(path: string, { sha256, bytes, schema, madeAt, release, keyFingerprint }: Manifest): void {
  const written = {
    file: basename(path),
    sha256,
    bytes,
    schema,
    made_at: toInstant(madeAt),
    release,
    sealed_with: keyFingerprint,
  }
  const part = `${path}.json.part`
  writeFileSync(part, `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 })
  syncFile(part)
  renameSync(part, `${path}.json`)
}

/** The manifest of the backup at `path`, or null where there is none. Throws a BackupFault where it makes no sense. */
export function readManifest(path: string): Manifest | null {
  const text = textIfThere(`${path}.json`)
  if (text === null) return null
  const manifest = manifestIn(text)
  if (manifest === null) throw new BackupFault(`${path}.json is no manifest of a backup.`, true)
  return manifest
}

/**
 * The backups of a folder that have a manifest, newest first, behind them those from a time later than `now` (ms); none where there is no
 * such folder.
 */
export function listBackups(folder: string, now: number): Backup[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .flatMap((name) => {
      const path = join(folder, name)
      const manifest = manifestIn(textIfThere(`${path}.json`) ?? '')
      return manifest === null ? [] : [{ ...manifest, path }]
    })
    .sort((a, b) => Number(isFromAhead(a, now)) - Number(isFromAhead(b, now)) || b.madeAt - a.madeAt)
}

/** `path`, or the next one like it where that is taken: a name stamped with whole seconds may be asked for twice in one. */
export function freePath(path: string): string {
  const { dir, name, ext } = parse(path)
  let free = path
  for (let next = 2; existsSync(free); next++) free = join(dir, `${name}-${next}${ext}`)
  return free
}

/** Removes a backup and then its manifest. */
export function removeBackup(path: string): void {
  rmSync(path, { force: true })
  rmSync(`${path}.json`, { force: true })
}

const chunkBytes = 4 * 1024 * 1024

/** The bytes of a file, piece by piece; each piece is gone when the next one is asked for. */
export function* piecesOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  const buffer = new Uint8Array(chunkBytes)
  try {
    for (;;) {
      const read = readSync(file, buffer)
      if (read === 0) return
      yield buffer.subarray(0, read)
    }
  } finally {
    closeSync(file)
  }
}

/** The SHA-256 of a file in hexadecimal; `tell` hears how many bytes were read so far. */
export function sha256Of(path: string, tell: (doneBytes: number) => void = () => {}): string {
  const hasher = new Bun.CryptoHasher('sha256')
  let done = 0
  for (const piece of piecesOf(path)) {
    hasher.update(piece)
    done += piece.length
    tell(done)
  }
  return hasher.digest('hex')
}

/** Returns when what was written to a file is on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Returns when the names in the folder of `path` are on the disk; a system that cannot promise that is not asked. */
export function syncFolderOf(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Names of what lies in a folder; none where there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (fault) {
    const code = codeOf(fault)
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw fault
  }
}

/** Whether there is a file with anything in it. */
export function holdsBytes(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** The text of a file; null where there is no such file. */
export function textIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') return null
    throw fault
  }
}

function manifestIn(text: string): Manifest | null {
  try {
    const { sha256, bytes, schema, made_at, release, sealed_with } = JSON.parse(text)
    const madeAt = parseInstant(String(made_at))
    const isSound = /^[0-9a-f]{64}$/.test(sha256) && Number.isSafeInteger(bytes) && typeof schema === 'string' && madeAt !== null
    if (!isSound) return null
    return { sha256, bytes, schema, madeAt, release: String(release), keyFingerprint: sealed_with ?? null }
  } catch {
    return null
  }
}
