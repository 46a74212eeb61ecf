import { deflateRawSync, gzipSync } from 'node:zlib'

/** One file of an archive, and whether it is a program. */
export type Entry = { readonly path: string; readonly bytes: Uint8Array; readonly isProgram: boolean }

const block = 512
const programMode = 0o755
const fileMode = 0o644

/**
 * A .tar.gz of these files, with the same bytes for the same files on every machine. Bun.Archive has no modes, and the `tar` of
 * each system needs different flags for this.
 */
export function tarGz(entries: readonly Entry[], madeAt: number): Uint8Array {
  const parts = entries.flatMap(({ path, bytes, isProgram }) => [
    tarHeader(path, bytes.length, isProgram ? programMode : fileMode, Math.floor(madeAt / 1_000)),
    bytes,
    new Uint8Array((block - (bytes.length % block)) % block),
  ])
  return gzipSync(Buffer.concat([...parts, new Uint8Array(2 * block)]), { level: 6 })
}

function tarHeader(path: string, size: number, mode: number, seconds: number): Uint8Array {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long a name for a tar.`)
  const header = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  header.write(path, 0)
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(seconds, 136, 12)
  header.fill(' ', 148, 156)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write('root', 265)
  header.write('root', 297)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const utf8Names = 0x0800
const deflated = 8
const madeOnUnix = 0x0314
const regularFile = 0o100000

/** A .zip of these files, for Windows. Its Explorer opens no tar. */
export function zip(entries: readonly Entry[], madeAt: number): Uint8Array {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, bytes, isProgram } of entries) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(bytes, { level: 6 })
    const about = zipAbout(bytes, packed.length, name.length, new Date(madeAt))
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), about, name])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((regularFile | (isProgram ? programMode : fileMode)) << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), word(madeOnUnix), about, tail, name]))
    files.push(head, packed)
    offset += head.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, listed, Buffer.from('PK\x05\x06'), end])
}

/** The 26 bytes that are both before a file and in the directory. */
function zipAbout(bytes: Uint8Array, packedLength: number, nameLength: number, made: Date): Buffer {
  const about = Buffer.alloc(26)
  about.writeUInt16LE(20, 0)
  about.writeUInt16LE(utf8Names, 2)
  about.writeUInt16LE(deflated, 4)
  about.writeUInt16LE((made.getUTCHours() << 11) | (made.getUTCMinutes() << 5) | (made.getUTCSeconds() >> 1), 6)
  about.writeUInt16LE(((made.getUTCFullYear() - 1980) << 9) | ((made.getUTCMonth() + 1) << 5) | made.getUTCDate(), 8)
  about.writeUInt32LE(Bun.hash.crc32(bytes), 10)
  about.writeUInt32LE(packedLength, 14)
  about.writeUInt32LE(bytes.length, 18)
  about.writeUInt16LE(nameLength, 22)
  return about
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
