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
import { findFaultCode } from '../../domain/fault-text.ts'
import { parseInstant, toInstant } from '../../domain/instant.ts'

/** Writes the manifest of the backup at `path`, completely and durably. */
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

/** The manifest of the backup at `path`, or null without one. Throws a BackupFault for an invalid one. */
export function readManifest(path: string): Manifest | null {
  const text = readTextIfThere(`${path}.json`)
  if (text === null) return null
  const manifest = manifestIn(text)
  if (manifest === null) throw new BackupFault(`${path}.json is not a manifest of a backup.`, true)
  return manifest
}

/** The backups of a folder with a manifest, newest first, then those dated after `now` (ms). Empty without the folder. */
export function listBackups(folder: string, now: number): Backup[] {
  return listFolderNames(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .flatMap((name) => {
      const path = join(folder, name)
      const manifest = manifestIn(readTextIfThere(`${path}.json`) ?? '')
      return manifest === null ? [] : [{ ...manifest, path }]
    })
    .sort((a, b) => Number(isFromAhead(a, now)) - Number(isFromAhead(b, now)) || b.madeAt - a.madeAt)
}

/** `path`, or the next free name like it, because a name with whole seconds can repeat. */
export function findFreePath(path: string): string {
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

/** The bytes of a file in pieces. Each piece is released when the next one is read. */
export function* readFilePieces(path: string): Generator<Uint8Array> {
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

/** The SHA-256 of a file in hexadecimal. `tell` receives the number of read bytes. */
export function computeSha256(path: string, tell: (doneBytes: number) => void = () => {}): string {
  const hasher = new Bun.CryptoHasher('sha256')
  let done = 0
  for (const piece of readFilePieces(path)) {
    hasher.update(piece)
    done += piece.length
    tell(done)
  }
  return hasher.digest('hex')
}

/** Returns when the written data of a file is on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Returns when the names in the folder of `path` are on the disk. Skipped on systems without this guarantee. */
export function syncFolderOf(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Names in a folder. Empty without the folder. */
export function listFolderNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (fault) {
    const code = findFaultCode(fault)
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw fault
  }
}

/** Whether a file exists and is not empty. */
export function hasBytes(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** The text of a file; null without the file. */
export function readTextIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (fault) {
    if (findFaultCode(fault) === 'ENOENT') return null
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
