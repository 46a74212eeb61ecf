import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { bashCompletion, fishCompletion, flagsOf, wordsAfter, zshCompletion } from '../../scripts/completions.ts'
import { loadCommands } from '../../src/cli/commands.ts'
import { runInBash } from '../support/bash-runner.ts'
import { makeFolder } from '../support/folder.ts'

const commands = await loadCommands()

/** The words that bash suggests after these words; the last word is incomplete. */
async function offeredBy(...words: string[]): Promise<string[]> {
  using folder = makeFolder()
  writeFileSync(folder.at('charabanc.bash'), bashCompletion())
  writeFileSync(folder.at('backup.sqlite'), '')
  const typed = words.map((word) => `'${word}'`).join(' ')
  const { exitCode, stdout } = await runInBash(`
    cd '${folder.path}' && source ./charabanc.bash && complete -p charabanc >/dev/null || exit 1
    COMP_WORDS=(charabanc ${typed}) COMP_CWORD=${words.length}
    _charabanc
    printf '%s\\n' "\${COMPREPLY[@]}"`)
  expect(exitCode).toBe(0)
  return stdout.split('\n').filter(Boolean)
}

test('suggests the words of a command, then its flags, then the values of a flag', async () => {
  expect(await offeredBy('')).toEqual(wordsAfter([]).map(({ word }) => word))
  expect(await offeredBy('operator', '')).toEqual(['create', 'list'])
  expect(await offeredBy('key', 'm')).toEqual(['mint'])
  expect(await offeredBy('key', 'mint', '--ab')).toEqual(['--ability'])
  expect(await offeredBy('user', 'create', '--role', '')).toEqual(['admin', 'dispatcher', 'accounts'])
  expect(await offeredBy('user', 'create', '--role', '=')).toEqual(['admin', 'dispatcher', 'accounts'])
  expect(await offeredBy('user', 'create', '--role', '=', 'd')).toEqual(['dispatcher'])
  expect(await offeredBy('user', 'create', '--role=d')).toEqual(['--role=dispatcher'])
  expect(await offeredBy('user', 'create', '--role', '=', 'admin', '--na')).toEqual(['--name'])
  expect(await offeredBy('key', 'mint', '--ability', '=', 'drivers', ':', 'r')).toEqual(['read'])
  expect(await offeredBy('backup', '--to', '=', 'back')).toEqual(['backup.sqlite'])
  expect(await offeredBy('key', 'mint', '--ability', 'jo')).toEqual(['jobs:read'])
  expect(await offeredBy('key', 'mint', '--ability', 'drivers', ':', '')).toEqual(['read', 'write'])
  expect(await offeredBy('key', 'mint', '--ability', 'jobs', ':', 'read', '--na')).toEqual(['--name'])
  expect(await offeredBy('serve', '--payments', '')).toEqual(['manual', 'sandbox', 'stripe'])
  expect(await offeredBy('serve', '--listen', '127.0.0.1:0', '--log')).toEqual(['--log-level'])
  expect(await offeredBy('restore', 'back')).toEqual(['backup.sqlite'])
  expect(await offeredBy('backup', '--to', 'back')).toEqual(['backup.sqlite'])
  expect(await offeredBy('version', '--')).toEqual(['--json', '--help'])
})

test('lists every command and every flag for all three shells', () => {
  const [bash, zsh, fish] = [bashCompletion(), zshCompletion(), fishCompletion()]
  for (const command of commands) {
    for (const { name } of flagsOf(command)) {
      expect(bash).toMatch(new RegExp(`'${command.words}'\\*\\) offered='[^']*${name}\\b`))
      expect(zsh).toMatch(new RegExp(`'${command.words}'\\*\\) offered=.*'${name}:`))
      expect(fish).toContain(`-n '__charabanc_after "${command.words}"' -l ${name.slice(2)} `)
    }
  }
})

test('suggests no secret as a flag', () => {
  expect(bashCompletion()).not.toMatch(/--(stripe-key|master-key|smtp-url|database-url)\b/)
})

test('writes completions that zsh and fish can parse, if they are installed', () => {
  using folder = makeFolder()
  for (const [interpreter, text] of [
    ['bash', bashCompletion()],
    ['zsh', zshCompletion()],
    ['fish', fishCompletion()],
  ] as const) {
    if (Bun.which(interpreter) === null) continue
    writeFileSync(folder.at(interpreter), text)
    const { exitCode, stderr } = Bun.spawnSync([interpreter, '-n', folder.at(interpreter)])
    expect({ interpreter, exitCode, said: stderr.toString() }).toEqual({ interpreter, exitCode: 0, said: '' })
  }
})
