import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import manifest from '../../package.json'
import { archiveName, hostTarget, makeArchive, writeSums } from '../../scripts/release.ts'
import { runInBash } from '../support/bash-runner.ts'
import { makeFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { codeBlocksIn } from '../support/repository-pages.ts'
import { putStandIns } from './stand-ins.ts'

// Makes an archive and starts its executable twelve times: half a minute, and four times that beside browsers.
test("runs the handbook's commands from the archive to a restore", async () => {
  using folder = makeFolder()
  const target = hostTarget()
  await makeArchive(target, folder.path, Date.UTC(2026, 4, 20))
  writeSums(folder.path)
  putStandIns(folder.at('stand-ins'))
  for (const path of ['mnt/safe', 'mnt/backups', 'var/lib/charabanc']) mkdirSync(folder.at(path), { recursive: true })
  // Ends the handbook's server before its folder is deleted.
  using _service = {
    [Symbol.dispose]() {
      if (existsSync(folder.at('pid'))) Bun.spawnSync(['kill', '-9', readFileSync(folder.at('pid'), 'utf8').trim()])
    },
  }

  const port = freePort()
  const lines = [...codeBlocksIn('docs/operating.md', 'sh'), ...codeBlocksIn('docs/configuration.md', 'sh')]
    .join('\n')
    .replaceAll(`charabanc-${manifest.version}-linux-x64`, archiveName(target))
    .replaceAll('127.0.0.1:8787/', `127.0.0.1:${port}/`)
    // A folder of the test replaces the machine's folders.
    .replaceAll(/(?<![\w$.])\/(var\/lib|etc|usr\/local|usr\/share|mnt)\//g, (path) => `${folder.path}${path}`)
  const ends = `set -eEo pipefail\ntrap 'echo "This failed: $BASH_COMMAND" >&2' ERR\ncd "$ROOT"\n`
  const env = {
    ROOT: folder.path,
    PATH: `${folder.at('stand-ins')}:${folder.at('usr/local/bin')}:/usr/bin:/bin`,
    CHARABANC_LISTEN: `127.0.0.1:${port}`,
  }
  const { exitCode, stdout } = await runInBash(ends + lines, { env, standIn: false })
  const calls = readFileSync(folder.at('calls'), 'utf8')

  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 })
  expect(stdout).toContain(`charabanc ${manifest.version}\n`)
  expect(stdout).toContain('"status":"ready"')
  expect(stdout).toMatch(/verified/)
  expect(existsSync(folder.at('mnt/safe/charabanc-master.key'))).toBe(true)
  expect(readdirSync(folder.at('var/lib/charabanc')).filter((name) => name.startsWith('before-restore-'))).toHaveLength(2)
  expect(calls.match(/^systemctl start charabanc$/gm)?.length).toBeGreaterThanOrEqual(3)
  // The stand-ins run no container and no npm, so the test checks the calls that they received.
  expect(calls).toMatch(/^docker run .*-v charabanc:\/data /m)
  for (const [, script = ''] of calls.matchAll(/^npx -y bun@\S+ run (\S+)/gm))
    expect(Object.keys(manifest.scripts)).toContain(script)
}, 300_000)
