// Makes dist/release: an archive for each target, the SBOM of the release, and SHA256SUMS with their checksums.
// `bun run release` checks the changelog and the working tree first, and makes all archives. `bun run release linux-x64 …` makes some.
// Bun downloads the runtime of a foreign target from the npm registry once. If a download fails, the script names the target, makes the
// other archives and exits with code 1.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import manifest from '../package.json'
import { findFaultMessage } from '../src/domain/fault-text.ts'
import { type Entry, tarGz, zip } from './archive.ts'
import { releaseFaults } from './changelog.ts'
import { clientFiles } from './clients.ts'
import { bashCompletion, fishCompletion, zshCompletion } from './completions.ts'
import { writeTowns } from './gazetteer.ts'
import { packagesInside, thirdPartyPage } from './licences.ts'
import { sbomName, sbomText } from './sbom.ts'
import { mapsOfWeb, shelve } from './web.ts'

const root = resolve(import.meta.dir, '..')

/** Targets as the names of the archives have them. `baseline` is for processors without AVX2, `musl` for Alpine Linux and others. */
export const targets = [
  'linux-x64',
  'linux-x64-baseline',
  'linux-x64-musl',
  'linux-x64-musl-baseline',
  'linux-arm64',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
  'windows-x64',
  'windows-x64-baseline',
] as const

export type Target = (typeof targets)[number]

type Environment = Readonly<Record<string, string | undefined>>

/** Finds the target of this machine. */
export function hostTarget(): Target {
  const isMusl = process.platform === 'linux' && readdirSync('/lib').some((name) => name.startsWith('ld-musl-'))
  const hasGlibc =
    process.platform !== 'linux' || existsSync('/lib/ld-linux-aarch64.so.1') || existsSync('/lib64/ld-linux-x86-64.so.2')
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `${platform}-${process.arch}${isMusl && !hasGlibc ? '-musl' : ''}`
  const found = targets.find((target) => target === name)
  if (found === undefined) throw new Error(`There is no target for ${name}.`)
  return found
}

/** Name of an archive without its extension, and of the folder inside it. */
export function archiveName(target: Target): string {
  return `charabanc-${manifest.version}-${target}`
}

let shelved: Promise<void> | null = null

/** Writes the files inside the executables once for all targets. The highest level of compression takes seconds. */
function shelveOnce(): Promise<void> {
  shelved ??= shelve(join(root, 'dist/web'), 11).then(writeTowns)
  return shelved
}

/** Compiles the executable of a target with the command of `bun run build`, and returns it with its source maps. */
function compile(target: Target, folder: string, environment: Environment): { program: Uint8Array; sourceMaps: string[] } {
  const [setting = '', , ...words] = manifest.scripts.build.split(' ')
  const [name = '', value = ''] = setting.split('=')
  const out = join(folder, 'charabanc')
  const command = [...words.map((word) => (word === 'dist/charabanc' ? out : word)), `--target=bun-${target}`]
  if (name !== 'NODE_ENV' || !command.includes(out))
    throw new Error('release.ts does not recognise the build script in package.json.')
  // Without a network, the build must not wait for ever.
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...command], {
    cwd: root,
    env: { ...environment, [name]: value },
    timeout: 300_000,
  })
  const written = join(folder, target.startsWith('windows') ? 'charabanc.exe' : 'charabanc')
  if (exitCode !== 0 || !existsSync(written))
    throw new Error(complaintIn(`${stdout}${stderr}`) || `bun build left with ${exitCode}`)
  const sourceMaps = readdirSync(folder).filter((file) => file.endsWith('.map'))
  return { program: readFileSync(written), sourceMaps: sourceMaps.map((file) => join(folder, file)) }
}

/** Finds the error messages in the output of a build, without the source code around them. */
function complaintIn(said: string): string {
  const lines = said.trim().split('\n')
  return [...new Set(lines.filter((line) => /^error\b/i.test(line)))].join(' ') || lines.slice(-3).join(' ').trim()
}

/** Files beside the executable in an archive, except for the licences of the packages inside it. */
export async function textsOf(target: Target): Promise<Entry[]> {
  const copy = (path: string, from = path) => asText(path, readFileSync(join(root, from), 'utf8'))
  const folder = (name: string, ending: RegExp) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      .filter((page) => ending.test(page) && page !== 'architecture.md')
      .sort()
      .map((page) => copy(`${name}/${page}`))
  return [
    copy('README.md', 'packaging/README.md'),
    ...['LICENSE', 'CHANGELOG.md'].map((name) => copy(name)),
    ...folder('docs', /\.(md|json)$/).map(withoutSource),
    ...pictures(),
    ...[...(await clientFiles())].map(([path, text]) => asText(`clients/${path}`, text)),
    ...readdirSync(join(root, 'packaging/licences'))
      .sort()
      .map((name) => copy(`licences/${name}`, `packaging/licences/${name}`)),
    copy('grafana-dashboard.json', 'packaging/grafana-dashboard.json'),
    ...(target.startsWith('linux') ? [copy('charabanc.service', 'packaging/charabanc.service')] : []),
    ...(target.startsWith('linux') && !target.includes('musl')
      ? [asText('Dockerfile', dockerfileOfArchive()), copy('compose.yaml', 'packaging/compose.yaml')]
      : []),
    asText('completions/charabanc.bash', bashCompletion()),
    asText('completions/_charabanc', zshCompletion()),
    asText('completions/charabanc.fish', fishCompletion()),
  ]
}

/** Pictures of papers in the handbook. The picture of the portal is for the README of the source only. */
function pictures(): Entry[] {
  const names = readdirSync(join(root, 'docs/pictures')).filter((name) => name.startsWith('paper-'))
  return names.sort().map((name) => {
    const path = `docs/pictures/${name}`
    return { path, bytes: readFileSync(join(root, path)), isProgram: false }
  })
}

/** Removes the last paragraph from the index of the handbook: its pages are for readers of the source. */
function withoutSource(page: Entry): Entry {
  if (page.path !== 'docs/README.md') return page
  return asText(
    page.path,
    Buffer.from(page.bytes)
      .toString()
      .replace(/\n\*\*With the source\*\*.*\n/, ''),
  )
}

async function contentsOf(target: Target, { program, sourceMaps }: ReturnType<typeof compile>): Promise<Entry[]> {
  return [
    { path: target.startsWith('windows') ? 'charabanc.exe' : 'charabanc', bytes: program, isProgram: true },
    asText('licences/third-party.md', thirdPartyPage(packagesInside(sourceMaps), Bun.version)),
    ...(await textsOf(target)),
  ]
}

function asText(path: string, content: string): Entry {
  return { path, bytes: Buffer.from(content), isProgram: false }
}

/** Dockerfile for an archive: the last stage of the project's Dockerfile, around the executable of the archive. */
function dockerfileOfArchive(): string {
  const whole = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const last = whole.indexOf('# The executable needs glibc')
  if (last < 0) throw new Error('release.ts does not find the last stage of the Dockerfile.')
  return `# The executable of this folder in an image without a shell: docker build -t charabanc . && docker run -p 8787:8787 -v charabanc:/data charabanc

FROM debian:bookworm-slim AS build
COPY charabanc /build/dist/charabanc
# The folder is made here because the last stage has no shell to make one that belongs to its user.
RUN mkdir /data

${whole.slice(last)}`
}

/** Makes the archive of one target in `folder` and returns the name of its file. */
export async function makeArchive(
  target: Target,
  folder: string,
  madeAt: number,
  environment: Environment = process.env,
): Promise<string> {
  const workshop = mkdtempSync(join(tmpdir(), 'charabanc-release-'))
  try {
    const name = archiveName(target)
    await shelveOnce()
    const { program, sourceMaps } = compile(target, workshop, environment)
    const built = { program, sourceMaps: [...sourceMaps, ...(await mapsOfWeb(workshop))] }
    const entries = (await contentsOf(target, built)).map((entry) => ({
      ...entry,
      path: `${name}/${entry.path}`,
    }))
    const isZip = target.startsWith('windows')
    const file = `${name}${isZip ? '.zip' : '.tar.gz'}`
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, file), isZip ? zip(entries, madeAt) : tarGz(entries, madeAt))
    return file
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/** Writes SHA256SUMS for every archive and SBOM in the folder, in the format of `sha256sum`. */
export function writeSums(folder: string): void {
  const files = readdirSync(folder).filter((name) => /\.(tar\.gz|zip|cdx\.json)$/.test(name))
  const lines = files
    .sort()
    .map((name) => `${new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, name))).digest('hex')}  ${name}`)
  writeFileSync(join(folder, 'SHA256SUMS'), `${lines.join('\n')}\n`)
}

/** Time of the newest commit (ms), so that the same source always makes the same archive. */
function sourceTime(): number {
  const given = Number(process.env.SOURCE_DATE_EPOCH)
  if (given > 0) return given * 1_000
  const said = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: root }).stdout.toString().trim()
  return said === '' ? Date.now() : Number(said) * 1_000
}

/** Makes these archives, the SBOM and the checksums. Returns the number of archives that failed, and reports each of them. */
export async function release(
  wanted: readonly Target[],
  folder: string,
  say: { readonly made: (file: string) => void; readonly missing: (sentence: string) => void },
  environment: Environment = process.env,
): Promise<number> {
  const madeAt = sourceTime()
  let missing = 0
  for (const target of wanted) {
    try {
      say.made(await makeArchive(target, folder, madeAt, environment))
    } catch (fault) {
      missing++
      say.missing(`${target} is missing: ${findFaultMessage(fault)}`)
    }
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, sbomName()), sbomText(madeAt))
  say.made(sbomName())
  writeSums(folder)
  if (missing > 0) say.missing(`${missing} of the archives could not be made. The others are complete.`)
  return missing
}

async function main(words: readonly string[]): Promise<number> {
  const folder = join(root, 'dist/release')
  const unknown = words.filter((word) => !targets.some((target) => target === word))
  if (unknown.length > 0) {
    process.stderr.write(`Unknown target: ${unknown.join(', ')}. The targets are ${targets.join(', ')}.\n`)
    return 2
  }
  if (words.length === 0) {
    const faults = releaseFaults()
    for (const fault of faults) process.stderr.write(`${fault}\n`)
    if (faults.length > 0) return 1
    rmSync(folder, { recursive: true, force: true })
  }
  const wanted = targets.filter((target) => words.length === 0 || words.includes(target))
  const missing = await release(wanted, folder, {
    made: (file) => process.stdout.write(`${file}\n`),
    missing: (sentence) => process.stderr.write(`${sentence}\n`),
  })
  return missing > 0 ? 1 : 0
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
