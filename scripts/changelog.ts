import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { version } from '../package.json'

const root = resolve(import.meta.dir, '..')

/** Greatest size of a release in the changelog: lines in all, words of an entry, and upgrade notes. */
const most = { lines: 80, words: 20, notes: 10 }

const kinds = ['Upgrade notes', 'Added', 'Changed', 'Fixed', 'Security']

/** A release of the changelog: its version, its date if it has one, and its lines with the heading. */
export type ChangelogRelease = { readonly version: string; readonly date: string | null; readonly lines: readonly string[] }

/** Releases of a changelog, the newest first. */
export function releasesIn(changelog: string): ChangelogRelease[] {
  return changelog
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => {
      const lines = section.trimEnd().split('\n')
      const [, name = '', date = null] = /^## \[?([^\]\s]+)\]?(?: - (\S+))?$/.exec(lines[0] ?? '') ?? []
      return { version: name, date, lines }
    })
}

/** Faults of a release in the changelog, a sentence each: its size, its headings, and the words and links of its entries. */
export function changelogFaults({ version: name, lines }: ChangelogRelease): string[] {
  const faults: string[] = []
  if (lines.length > most.lines) faults.push(`${name} has ${lines.length} lines; at most ${most.lines} are allowed.`)
  let notes = 0
  for (const line of lines.slice(1)) {
    const heading = /^### (.*)$/.exec(line)?.[1]
    if (heading !== undefined && !kinds.includes(heading)) faults.push(`${name} has the unknown heading "${heading}".`)
    if (heading !== undefined || line === '') continue
    const entry = /^(?:-|\d+\.) (.*)$/.exec(line)?.[1]
    if (entry === undefined) {
      faults.push(`${name} has a line that is no entry: ${line}`)
      continue
    }
    if (/^\d/.test(line)) notes++
    const link = / \(\[[^\]]+\]\([^)]+\)\)\.$/
    if (!link.test(entry)) faults.push(`${name} has an entry without a link at its end: ${entry}`)
    const words = entry.replace(link, '').split(/\s+/).length
    if (words > most.words) faults.push(`${name} has an entry of ${words} words; at most ${most.words} are allowed: ${entry}`)
  }
  if (notes > most.notes) faults.push(`${name} has ${notes} upgrade notes; at most ${most.notes} are allowed.`)
  return faults
}

/** Faults that prevent a release of this version, a sentence each: of the changelog, and uncommitted changes. */
export function releaseFaults(
  changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  changes = uncommittedChanges(),
): string[] {
  const [newest] = releasesIn(changelog)
  const faults: string[] = []
  if (newest?.version !== version)
    faults.push(`The newest release in CHANGELOG.md is not ${version}, the version in package.json.`)
  else if (!/^\d{4}-\d{2}-\d{2}$/.test(newest.date ?? '')) faults.push(`${version} has no date in CHANGELOG.md.`)
  if (changes !== '') faults.push(`Commit these changes first:\n${changes}`)
  return [...faults, ...(newest === undefined ? [] : changelogFaults(newest))]
}

/** Uncommitted changes as `git status --short` prints them; empty without git. */
function uncommittedChanges(): string {
  if (Bun.which('git') === null) return ''
  return Bun.spawnSync(['git', 'status', '--short'], { cwd: root, stderr: 'ignore' }).stdout.toString().trimEnd()
}
