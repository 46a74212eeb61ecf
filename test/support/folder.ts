import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that exists for one test: `using folder = makeFolder()`. */
export interface Folder extends Disposable {
  readonly path: string
  /** The path of a file in the folder. */
  at(name: string): string
}

const standing = new Set<string>()

/** Makes an empty folder; it is removed with its `using`, or after all tests if the test never got that far. */
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

/** Removes every folder that no test removed. */
export function removeFolders(): void {
  for (const path of standing) remove(path)
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true })
  standing.delete(path)
}
