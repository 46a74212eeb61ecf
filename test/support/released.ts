import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'

const fixtures = resolve(import.meta.dir, '../fixtures')

/** Every release that left a database here, by the name of its fixture, the first one first. */
export const releases: readonly string[] = readdirSync(fixtures)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace(/\.json$/, ''))
  .sort()

/** What everyone read there, as `readAnswers` tells it, from the executable of that release or the last one before the itineraries moved. */
export function answersOf(release: string): Record<string, string> {
  return JSON.parse(gunzipSync(readFileSync(join(fixtures, `${release}.answers.json.gz`))).toString())
}

/** Lays a release's database and key into a data folder and tells what is known of them. */
export function layOut(release: string, dataDir: string) {
  const about = JSON.parse(readFileSync(join(fixtures, `${release}.json`), 'utf8'))
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(join(dataDir, 'charabanc.sqlite'), gunzipSync(readFileSync(join(fixtures, `${release}.sqlite.gz`))))
  writeFileSync(join(dataDir, 'master.key'), `${about.master_key}\n`, { mode: 0o600 })
  return about
}

/** The backups of a folder that are whole: those with a manifest. */
export function wholeBackupsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder)
  return names.filter((name) => name.endsWith('.sqlite') && names.includes(`${name}.json`))
}
