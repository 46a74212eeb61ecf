import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { makeFolder } from '../support/folder.ts'

const page = readFileSync(resolve(import.meta.dir, '../../docs/backup.md'), 'utf8')

test('runs every command of docs/backup.md in order', async () => {
  const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, lines = '']) => lines.trim().split('\n'))
  expect(commands.length).toBeGreaterThanOrEqual(6)
  using folder = makeFolder()
  const dataDir = folder.at('data')
  await runExecutableJson(['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London'], {
    dataDir,
  })
  mkdirSync(folder.at('usb'))
  await runExecutableJson(['backup', '--to', folder.at('usb/elsewhere.sqlite')], { dataDir })

  for (const command of commands) {
    const [program, ...words] = command.replaceAll('/mnt/usb', folder.at('usb')).split(' ')
    expect(program).toBe('charabanc')
    const { exitCode, stderr } = await runExecutable(words, { dataDir, env: { CHARABANC_LISTEN: '127.0.0.1:0' } })
    expect({ command, exitCode, stderr }).toMatchObject({ command, exitCode: 0 })
  }
})

test('lists every exit code of a restore in docs/backup.md', () => {
  for (const code of [6, 5, 4, 3]) expect(page).toContain(`| ${code} |`)
})
