import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Factories } from '@cyclonedx/cyclonedx-library/Contrib/License'
import { ComponentType, HashAlgorithm, LicenseAcknowledgement } from '@cyclonedx/cyclonedx-library/Enums'
import { Bom, Component, Metadata } from '@cyclonedx/cyclonedx-library/Models'
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize'
import { isSupportedSpdxId } from '@cyclonedx/cyclonedx-library/SPDX'
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec'
import lock from '../bun.lock'
import manifest from '../package.json'
import { readInside } from './licences.ts'

const root = resolve(import.meta.dir, '..')

/** A package of `bun.lock`: its key there, and the keys of its dependencies. */
export type LockedPackage = {
  readonly key: string
  readonly name: string
  readonly version: string
  /** Digest of its tarball as npm writes it, such as `sha512-…`. */
  readonly integrity: string
  readonly dependencies: readonly string[]
}

type Info = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalPeers?: readonly string[]
}

/** Part of `bun.lock` that the SBOM reads. An entry is the package with its version, its registry, its dependencies and its digest. */
export type Lock = { readonly packages: Readonly<Record<string, readonly unknown[]>> }

/** Packages that these direct dependencies bring along, themselves included, in the order of their keys. */
export function lockedPackages({ packages }: Lock, direct: readonly string[]): LockedPackage[] {
  const found = new Map<string, LockedPackage>()
  const add = (key: string) => {
    if (found.has(key)) return
    const [id, , info = {}, integrity] = packages[key] as [string, string, Info?, string?]
    const at = id.lastIndexOf('@')
    const needed = [...Object.keys(info.dependencies ?? {}), ...requiredPeers(info)]
    const dependencies = needed.map((name) => resolveIn(packages, key, name))
    found.set(key, { key, name: id.slice(0, at), version: id.slice(at + 1), integrity: integrity ?? '', dependencies })
    for (const dependency of dependencies) add(dependency)
  }
  for (const name of direct) add(resolveIn(packages, '', name))
  return [...found.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
}

function requiredPeers({ peerDependencies = {}, optionalPeers = [] }: Info): string[] {
  return Object.keys(peerDependencies).filter((name) => !optionalPeers.includes(name))
}

/** Finds the key of a dependency as Node.js resolves it: in the package's own folder, then in each folder above. */
function resolveIn(packages: Lock['packages'], from: string, name: string): string {
  const parts = namesOf(from)
  for (let length = parts.length; length >= 0; length--) {
    const key = [...parts.slice(0, length), name].join('/')
    if (key in packages) return key
  }
  throw new Error(`bun.lock has no ${name}, which ${from || 'package.json'} needs.`)
}

/** Package names in a key: `@redocly/openapi-core/ajv` has two. */
function namesOf(key: string): string[] {
  return key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? []
}

/**
 * Direct dependencies whose code is in the executable: `dependencies`, and those `devDependencies` that a file of `src` imports,
 * because the web apps are bundled at the build.
 */
export function shippedDependencies(): string[] {
  const development = new Set(Object.keys(manifest.devDependencies))
  const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }
  const bundled = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)]
    .filter((path) => !path.endsWith('.d.ts'))
    .flatMap((path) => transpilers[path.endsWith('x') ? 'tsx' : 'ts'].scanImports(readFileSync(join(root, path), 'utf8')))
    .flatMap(({ path }) => namesOf(path)[0] ?? [])
    .filter((name) => development.has(name))
  return [...new Set([...Object.keys(manifest.dependencies), ...bundled])].sort()
}

/** The package URL of a package of npm. */
export function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

const licences = new Factories.LicenseFactory((expression: string) => {
  const ids = expression.replaceAll(/[()]/g, '').split(/ (?:AND|OR|WITH) /)
  if (ids.length === 1 || !ids.every((id) => isSupportedSpdxId(id))) throw new Error(`${expression} is no SPDX expression.`)
})

/** Names a licence as its owner declares it: an SPDX id, an expression of several, or another text. */
function addLicence(component: Component, text: string): void {
  const licence = licences.makeFromString(text)
  licence.acknowledgement = LicenseAcknowledgement.Declared
  component.licenses.add(licence)
}

/**
 * The folders of the installed packages by name and version. An installer can nest packages in other folders than the keys of
 * `bun.lock` say.
 */
function listInstalled(folder = 'node_modules', found = new Map<string, string>()): Map<string, string> {
  const names = readdirSync(join(root, folder)).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(root, folder, name)).map((part) => `${name}/${part}`) : [name],
  )
  for (const place of names.map((name) => `${folder}/${name}`)) {
    const path = join(root, place, 'package.json')
    if (!existsSync(path)) continue
    const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as { name: string; version: string }
    found.set(`${name}@${version}`, place)
    if (existsSync(join(root, place, 'node_modules'))) listInstalled(`${place}/node_modules`, found)
  }
  return found
}

function componentOf({ name, version, integrity }: LockedPackage, installed: ReadonlyMap<string, string>): Component {
  const [last = '', group] = name.split('/').reverse()
  const purl = purlOf(name, version)
  const component = new Component(ComponentType.Library, last, { version, purl, bomRef: purl, ...(group && { group }) })
  if (integrity.startsWith('sha512-')) {
    component.hashes.set(HashAlgorithm['SHA-512'], Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'))
  }
  const place = installed.get(`${name}@${version}`)
  if (place === undefined) throw new Error(`${name} ${version} is not installed.`)
  addLicence(component, readInside(place).licence)
  return component
}

/** Bun, whose runtime is in each executable. `packaging/licences/bun.md` lists its own parts. */
function runtimeComponent(): Component {
  const purl = `pkg:github/oven-sh/bun@bun-v${Bun.version}`
  const component = new Component(ComponentType.Platform, 'bun', { version: Bun.version, purl, bomRef: purl })
  addLicence(component, 'MIT')
  return component
}

/** The SBOM of this release in CycloneDX 1.6 JSON. The same source and the same instant make the same text. */
export function sbomText(madeAt: number): string {
  const direct = shippedDependencies()
  const locked = lockedPackages(lock as Lock, direct)
  const installed = listInstalled()
  // A package that is installed in two folders is one component.
  const byPurl = new Map(locked.map((one) => [purlOf(one.name, one.version), componentOf(one, installed)]))
  const components = new Map(locked.map((one) => [one.key, byPurl.get(purlOf(one.name, one.version))]))
  for (const { key, dependencies } of locked) {
    for (const dependency of dependencies) {
      const needed = components.get(dependency)
      if (needed !== undefined) components.get(key)?.dependencies.add(needed.bomRef)
    }
  }
  const { name, version } = manifest
  const purl = `pkg:generic/${name}@${version}`
  const program = new Component(ComponentType.Application, name, { version, purl, bomRef: purl })
  addLicence(program, manifest.license)
  const runtime = runtimeComponent()
  program.dependencies.add(runtime.bomRef)
  for (const one of direct) {
    const component = components.get(one)
    if (component !== undefined) program.dependencies.add(component.bomRef)
  }
  const bom = new Bom({ metadata: new Metadata({ component: program, timestamp: new Date(madeAt) }) })
  for (const component of [runtime, ...byPurl.values()]) bom.components.add(component)
  const purls = [...bom.components].map((component) => component.purl)
  bom.serialNumber = `urn:uuid:${Bun.randomUUIDv5(JSON.stringify([purl, madeAt, purls]), 'url')}`
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

/** The name of the SBOM's file beside the archives. */
export function sbomName(): string {
  return `${manifest.name}-${manifest.version}.cdx.json`
}
