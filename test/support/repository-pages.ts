import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')

/** A file of the repository, by its path from the root. */
export const readRepositoryFile = (path: string) => readFileSync(join(root, path), 'utf8')

/** The code blocks of one language on a page. */
export function codeBlocksIn(path: string, language: string): string[] {
  return [...readRepositoryFile(path).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, named, text = '']) =>
    named === language ? [text] : [],
  )
}
