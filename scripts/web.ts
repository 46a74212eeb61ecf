import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, parse, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { BuiltWeb, ShelfList, ShelvedAsset } from '../src/http/pages/shelf.ts'
import officeTheme from './theme.ts'

// Builds the files for browsers. `bun scripts/web.ts` writes them into dist/web, which `bun run build` puts into the executable.
// From source, the server builds them in memory.

const root = resolve(import.meta.dir, '..')
const web = join(root, 'src/web')

/** An app: one page with all it loads, and the files beside it that keep their names. */
type App = {
  readonly name: string
  readonly page: string
  readonly manifest?: string
  /** Icons that only the manifest loads. */
  readonly icons?: readonly string[]
  /** The service worker, which is built last: it stores the files of the app and needs their names. */
  readonly worker?: string
  /** Whether the page needs no script; the bundler adds one to every page. */
  readonly isWithoutScript?: true
}

/** The apps. Each is built alone, so that no chunk is shared and no app loads another's libraries. */
const apps: readonly App[] = [
  { name: 'portal', page: 'portal/index.html', manifest: 'portal/app.webmanifest' },
  {
    name: 'driver',
    page: 'driver/index.html',
    manifest: 'driver/app.webmanifest',
    icons: ['driver/icon-192.png', 'driver/icon-512.png', 'driver/icon-maskable.png'],
    worker: 'driver/sw.ts',
  },
  { name: 'console', page: 'console/index.html' },
  { name: 'trip', page: 'customer/trip.html' },
  { name: 'enquire', page: 'customer/enquire.html' },
  { name: 'sandbox-page', page: 'customer/sandbox-page.html', isWithoutScript: true },
]

/** Pages in one file each, with their script inside, under a policy that names the script's hash. */
const lonePages = ['start', 'sign-in', 'docs', 'not-found']

/** The browser's content types by the bundler's kinds of file. */
const typesOf: Readonly<Record<string, string>> = {
  css: 'text/css;charset=utf-8',
  js: 'text/javascript;charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
}

/** Builds every app as browsers load it; a higher quality takes longer and is for builds that run once. */
export async function buildWeb(brotliQuality = 9): Promise<BuiltWeb> {
  const texts = new Map([['favicon.svg', readFileSync(join(web, 'office/theme/icon.svg'), 'utf8')]])
  const assets = new Map<string, ShelvedAsset>()
  for (const app of apps) await build(app, texts, assets, brotliQuality)
  for (const name of lonePages) texts.set(`${name}.html`, await inOneFile(`pages/${name}.html`))
  return { texts, assets }
}

async function build(app: App, texts: Map<string, string>, assets: Map<string, ShelvedAsset>, quality: number): Promise<void> {
  const own: string[] = []
  const shelveAsset = (name: string, bytes: Uint8Array) => {
    own.push(name)
    assets.set(name, packed(name, bytes, quality))
  }
  for (const output of await bundle(app, 'none')) {
    const name = output.path.replace(/^.*\//, '')
    if (name.endsWith('.html')) texts.set(`${app.name}.html`, rooted(app, await output.text()))
    else shelveAsset(name, new Uint8Array(await output.arrayBuffer()))
  }
  if (app.manifest !== undefined) {
    let manifest = readFileSync(join(web, app.manifest), 'utf8')
    for (const icon of app.icons ?? []) {
      const bytes = readFileSync(join(web, icon))
      const { name, ext } = parse(icon)
      const hashed = `${app.name}-${name}-${Bun.hash(bytes).toString(36)}${ext}`
      shelveAsset(hashed, bytes)
      manifest = manifest.replace(`./${name}${ext}`, `{{root}}assets/${hashed}`)
    }
    texts.set(`${app.name}.webmanifest`, manifest)
  }
  if (app.worker !== undefined) texts.set(`${app.name}.sw.js`, await buildWorker(app.worker, own))
}

/** The service worker in one file, with the names of the app's files and a version that changes with them. */
function buildWorker(path: string, files: readonly string[]): Promise<string> {
  const version = new Bun.CryptoHasher('sha256').update(files.join()).digest('hex').slice(0, 12)
  return oneScript(path, { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) })
}

/** A module with all that it imports as one script. */
async function oneScript(path: string, define: Record<string, string> = {}): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: [join(web, path)], target: 'browser', format: 'iife', minify: true, define })
  const [output] = outputs
  if (output === undefined) throw new Error(`${path} was built to nothing.`)
  return output.text()
}

/** A page with the one script of its own folder, if it names any, written into it. */
async function inOneFile(page: string): Promise<string> {
  const html = readFileSync(join(web, page), 'utf8')
  const [tag, name] = /<script src="\.\/([\w-]+\.ts)"><\/script>/.exec(html) ?? []
  if (tag === undefined || name === undefined) return html
  const script = (await oneScript(join(dirname(page), name))).replaceAll('</script', '<\\/script')
  return html.replace(tag, () => `<script>${script}</script>`)
}

/** Writes the built apps and `shelf.json` into the folder, after deleting its content. */
export async function shelve(folder: string, brotliQuality?: number): Promise<void> {
  const { texts, assets } = await buildWeb(brotliQuality)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of texts) writeFileSync(join(folder, name), text)
  for (const [name, { gzip, brotli }] of assets) {
    writeFileSync(join(folder, `${name}.gz`), gzip)
    writeFileSync(join(folder, `${name}.br`), brotli)
  }
  const list: ShelfList = {
    texts: [...texts.keys()],
    assets: Object.fromEntries([...assets].map(([name, { type, tag }]) => [name, { type, tag }])),
  }
  writeFileSync(join(folder, 'shelf.json'), JSON.stringify(list))
}

/** Writes the source maps of every app into the folder and returns their paths, which name the packages that browsers load. */
export async function mapsOfWeb(folder: string): Promise<string[]> {
  const paths: string[] = []
  for (const app of apps) {
    for (const output of await bundle(app, 'external')) {
      if (output.kind !== 'sourcemap') continue
      const path = join(folder, output.path.replace(/^.*\//, ''))
      writeFileSync(path, await output.text())
      paths.push(path)
    }
  }
  return paths
}

async function bundle({ name, page, isWithoutScript }: App, sourcemap: 'none' | 'external') {
  const naming = `${name}-[hash].[ext]`
  const { outputs } = await Bun.build({
    entrypoints: [join(web, page)],
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    sourcemap,
    naming: { entry: naming, chunk: naming, asset: naming },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [officeTheme],
  })
  // The bundler's own order of style sheets changes from one build to the next.
  const sorted = outputs.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return isWithoutScript ? sorted.filter(({ path }) => !/\.js(\.map)?$/.test(path)) : sorted
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** The page with its assets at the server's address, whatever path is before it. */
function rooted({ isWithoutScript }: App, html: string): string {
  const loaded = isWithoutScript ? html.replace(/<script [^>]*><\/script>/, '') : html
  return loaded.replaceAll(/\b(href|src)="\.\//g, '$1="{{root}}assets/').replaceAll(' crossorigin', '')
}

function packed(name: string, bytes: Uint8Array, brotliQuality: number): ShelvedAsset {
  const type = typesOf[endingOf(name)]
  if (type === undefined) throw new Error(`Add the type of ${name} to scripts/web.ts.`)
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('base64url').slice(0, 22)
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  return { type, tag: `W/"${hash}"`, gzip: new Uint8Array(gzipSync(bytes, { level: 9 })), brotli: new Uint8Array(brotli) }
}

if (import.meta.main) await shelve(join(root, 'dist/web'))
