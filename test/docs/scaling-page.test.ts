import { expect, test } from 'bun:test'
import { exit } from '../../src/cli/exit.ts'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { makeFolder } from '../support/folder.ts'
import { postgresUrl, runOnPostgresServer } from '../support/postgres.ts'
import { codeBlocksIn, readRepositoryFile } from '../support/repository-pages.ts'

const page = 'docs/scaling.md'

if (postgresUrl !== null) {
  test('moves to PostgreSQL and back with the commands of the page, as the role that it creates', async () => {
    using folder = makeFolder()
    const name = `charabanc_page_${process.pid}`
    const [making = ''] = codeBlocksIn(page, 'sql')
    for (const statement of making
      .replaceAll(/\bcharabanc\b/g, name)
      .split(';\n')
      .filter(Boolean))
      await runOnPostgresServer(statement)
    await using _database = {
      async [Symbol.asyncDispose]() {
        await runOnPostgresServer(`drop database ${name} with (force)`)
        await runOnPostgresServer(`drop role ${name}`)
      },
    }
    const server = new URL(postgresUrl ?? '')
    server.username = name
    server.pathname = name
    const dataDir = folder.at('charabanc')
    const account = ['--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London']
    await runExecutableJson(['operator', 'create', ...account], { dataDir })

    const lines = codeBlocksIn(page, 'sh').join('').trim().split('\n')
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['migrate', 'backup', 'import', 'export'])
    for (const line of lines) {
      const [program, ...words] = line
        .replace(/"postgres:[^"]+"/, server.href)
        .replaceAll('/var/lib', folder.path)
        .split(' ')
      expect(program).toBe('charabanc')
      const env: Record<string, string> = words[0] === 'export' ? { CHARABANC_DATABASE_URL: server.href } : {}
      const { exitCode, stderr } = await runExecutable(words, { cwd: folder.path, env })
      expect({ line, exitCode, stderr }).toMatchObject({ line, exitCode: 0 })
    }
    const { data } = await runExecutableJson<{ data: { name: string }[] }>(['operator', 'list'], {
      dataDir: folder.at('charabanc-home'),
    })
    expect(data.map((operator) => operator.name)).toEqual(['Dales Coaches'])
  })
}

test('lists every exit code of a move on the page', () => {
  const named = [...readRepositoryFile(page).matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  const own = [exit.failure, exit.usage, exit.occupied, exit.schemaNewer, exit.settingMissing, exit.verificationFailed, exit.busy]
  expect(named).toEqual(own)
})
