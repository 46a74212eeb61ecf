import { describe, expect, test } from 'bun:test'
import { version } from '../../package.json'
import { changelogFaults, releaseFaults, releasesIn } from '../../scripts/changelog.ts'
import { readRepositoryFile } from '../support/repository-pages.ts'

const changelog = readRepositoryFile('CHANGELOG.md')

describe('CHANGELOG.md', () => {
  test('begins with the release in package.json', () => {
    const released = releasesIn(changelog).filter(({ version: name }) => name !== 'Unreleased')
    expect(released[0]).toMatchObject({ version, date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) })
  })

  test('keeps the rules of size, headings and links in each release', () => {
    expect(releasesIn(changelog).flatMap(changelogFaults)).toEqual([])
  })
})

test('names in docs/operating.md the archives of the release in package.json', () => {
  const named = readRepositoryFile('docs/operating.md').matchAll(/charabanc-(\d+\.\d+\.\d+)-/g)
  expect([...new Set([...named].map(([, name]) => name))]).toEqual([version])
})

const entry = '- A new page ([docs](docs/a.md)).'

/** A changelog with one release of these lines. */
function changelogOf(lines: readonly string[], heading = `## [${version}] - 2026-11-30`): string {
  return `# Changelog\n\n${heading}\n\n${lines.join('\n')}\n`
}

describe('a release of the changelog', () => {
  const faultsOf = (...lines: string[]) => releasesIn(changelogOf(lines)).flatMap(changelogFaults)

  test('accepts upgrade notes and entries', () => {
    expect(faultsOf('### Upgrade notes', '', '1. Do it ([docs](docs/a.md)).', '', '### Added', '', entry)).toEqual([])
  })

  test.each([
    ['a long entry', `- ${'word '.repeat(21)}([docs](docs/a.md)).`, '21 words'],
    ['an entry without a link', '- A new page.', 'without a link'],
    ['a paragraph', 'A new page.', 'no entry'],
    ['another heading', '### News', 'unknown heading "News"'],
  ])('rejects %s', (_, line, fault) => {
    expect(faultsOf(line)).toEqual([expect.stringContaining(fault)])
  })

  test('rejects more than 80 lines and more than ten upgrade notes', () => {
    expect(faultsOf(...Array(79).fill(entry))).toEqual([expect.stringContaining('81 lines')])
    expect(faultsOf(...Array(11).fill('1. Do it ([docs](docs/a.md)).'))).toEqual([expect.stringContaining('11 upgrade notes')])
  })
})

describe('a release', () => {
  test('accepts a dated section and a clean working tree', () => {
    expect(releaseFaults(changelogOf([entry]), '')).toEqual([])
  })

  test.each([
    ['another version', changelogOf([entry], '## [0.0.1] - 2026-11-30'), '', 'is not'],
    ['unreleased entries', changelogOf([entry], '## [Unreleased]'), '', 'is not'],
    ['a section without a date', changelogOf([entry], `## [${version}]`), '', 'has no date'],
    ['a section with a fault', changelogOf(['- A new page.']), '', 'without a link'],
    ['uncommitted changes', changelogOf([entry]), ' M src/main.ts', 'Commit these changes first:\n M src/main.ts'],
  ])('rejects %s', (_, text, changes, fault) => {
    expect(releaseFaults(text, changes)).toEqual([expect.stringContaining(fault)])
  })
})
