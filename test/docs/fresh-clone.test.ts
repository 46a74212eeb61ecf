import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { scripts } from '../../package.json'
import { readRepositoryFile } from '../support/repository-pages.ts'

const docs = readdirSync(resolve(import.meta.dir, '../../docs')).filter((name) => name.endsWith('.md'))
const pages = ['README.md', 'CONTRIBUTING.md', 'bench/README.md', ...docs.map((name) => `docs/${name}`)]

/** The command lines of a page that run something of this repository with Bun, in code blocks and in inline code. */
function bunLinesIn(page: string): string[] {
  const text = readRepositoryFile(page)
  const shells = new Set(['', 'sh', 'bash', 'console'])
  const inBlocks = [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].flatMap(([, language = '', block = '']) =>
    shells.has(language) ? block.split('\n') : [],
  )
  const inText = [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
    code.replaceAll(/\s+/g, ' '),
  )
  const isOurs =
    /^(?:.* && )?(?:[A-Z_]+=\S+ )*(?:npx -y )?bun(?:@[\d.]+)? (?:run |start\b|test |scripts\/|bench\/|src\/|install &&)/
  return [...inBlocks, ...inText].filter((line) => isOurs.test(line))
}

/** The script that a command runs: `build` of `npx -y bun@1.4.4 run build`. Null if it is no script of this repository. */
function scriptOf(command: string): string | null {
  const name = /^(?:[A-Z_]+=\S+ )*(?:npx -y )?bun(?:@[\d.]+)? (?:run (\S+)|start$)/.exec(command)
  return name === null ? null : (name[1] ?? 'start')
}

/** Whether a command installs the dependencies before it does anything that needs them. */
function installsFirst(line: string): boolean {
  const first = line.split(/ && |; /).find((command) => !/^(cd|git) /.test(command)) ?? ''
  if (/^(?:\[ .* \] \|\| )?bun install\b/.test(first)) return true
  const name = scriptOf(first.replace(/^\[ .* \] \|\| /, ''))
  if (name === null) return false
  const known: Readonly<Record<string, string>> = scripts
  return Object.hasOwn(known, name) && installsFirst(known[`pre${name}`] ?? known[name] ?? '')
}

const lines = pages.flatMap((page) => bunLinesIn(page).map((line) => [page, line] as const))

test('finds the commands that the pages print', () => {
  const found = lines.map(([, line]) => line)
  for (const line of ['npx -y bun@1.4.4 run build', 'bun run migration NAME', 'bun run types:portal'])
    expect(found).toContain(line)
})

test.each(lines)('requires on %s that `%s` installs dependencies first', (_page, line) => {
  expect(installsFirst(line)).toBe(true)
})

test.each(Object.keys(scripts).filter((name) => !name.startsWith('pre')))('installs dependencies in `bun run %s`', (name) => {
  expect(installsFirst(`bun run ${name}`)).toBe(true)
})
