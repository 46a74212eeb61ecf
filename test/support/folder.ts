import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that lives as long as a test: `using folder = makeFolder()`. */
export interface Folder extends Disposable {
  readonly path: string
  /** The path of something in the folder. */
  at(name: string): string
}

const standing = new Set<string>()

process.on('exit', () => {
  for (const path of standing) remove(path)
})

/** Makes an empty folder of its own; it is removed with its `using`, or with the process when a test never got so far. */
export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'charabanc-test-'))
  standing.add(path)
  return {
    path,
    at: (name) => join(path, name),
    [Symbol.dispose]() {
      remove(path)
    },
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true })
  standing.delete(path)
}
