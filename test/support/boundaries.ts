import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { readRepositoryFile } from './repository-pages.ts'

/** The folders that a folder may import from, beside itself. `root` are the files directly in src. */
const importable: Readonly<Record<string, readonly string[]>> = {
  root: ['domain'],
  domain: [],
  storage: ['domain'],
  gateways: ['domain'],
  actions: ['domain', 'storage', 'gateways'],
  http: ['domain', 'actions'],
  worker: ['domain', 'actions', 'gateways'],
  cli: ['root', 'domain', 'storage', 'gateways', 'actions', 'http', 'worker'],
  web: ['domain'],
}

/** The browser apps that an app may import from, beside itself and the domain. */
const webImportable: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  look: [],
  pages: [],
  office: ['plain', 'look'],
  portal: ['office', 'plain', 'look'],
  console: ['office', 'plain', 'look'],
  driver: ['plain', 'look'],
  customer: ['plain', 'look'],
}

/** The subfolders of folders with too many files, and the files beside them, as docs/architecture.md lists them. */
export const rooms: ReadonlySet<string> = new Set(roomsOn(readRepositoryFile('docs/architecture.md')))

/** The paths in the first column of the table of rooms on a page. */
export function roomsOn(page: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith('Rooms\n')) ?? ''
  return [...section.matchAll(/^\| `([\w./-]+)` \|/gm)].map(([, path = '']) => path)
}

/** Two folders that may not import each other: one for each database. */
const apart = ['storage/postgres', 'storage/sqlite']

function isPair(room: string, other: string): boolean {
  return room !== other && apart.includes(room) && apart.includes(other)
}

/** Single files that may import one thing more. */
const exceptions: readonly { readonly file: RegExp; readonly imports: RegExp }[] = [
  { file: /^main\.ts$/, imports: /^cli\/run\.ts$/ },
  { file: /^worker\/main\.ts$/, imports: /^(storage\/(open|secret-box)|config|log|clock)\.ts$/ },
]

/** Shared types: all but the domain may name a logger and a clock, and http the interface of storage and its rows. */
const sharedTypes: readonly { readonly to: RegExp; readonly types: RegExp }[] = [
  { to: /^(?!domain\/)/, types: /^(log|clock)\.ts$/ },
  { to: /^http\//, types: /^storage\/(storage|queries\/[\w-]+)\.ts$/ },
]

/** The folder that may import a library. A library that is not listed may not be imported. */
const libraries: readonly { readonly name: RegExp; readonly home: RegExp }[] = [
  { name: /^(drizzle-orm(\/.*)?|bun:sqlite)$/, home: /^(storage\/.*|cli\/lock\.ts)$/ },
  { name: /^(elysia|@elysiajs\/.*|@sinclair\/typebox(\/.*)?)$/, home: /^http\// },
  { name: /^(pino|pino-pretty)$/, home: /^log\.ts$/ },
  { name: /^ipaddr\.js$/, home: /^gateways\/addresses\.ts$/ },
  { name: /^nodemailer$/, home: /^gateways\/smtp\.ts$/ },
  { name: /^libphonenumber-js\/min$/, home: /^gateways\/phone\.ts$/ },
  { name: /^saxes$/, home: /^gateways\/(allowed-svg|papers\/svg-tree)\.ts$/ },
  { name: /^proj4$/, home: /^gateways\/national-grid\.ts$/ },
  { name: /^prom-client$/, home: /^gateways\/prometheus\.ts$/ },
  { name: /^uqr$/, home: /^(cli\/qr-code\.ts|gateways\/(code-picture|papers\/qr-figure)\.ts|web\/office\/parts\/qr-code\.tsx)$/ },
  { name: /^fontkit$/, home: /^gateways\/papers\/ink\.ts$/ },
  { name: /^pdfkit$/, home: /^gateways\/papers\/(ink|svg-drawing)\.ts$/ },
  { name: /^dejavu-fonts-ttf\/ttf\/[\w-]+\.ttf$/, home: /^gateways\/papers\/ink\.ts$/ },
  { name: /^svg-to-pdfkit$/, home: /^gateways\/papers\/svg-drawing\.ts$/ },
  { name: /^stripe$/, home: /^gateways\/payments\/stripe-[a-z]+\.ts$/ },
  { name: /^bun:jsc$/, home: /^cli\/doctor-machine\.ts$/ },
  { name: /^bun:ffi$/, home: /^gateways\/(c-library|last-resort|systemd)\.ts$/ },
  { name: /^swagger-ui-dist\//, home: /^http\/pages\/docs\.ts$/ },
  { name: /^(react|react-dom|@mantine|@tanstack|wouter|openapi-fetch)(\/.*)?$/, home: /^web\/(office|portal|console)\// },
  { name: /^preact(\/.*)?$/, home: /^web\/(driver|customer)\// },
  { name: /^idb$/, home: /^web\/driver\// },
  { name: /^bun$/, home: /^(?!domain\/|actions\/)/ },
]

/** Text that a file may not contain, with the reason. */
const words: readonly { readonly where: RegExp; readonly said: RegExp; readonly why: string }[] = [
  {
    where: /^(?!config\.ts$)/,
    said: /\b(process\.env|Bun\.env|import\.meta\.env)\b/,
    why: 'only config.ts reads the environment',
  },
  {
    where: /^domain\//,
    said: /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\b|\bcrypto\.|\bBun\b|\bprocess\.|\bfetch\(|\bset(Timeout|Interval)\b/,
    why: 'the domain does no I/O and has no clock and no chance',
  },
  { where: /^actions\//, said: /(:\s*|\bnew\s+|<)(Request|Response)\b/, why: 'actions know nothing of HTTP' },
  // The body of a webhook is a stored text; any other body is a response.
  {
    where: /^actions\/(?!server\/metrics\.ts$)/,
    said: /\b\w*[sS]tatus(Code)?\b['"\]]*\s*[:=]\s*([1-5]\d\d|number)\b|\bbody: (?!string\b|whole\b)/,
    why: 'actions return things; status and body are for http',
  },
  { where: /^(?!storage\/)/, said: /\b(tx|db|reader|writer)\.(db|t)\b/, why: 'only storage asks the database' },
  { where: /./, said: /^export default\b/m, why: 'everything exported has a name' },
  { where: /./, said: /^export (type )?\* (as \w+ )?from\b/m, why: 'an import names the file it wants, so there are no barrels' },
]

const drawers = /^(utils?|helpers?|common|types?|services?|manager|data|info|index|misc|shared)$|^(handle|process)(-|$)/
const goodName = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(d\.ts|ts|tsx)$/
const mostLines = 300

/** One import of a file: its path, and whether it imports only types. */
export interface Import {
  readonly from: string
  readonly onlyTypes: boolean
  /** Whether it is loaded only when needed, so that neither file waits for the other. */
  readonly isLater: boolean
}

/** Every breach of the server's rules in one source file; `path` is relative to src. */
export function faultsOf(path: string, source: string): string[] {
  const code = withoutComments(source)
  const lines = source.trimEnd().split('\n').length
  return [
    ...importsOf(source).flatMap((one) => faultOfImport(path, one)),
    ...words.filter(({ where, said }) => where.test(path) && said.test(code)).map(({ why }) => `${path}: ${why}`),
    ...path
      .split('/')
      .flatMap((name) => (drawers.test(name.replace(/\..*$/, '')) ? [`${path}: ${name} is a drawer without a noun`] : [])),
    ...(isInARoom(path) ? [] : [`${path}: belongs into a room of ${folderOf(path)}`]),
    ...(goodName.test(path.split('/').at(-1) ?? '') ? [] : [`${path}: file names are kebab-case`]),
    ...(lines > mostLines ? [`${path}: ${lines} lines are more than ${mostLines}`] : []),
  ]
}

/** Every import of a file: static, re-exported, dynamic, for its effect, and of types alone. */
export function importsOf(source: string): Import[] {
  const code = withoutComments(source)
  const named = [...code.matchAll(/^\s*(?:import|export)\s+(type\s+)?[\w*{][^'"`;=]*?\bfrom\s*['"]([^'"]+)['"]/gm)]
  const bare = [...code.matchAll(/(^\s*import|\bimport\(|\brequire\()\s*['"]([^'"]+)['"]/gm)]
  return [
    ...named.map(([, type, from = '']) => ({ from, onlyTypes: type !== undefined, isLater: false })),
    ...bare.map(([, how = '', from = '']) => ({ from, onlyTypes: false, isLater: how.endsWith('(') })),
  ]
}

function faultOfImport(path: string, { from, onlyTypes }: Import): string[] {
  const folder = folderOf(path)
  if (!from.startsWith('.')) return faultOfLibrary(path, folder, from, onlyTypes)
  const target = join('src', path, '..', from)
  if (!target.startsWith('src/')) {
    if (folder === 'web' && ['docs/webhooks.md', 'docs/openapi.json'].includes(target)) return []
    const isGiven = target === 'package.json' || target === 'dist/clients/typescript/charabanc.d.ts'
    return (folder === 'storage' && target.startsWith('drizzle/')) || (isGiven && (onlyTypes || target === 'package.json'))
      ? []
      : [`${path}: ${from} lies outside src`]
  }
  const wanted = target.slice('src/'.length)
  if (folder === 'web' && folderOf(wanted) === 'web') {
    const [app, other] = [appOf(path), appOf(wanted)]
    return app === other || webImportable[app]?.includes(other) ? [] : [`${path}: ${app} may not import ${wanted}`]
  }
  if (isPair(roomOf(path), roomOf(wanted))) return [`${path}: ${roomOf(path)} may not import ${wanted}`]
  const allowed =
    folderOf(wanted) === folder ||
    importable[folder]?.includes(folderOf(wanted)) ||
    exceptions.some(({ file, imports }) => file.test(path) && imports.test(wanted)) ||
    (onlyTypes && sharedTypes.some(({ to, types }) => to.test(path) && types.test(wanted)))
  return allowed ? [] : [`${path}: ${folder} may not import ${wanted}`]
}

function faultOfLibrary(path: string, folder: string, from: string, onlyTypes: boolean): string[] {
  const fault = [`${path}: ${from} does not belong here`]
  if (folder === 'domain') return fault
  if (from.startsWith('node:')) return []
  if (builtinModules.includes(from) && !from.startsWith('bun')) return [`${path}: write node:${from}`]
  if (from === 'pino' && onlyTypes) return []
  return libraries.some(({ name, home }) => name.test(from) && home.test(path)) ? [] : fault
}

function folderOf(path: string): string {
  const [folder = '', ...rest] = path.split('/')
  return rest.length === 0 ? 'root' : folder
}

function isInARoom(path: string): boolean {
  const [folder = ''] = path.split('/')
  const hasRooms = [...rooms].some((room) => room.startsWith(`${folder}/`))
  return !hasRooms || rooms.has(roomOf(path))
}

/** The subfolder of a file, or the file itself if it is beside the subfolders. */
export function roomOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

function appOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** The rooms of a folder, each with the other rooms that its files import, types and later imports included; `sources` as below. */
export function listRoomImports(sources: ReadonlyMap<string, string>, folder: string): Map<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const [path, source] of sources) {
    if (folderOf(path) !== folder) continue
    const wanted = importsOf(source).map(({ from }) => join(path, '..', from))
    const others = wanted.filter((target) => sources.has(target) && folderOf(target) === folder).map(roomOf)
    const known = found.get(roomOf(path)) ?? new Set()
    found.set(roomOf(path), new Set([...known, ...others.filter((other) => other !== roomOf(path))]))
  }
  return found
}

/** The pairs of rooms that import each other, in alphabetical order; `imports` as `listRoomImports` returns them. */
export function findMutualRooms(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const pairs = [...imports].flatMap(([room, others]) => {
    const mutual = [...others].filter((other) => room < other && imports.get(other)?.has(room))
    return mutual.map((other) => `${room} ↔ ${other}`)
  })
  return pairs.sort()
}

/** The imports of rooms from a higher floor; `floors` are the rooms from the bottom up. */
export function findImportsFromAbove(imports: ReadonlyMap<string, ReadonlySet<string>>, floors: readonly string[]): string[] {
  return [...imports].flatMap(([room, others]) => {
    const above = [...others].filter((other) => floors.indexOf(other) > floors.indexOf(room))
    return above.map((other) => `${room} → ${other}`)
  })
}

/**
 * Every circle of files that import each other statically, types included, as the paths in it; `sources` are texts by path from
 * src.
 */
export function importCyclesIn(sources: ReadonlyMap<string, string>): string[][] {
  const imports = new Map(
    [...sources].map(([path, source]) => {
      const targets = importsOf(source).flatMap(({ from, isLater }) => (isLater ? [] : [join(path, '..', from)]))
      return [path, targets.filter((target) => sources.has(target))]
    }),
  )
  // A file that imports no remaining file is in no circle. The same is true of a file that imports only such files.
  for (;;) {
    const ends = [...imports].filter(([, targets]) => !targets.some((target) => imports.has(target)))
    if (ends.length === 0) break
    for (const [path] of ends) imports.delete(path)
  }
  const circles: string[][] = []
  for (const start of imports.keys()) {
    if (circles.flat().includes(start)) continue
    const way: string[] = []
    let at: string | undefined = start
    while (at !== undefined && !way.includes(at)) {
      way.push(at)
      at = imports.get(at)?.find((target) => imports.has(target))
    }
    const circle = way.slice(way.indexOf(at ?? ''))
    if (!circles.some((known) => known.some((path) => circle.includes(path)))) circles.push(circle.sort())
  }
  return circles
}

function withoutComments(source: string): string {
  return source.replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '')
}
