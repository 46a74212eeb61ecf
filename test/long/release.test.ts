import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import manifest from '../../package.json'
import { tarGz, zip } from '../../scripts/archive.ts'
import { packagesInside, thirdPartyPage } from '../../scripts/licences.ts'
import { archiveName, hostTarget, makeArchive, release, targets, textsOf, writeSums } from '../../scripts/release.ts'
import { sbomName } from '../../scripts/sbom.ts'
import { makeFolder } from '../support/folder.ts'

const root = resolve(import.meta.dir, '../..')
const madeAt = Date.UTC(2026, 4, 20, 8, 11, 2)

/** A build with the strongest compression on a busy machine (ms). */
const wholeBuildMs = 300_000

function runIn(cwd: string, ...command: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, env: { PATH: '/usr/bin:/bin', HOME: cwd } })
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
}

test(
  'makes a complete archive for this machine with its checksum and a working executable',
  async () => {
    using folder = makeFolder()
    const target = hostTarget()
    const file = await makeArchive(target, folder.path, madeAt)
    writeSums(folder.path)
    const name = archiveName(target)

    expect(runIn(folder.path, 'sha256sum', '-c', 'SHA256SUMS')).toMatchObject({ exitCode: 0, stdout: `${file}: OK\n` })
    expect(runIn(folder.path, 'tar', 'xzf', file)).toMatchObject({ exitCode: 0, stderr: '' })
    expect(runIn(folder.path, `./${name}/charabanc`, 'version')).toMatchObject({
      exitCode: 0,
      stdout: `charabanc ${manifest.version}\n`,
    })
    const inside = readdirSync(join(folder.path, name), { recursive: true, encoding: 'utf8' })
    for (const path of [
      ...['LICENSE', 'README.md', 'CHANGELOG.md', 'charabanc.service', 'grafana-dashboard.json', 'docs/operating.md'],
      ...[
        'licences/third-party.md',
        'licences/bun.md',
        'licences/LGPL-2.txt',
        'licences/LGPL-2.1.txt',
        'licences/Apache-2.0.txt',
      ],
      ...['completions/charabanc.bash', 'completions/_charabanc', 'completions/charabanc.fish'],
      ...['clients/README.md', 'clients/typescript/charabanc.d.ts', 'clients/bruno/Operator/getMe.bru'],
    ])
      expect(inside).toContain(path)
    const page = readFileSync(join(folder.path, name, 'licences/third-party.md'), 'utf8')
    for (const dependency of Object.keys(manifest.dependencies)) expect(page).toContain(`\n## ${dependency} `)
    // Not a dependency, but part of the executable.
    expect(page).toContain('\n## sonic-boom ')
    for (const loaded of ['react', 'react-dom', '@mantine/core', '@tanstack/react-query', 'wouter', 'openapi-fetch'])
      expect(page).toContain(`\n## ${loaded} `)
    expect(page).toContain('By Anton Korzunov. Under MIT, whose text is in MIT.txt.')
    for (const licence of ['MIT.txt', 'Unlicense.txt']) expect(inside).toContain(`licences/${licence}`)
  },
  wholeBuildMs,
)

/** The pages of the archive: path and text without comments. */
function pagesOf(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('licences/'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8').replaceAll(/<!--[\s\S]*?-->/g, '') }))
}

test('makes an archive without dead links or source-only commands, and with a Dockerfile for the executable', async () => {
  using folder = makeFolder()
  const target = 'linux-x64'
  for (const { path, bytes } of await textsOf(target)) {
    mkdirSync(dirname(folder.at(path)), { recursive: true })
    writeFileSync(folder.at(path), bytes)
  }
  const pages = pagesOf(folder.path)
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'docs/README.md', 'clients/README.md']))
  expect(readFileSync(folder.at('README.md'), 'utf8')).toContain('./charabanc demo')

  const dead = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)]*)?\)/g)]
      .map(([, to = '']) => to)
      .filter((to) => to !== '' && !existsSync(resolve(folder.path, dirname(path), to)))
      .map((to) => `${path} → ${to}`),
  )
  const needy = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(bun(@[\d.]+)?|npm) (run|install|test|start|build)\b[^`\n]*/g)].map(
      ([command]) => `${path}: ${command}`,
    ),
  )
  const ofEarlierReleases = (line: string) => line.startsWith('CHANGELOG.md')
  expect({ dead, needy: needy.filter((line) => !ofEarlierReleases(line)) }).toEqual({ dead: [], needy: [] })

  const docker = readFileSync(folder.at('Dockerfile'), 'utf8')
  for (const [, from] of docker.matchAll(/^COPY (?!--from)(\S+)/gm)) expect(from).toBe('charabanc')
  expect(docker).toContain('ENTRYPOINT ["/usr/local/bin/charabanc"]')
  expect(readFileSync(folder.at('compose.yaml'), 'utf8')).toContain('docker build -t charabanc .')
  const alpine = (await textsOf('linux-x64-musl')).map(({ path }) => path)
  expect(alpine.filter((path) => path === 'Dockerfile' || path === 'compose.yaml')).toEqual([])
})

test('detects a changed byte in an archive by its checksum', () => {
  using folder = makeFolder()
  writeFileSync(folder.at('charabanc-1.tar.gz'), 'one')
  writeSums(folder.path)
  writeFileSync(folder.at('charabanc-1.tar.gz'), 'two')

  expect(runIn(folder.path, 'sha256sum', '-c', 'SHA256SUMS').exitCode).toBe(1)
})

const entries = [
  { path: 'charabanc-1/charabanc', bytes: Buffer.from('#!/bin/sh\necho Łódź\n'), isProgram: true },
  { path: 'charabanc-1/README.md', bytes: Buffer.alloc(1_000, 'a'), isProgram: false },
  { path: 'charabanc-1/empty', bytes: new Uint8Array(), isProgram: false },
]

test.each([
  ['tar.gz', tarGz, ['tar', 'xzf']],
  [
    'zip',
    zip,
    ['python3', '-c', 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall()'],
  ],
] as const)('packs a .%s that unpacks to the same bytes and is the same each time', (ending, pack, unpack) => {
  using folder = makeFolder()
  const packed = pack(entries, madeAt)
  expect(Buffer.compare(packed, pack(entries, madeAt))).toBe(0)
  writeFileSync(folder.at(`a.${ending}`), packed)

  expect(runIn(folder.path, ...unpack, `a.${ending}`)).toMatchObject({ exitCode: 0, stderr: '' })
  for (const { path, bytes } of entries) expect(readFileSync(folder.at(path)).equals(Buffer.from(bytes))).toBe(true)
  if (ending !== 'tar.gz') return
  expect(entries.map(({ path }) => statSync(folder.at(path)).mode & 0o777)).toEqual([0o755, 0o644, 0o644])
  expect(statSync(folder.at('charabanc-1/charabanc')).mtimeMs).toBe(madeAt)
})

test('refuses an unknown target and makes nothing', () => {
  const command = [process.execPath, 'scripts/release.ts', 'linux-vax']
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: root, env: process.env })

  expect(exitCode).toBe(2)
  for (const target of targets) expect(stderr.toString()).toContain(target)
})

test('names and counts a target without a runtime to download', async () => {
  using folder = makeFolder()
  // An empty cache and a proxy address without a listener, as on a machine without network.
  const nowhere = 'http://127.0.0.1:9'
  const environment = {
    PATH: '/usr/bin:/bin',
    HOME: folder.path,
    BUN_INSTALL: folder.path,
    BUN_INSTALL_CACHE_DIR: folder.at('cache'),
    HTTPS_PROXY: nowhere,
    HTTP_PROXY: nowhere,
  }
  const foreign = hostTarget() === 'darwin-arm64' ? 'darwin-x64' : 'darwin-arm64'
  const said: string[] = []
  const made: string[] = []
  const say = { made: (file: string) => made.push(file), missing: (sentence: string) => said.push(sentence) }

  expect(await release([foreign], folder.at('release'), say, environment)).toBe(1)
  expect(made).toEqual([sbomName()])
  expect(runIn(folder.at('release'), 'sha256sum', '-c', 'SHA256SUMS')).toMatchObject({ stdout: `${sbomName()}: OK\n` })
  expect(said).toEqual([
    expect.stringMatching(new RegExp(`^${foreign} is missing: .+`)),
    '1 of the archives could not be made. The others are complete.',
  ])
})

test('adds the text of a licence that a package only names', () => {
  const drizzle = packagesInside([]).filter(({ name }) => name === 'drizzle-orm')

  expect(thirdPartyPage(drizzle, '1.4.4')).toContain('Under Apache-2.0, whose text is in Apache-2.0.txt.')
  const unknown = { name: 'x', version: '1.0.0', licence: 'Beerware', author: '', texts: [] }
  expect(() => thirdPartyPage([unknown], '1.4.4')).toThrow('packaging/licences/Beerware.txt')
})
