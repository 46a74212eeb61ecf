import { expect, test } from 'bun:test'
import { cpSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { commitFaults } from '../../scripts/commits.ts'
import { makeFolder } from '../support/folder.ts'

function commitLog(subject: string, body: string, counts: string, parents = 'e4f5a6b7'): string {
  return `\0a1b2c3d\x1f${parents}\x1f${subject}\x1f${body}\x1f\n\n ${counts}\n`
}

const large = '9 files changed, 200 insertions(+), 101 deletions(-)'
const small = '1 file changed, 1 insertion(+)'

test('requires a reason for a large commit, not for a small one', () => {
  expect(commitFaults(commitLog('Move the rooms', 'They were flat.', large) + commitLog('Mend a word', '', small))).toEqual([])
  expect(commitFaults(commitLog('Move the rooms', ' \n', large))).toEqual([
    'a1b2c3d changes 301 lines and does not say why: Move the rooms',
  ])
})

test('rejects a subject of more than 72 letters', () => {
  expect(commitFaults(commitLog('M'.repeat(72), '', small))).toEqual([])
  expect(commitFaults(commitLog('M'.repeat(73), '', small))).toEqual([`a1b2c3d has a subject of 73 letters: ${'M'.repeat(73)}`])
})

test('accepts a history without commits', () => {
  expect(commitFaults('')).toEqual([])
})

test('requires no reason for a commit without a parent, such as the border of a shallow clone', () => {
  expect(commitFaults(commitLog('Move the rooms', '', large, ''))).toEqual([])
})

const script = resolve(import.meta.dir, '../../scripts/commits.ts')

function checkCommits(repository: string, path?: string) {
  cpSync(script, `${repository}/scripts/commits.ts`)
  const env = path === undefined ? process.env : { ...process.env, PATH: path }
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'scripts/commits.ts'], { cwd: repository, env })
  return { exitCode, stderr: stderr.toString() }
}

test('checks a history as far as it exists, and nothing without git', () => {
  using folder = makeFolder()
  const date = '2026-12-01T12:00:00Z'
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false']
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  function git(...words: string[]): void {
    const { exitCode, stderr } = Bun.spawnSync(['git', ...author, ...words], { cwd: folder.path, env })
    expect(exitCode, stderr.toString()).toBe(0)
  }
  git('init', '--quiet', 'whole')
  for (const [name, lines] of [
    ['first', 400],
    ['second', 301],
    ['third', 301],
  ] as const) {
    writeFileSync(folder.at(`whole/${name}.txt`), 'line\n'.repeat(lines))
    git('-C', 'whole', 'add', '.')
    git('-C', 'whole', 'commit', '--quiet', '-m', `Write the ${name}`)
  }
  git('clone', '--quiet', '--depth=2', `file://${folder.at('whole')}`, 'shallow')
  const whole = checkCommits(folder.at('whole'))
  expect(whole.stderr.replaceAll(/^[0-9a-f]+/gm, '…').split('\n')).toEqual([
    '… changes 301 lines and does not say why: Write the third',
    '… changes 301 lines and does not say why: Write the second',
    '',
  ])
  expect(whole.exitCode).toBe(1)
  const shallow = checkCommits(folder.at('shallow'))
  expect(shallow.stderr).toMatch(/^[0-9a-f]+ changes 301 lines and does not say why: Write the third\n$/)
  expect(shallow.exitCode).toBe(1)
  expect(checkCommits(folder.at('whole'), folder.path)).toEqual({ exitCode: 0, stderr: '' })
})
