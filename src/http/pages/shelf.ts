import { join } from 'node:path'

/** A file for browsers: compressed in both ways, under a name that changes with its content. */
export type ShelvedAsset = {
  readonly type: string
  /** Weak, because the packed and the plain bytes share it. */
  readonly tag: string
  readonly gzip: Uint8Array<ArrayBuffer>
  readonly brotli: Uint8Array<ArrayBuffer>
}

/** The web apps' files for browsers. */
export type Shelf = {
  /** The text under a constant name, such as a page, with `{{root}}` still in it. */
  textOf(name: string): Promise<string>
  /** Null if no file of this name was built. */
  assetOf(name: string): Promise<ShelvedAsset | null>
}

/** The list in `shelf.json` of the files beside it: texts unchanged, each asset as `NAME.gz` and `NAME.br`. */
export type ShelfList = {
  readonly texts: readonly string[]
  readonly assets: Readonly<Record<string, Pick<ShelvedAsset, 'type' | 'tag'>>>
}

let opened: Promise<Shelf> | null = null

/** The shelf of this program: in the executable the files built with it, from source files built at the first request. */
export function openShelf(): Promise<Shelf> {
  opened ??= isCompiled() ? loadEmbeddedShelf(join(import.meta.dir, 'web')) : loadBuiltShelf()
  return opened
}

function isCompiled(): boolean {
  return import.meta.dir.startsWith('/$bunfs') || import.meta.dir.includes('~BUN')
}

async function loadEmbeddedShelf(folder: string): Promise<Shelf> {
  const list: ShelfList = await Bun.file(join(folder, 'shelf.json')).json()
  const assets = new Map(Object.entries(list.assets))
  return {
    textOf: (name) => Bun.file(join(folder, name)).text(),
    async assetOf(name) {
      const asset = assets.get(name)
      if (asset === undefined) return null
      const [gzip, brotli] = await Promise.all(['gz', 'br'].map((way) => Bun.file(join(folder, `${name}.${way}`)).bytes()))
      return { ...asset, gzip: gzip as Uint8Array<ArrayBuffer>, brotli: brotli as Uint8Array<ArrayBuffer> }
    },
  }
}

async function loadBuiltShelf(): Promise<Shelf> {
  // The path is computed, because the bundler would put an imported builder into the executable.
  const builder = ['..', '..', '..', 'scripts', 'web.ts'].join('/')
  const { buildWeb } = (await import(builder)) as { buildWeb(): Promise<BuiltWeb> }
  const { texts, assets } = await buildWeb()
  return {
    async textOf(name) {
      const text = texts.get(name)
      if (text === undefined) throw new Error(`There is no ${name} on the shelf.`)
      return text
    },
    assetOf: async (name) => assets.get(name) ?? null,
  }
}

/** The built web apps, by the names of their files. */
export type BuiltWeb = {
  readonly texts: ReadonlyMap<string, string>
  readonly assets: ReadonlyMap<string, ShelvedAsset>
}
