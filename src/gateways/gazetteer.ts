import { join } from 'node:path'
import { type Gazetteer, openGazetteer } from '../domain/gazetteer.ts'

let opened: Promise<Gazetteer> | null = null

/**
 * The gazetteer of this program, read at its first use: in the executable the file built with it, from source a file built in
 * memory.
 */
export function openOwnGazetteer(): Promise<Gazetteer> {
  opened ??= readTowns()
    .then(openGazetteer)
    .catch((fault) => {
      // The next search tries again.
      opened = null
      throw fault
    })
  return opened
}

async function readTowns(): Promise<Uint8Array> {
  const embedded = Bun.file(join(import.meta.dir, 'places', 'towns.bin'))
  if (await embedded.exists()) return embedded.bytes()
  // The path is computed, because the bundler would put an imported builder into the executable.
  const builder = ['..', '..', 'scripts', 'gazetteer.ts'].join('/')
  const { buildTowns } = (await import(builder)) as { buildTowns(): Uint8Array }
  return buildTowns()
}
