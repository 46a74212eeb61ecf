import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')

/** A package of somebody else that lies in the executable. */
export type Inside = {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** Empty where the package names none. */
  readonly author: string
  /** What its author says of it, word for word; empty where the package brings no such file. */
  readonly texts: readonly string[]
}

type PackageFile = {
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
  readonly dependencies?: Record<string, string>
}

/**
 * Everything that lies in an executable: what its source maps and those of the web apps name, and every production dependency,
 * because styles, pages and fonts are in no source map.
 */
export function packagesInside(sourceMaps: readonly string[]): Inside[] {
  const mapped = sourceMaps.flatMap((path) => (JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] }).sources)
  const places = mapped.flatMap((source) => /node_modules\/.+/.exec(source)?.[0] ?? []).flatMap(placeOf)
  const direct = Object.keys(readPackage('.').dependencies ?? {}).map((name) => `node_modules/${name}`)
  return [...new Set([...places, ...direct])].sort().map(readInside)
}

/** The folder of the package that a file belongs to, the innermost one where packages lie within packages. */
function placeOf(file: string): string[] {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
  return found === undefined ? [] : [found]
}

function readInside(place: string): Inside {
  const { version, license, author = '' } = readPackage(place)
  const files = readdirSync(join(root, place)).filter((name) => /(^(licen[cs]e|copying|notice)|\.LICENSE\.txt$)/i.test(name))
  const texts = files.sort().map((name) => readFileSync(join(root, place, name), 'utf8').trim())
  // Some name their licence in its text alone.
  const licence = license ?? (texts.some((text) => text.startsWith('MIT License\n')) ? 'MIT' : undefined)
  if (licence === undefined) throw new Error(`${place} names no licence.`)
  return {
    name: place.replace(/^.*node_modules\//, ''),
    version,
    licence,
    author: nameOf(author),
    texts: [...new Set(texts)],
  }
}

/** Without the mail address that often stands behind it. */
function nameOf(author: string | { readonly name: string }): string {
  return (typeof author === 'string' ? author : author.name).replace(/\s*[<(].*$/, '')
}

function readPackage(place: string): PackageFile {
  return JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'))
}

/** The page that tells whose work lies in the executable, and under which licence. */
export function thirdPartyPage(packages: readonly Inside[], bunVersion: string): string {
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  const chapters = packages.map(({ name, version, licence, author, texts }) => {
    const by = author === '' ? '' : `By ${author}. `
    const said = texts.length > 0 ? texts : [`${by}Under ${licence}, whose text is in ${licenceFile(licence)}.`]
    return [`## ${name} ${version}`, ...said.map((text) => `\`\`\`\`text\n${text}\n\`\`\`\``)].join('\n\n')
  })
  const head = [
    '# Whose work lies in the executable',
    `The runtime is Bun ${bunVersion}; \`bun.md\` tells what that consists of. These packages lie in the executable beside it:`,
    ['| package | version | licence |', '|---|---|---|', ...rows].join('\n'),
  ]
  return `${[...head, ...chapters].join('\n\n')}\n`
}

/** A licence that a package only names comes with us. */
function licenceFile(licence: string): string {
  const name = `${licence}.txt`
  if (!existsSync(join(root, 'packaging/licences', name))) throw new Error(`packaging/licences/${name} is needed and not there.`)
  return name
}
