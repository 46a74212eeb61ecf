import { symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { hostTarget, textsOf } from '../../scripts/release.ts'
import type { Folder } from '../support/folder.ts'

const root = resolve(import.meta.dir, '../..')

/** The files of `clients/` in an archive, by path. */
export async function archivedClients(): Promise<ReadonlyMap<string, string>> {
  const files = (await textsOf(hostTarget())).filter(({ path }) => path.startsWith('clients/'))
  return new Map(files.map(({ path, bytes }) => [path.slice('clients/'.length), Buffer.from(bytes).toString()]))
}

/** Writes those files to `clients/` in a folder, next to our packages. */
export async function layOutClients(folder: Folder): Promise<void> {
  symlinkSync(`${root}/node_modules`, folder.at('node_modules'))
  for (const [path, text] of await archivedClients()) await Bun.write(folder.at(`clients/${path}`), text)
}

/** Compiles files next to those clients with the strictest settings, and returns the compiler's messages. */
export async function compile(folder: Folder, files: readonly string[], options: object = {}): Promise<string> {
  const settings = { extends: `${root}/tsconfig.json`, compilerOptions: options, include: [], exclude: [], files }
  await Bun.write(folder.at('tsconfig.json'), JSON.stringify(settings))
  const compiler = Bun.spawn([process.execPath, `${root}/node_modules/typescript/bin/tsc`, '-p', folder.path], { stdout: 'pipe' })
  const messages = await compiler.stdout.text()
  return (await compiler.exited) === 0 ? messages : `left with ${compiler.exitCode}: ${messages}`
}
