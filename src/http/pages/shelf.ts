import { join } from 'node:path'

/** A file as browsers load it: packed both ways, under a name that changes with what is in it. */
export type ShelvedAsset = {
  readonly type: string
  /** Weak, because the packed bytes and the plain ones share it. */
  readonly tag: string
  readonly gzip: Uint8Array<ArrayBuffer>
  readonly brotli: Uint8Array<ArrayBuffer>
}

/** The files that browsers load of the web apps. */
export type Shelf = {
  /** The text under a name that stays, such as a page; `{{root}}` is still to be filled in. */
  textOf(name: string): Promise<string>
  /** Null where nothing of this name was built. */
  assetOf(name: string): Promise<ShelvedAsset | null>
}

/** The list in `shelf.json` of the files beside it: texts as they are, each asset as `NAME.gz` and `NAME.br`. */
export type ShelfList = {
  readonly texts: readonly string[]
  readonly assets: Readonly<Record<string, Pick<ShelvedAsset, 'type' | 'tag'>>>
}

let opened: Promise<Shelf> | null = null

/** The shelf of this program: in the executable what was built with it, from source built at the first question. */
export function openShelf(): Promise<Shelf> {
  opened ??= isCompiled() ? embedded(join(import.meta.dir, 'web')) : built()
  return opened
}

function isCompiled(): boolean {
  return import.meta.dir.startsWith('/$bunfs') || import.meta.dir.includes('~BUN')
}

async function embedded(folder: string): Promise<Shelf> {
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

async function built(): Promise<Shelf> {
  // Not named where it is imported, or the bundler would put the builder into the executable.
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

/** The web apps as they are built, by the names under which they are asked for. */
export type BuiltWeb = {
  readonly texts: ReadonlyMap<string, string>
  readonly assets: ReadonlyMap<string, ShelvedAsset>
}
