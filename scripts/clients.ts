import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { collectionOf } from './collection.ts'
import { wholeDocument } from './openapi.ts'
import { typedClient } from './typed-client.ts'

// Writes the clients of every archive into dist/clients or the named folder, after deleting its content.

const root = resolve(import.meta.dir, '..')

let made: Promise<ReadonlyMap<string, string>> | null = null

/** The typed client, the Bruno collection and the page about them, by their path in `clients/` of an archive. */
export function clientFiles(): Promise<ReadonlyMap<string, string>> {
  made ??= makeFiles()
  return made
}

async function makeFiles(): Promise<ReadonlyMap<string, string>> {
  const document = await wholeDocument()
  const collection = [...collectionOf(document)].map(([path, text]) => [`bruno/${path}`, text] as const)
  return new Map([
    ['README.md', await Bun.file(join(root, 'packaging/clients.md')).text()],
    ['typescript/charabanc.d.ts', await typedClient(document)],
    ...collection,
  ])
}

if (import.meta.main) {
  const [, , folder = join(root, 'dist/clients')] = process.argv
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of await clientFiles()) await Bun.write(join(folder, path), text)
}
