import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dir, '..')

/** A third-party package inside the executable. */
export type Inside = {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** Empty if the package names none. */
  readonly author: string
  /** The exact licence texts of its author; empty if the package has no such file. */
  readonly texts: readonly string[]
}

type PackageFile = {
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
  readonly dependencies?: Record<string, string>
}

/**
 * All packages in an executable: those in its source maps and in those of the web apps, and every production dependency. Styles,
 * pages and fonts are in no source map.
 */
export function packagesInside(sourceMaps: readonly string[]): Inside[] {
  const mapped = sourceMaps.flatMap((path) => (JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] }).sources)
  const places = mapped.flatMap((source) => /node_modules\/.+/.exec(source)?.[0] ?? []).flatMap(placeOf)
  const direct = Object.keys(readPackage('.').dependencies ?? {}).map((name) => `node_modules/${name}`)
  return [...new Set([...places, ...direct])].sort().map(readInside)
}

/** The folder of the package that a file belongs to, the innermost one of nested packages. */
function placeOf(file: string): string[] {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
  return found === undefined ? [] : [found]
}

/** Reads the package installed at a place such as `node_modules/pino`. Throws if it names no licence. */
export function readInside(place: string): Inside {
  const { version, license, author = '' } = readPackage(place)
  const files = readdirSync(join(root, place)).filter((name) => /(^(licen[cs]e|copying|notice)|\.LICENSE\.txt$)/i.test(name))
  const texts = files.sort().map((name) => readFileSync(join(root, place, name), 'utf8').trim())
  // Some packages name their licence only in its text.
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

/** The name of an author without the email address after it. */
function nameOf(author: string | { readonly name: string }): string {
  return (typeof author === 'string' ? author : author.name).replace(/\s*[<(].*$/, '')
}

function readPackage(place: string): PackageFile {
  return JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'))
}

/** The page that names the authors of all packages in the executable, with their licences. */
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

/** The file in packaging/licences with the text of a licence that a package only names. */
function licenceFile(licence: string): string {
  const name = `${licence}.txt`
  if (!existsSync(join(root, 'packaging/licences', name))) throw new Error(`packaging/licences/${name} is needed and not there.`)
  return name
}
