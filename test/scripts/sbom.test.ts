import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import manifest from '../../package.json'
import { lockedPackages, purlOf, sbomText, shippedDependencies } from '../../scripts/sbom.ts'

const madeAt = Date.UTC(2026, 10, 30, 8)

type Listed = {
  readonly type: string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly {
    readonly license?: { readonly id?: string; readonly name?: string }
    readonly expression?: string
  }[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

type Sbom = {
  readonly metadata: { readonly component: Listed }
  readonly components: readonly Listed[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

const text = sbomText(madeAt)
const sbom = JSON.parse(text) as Sbom

/** Makes the validator of CycloneDX 1.6 from the schemas in the library that writes the SBOM. */
function makeValidator() {
  const folder = resolve(import.meta.dir, '../../node_modules/@cyclonedx/cyclonedx-library/res/schema')
  const schema = (name: string) => JSON.parse(readFileSync(`${folder}/${name}.SNAPSHOT.schema.json`, 'utf8'))
  const within = ['spdx', 'jsf-0.82'].map((name) => [`http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`, schema(name)])
  const ajv = new Ajv({ strict: false, schemas: Object.fromEntries(within) })
  addFormats(ajv)
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true)
  return ajv.compile(schema('bom-1.6'))
}

describe('the SBOM of a release', () => {
  test('is valid CycloneDX 1.6', () => {
    const validate = makeValidator()
    expect(validate(sbom) ? null : validate.errors).toBeNull()
    expect(validate({ ...sbom, components: [{ name: 'without a type' }] })).toBe(false)
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  })

  test('names the release', () => {
    expect(sbom.metadata.component).toMatchObject({ name: 'charabanc', version: manifest.version, type: 'application' })
  })

  test('lists every production dependency with its version, package URL, licence and checksum', () => {
    const listed = new Map(sbom.components.map((component) => [component.purl, component]))
    for (const [name, version] of Object.entries(manifest.dependencies)) {
      expect(listed.get(purlOf(name, version))).toMatchObject({
        version,
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      })
    }
  })

  test('lists dependencies of dependencies, packages of the web apps and the runtime', () => {
    const names = sbom.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`))
    expect(names).toEqual(expect.arrayContaining(['sonic-boom', 'fontkit', 'react-dom', 'preact', '@mantine/core', 'bun']))
    for (const tool of ['knip', 'drizzle-kit', 'playwright-core', '@biomejs/biome']) expect(names).not.toContain(tool)
  })

  test('names a licence of each component', () => {
    for (const { purl, licenses } of sbom.components) {
      expect(licenses, purl).toHaveLength(1)
      expect(licenses[0]?.license?.id ?? licenses[0]?.license?.name ?? licenses[0]?.expression, purl).toMatch(/\w/)
    }
  })

  test('lists the dependencies of each component', () => {
    const pino = sbom.dependencies.find(({ ref }) => ref === purlOf('pino', manifest.dependencies.pino))
    expect(pino?.dependsOn).toEqual(expect.arrayContaining([expect.stringMatching(/^pkg:npm\/sonic-boom@/)]))
    const own = sbom.dependencies.find(({ ref }) => ref === `pkg:generic/charabanc@${manifest.version}`)
    expect(own?.dependsOn).toHaveLength(shippedDependencies().length + 1)
  })

  test('returns the same text each time', () => {
    expect(sbomText(madeAt)).toBe(text)
  })
})

describe('the packages of a lock file', () => {
  const lock = {
    packages: {
      a: [
        'a@1.0.0',
        '',
        { dependencies: { b: '^1.0.0' }, peerDependencies: { c: '*', d: '*' }, optionalPeers: ['d'] },
        'sha512-YQ==',
      ],
      b: ['b@1.0.0', '', {}, ''],
      c: ['c@3.0.0', '', { dependencies: { b: '^2.0.0' } }, ''],
      'c/b': ['b@2.0.0', '', { dependencies: { '@s/e': '*' } }, ''],
      '@s/e': ['@s/e@1.0.0', '', { dependencies: { c: '*' } }, ''],
      f: ['f@1.0.0', '', {}, ''],
    },
  } as const

  test('returns the packages that the direct ones need, resolved like in Node.js', () => {
    expect(lockedPackages(lock, ['a']).map(({ key, name, version }) => [key, name, version])).toEqual([
      ['@s/e', '@s/e', '1.0.0'],
      ['a', 'a', '1.0.0'],
      ['b', 'b', '1.0.0'],
      ['c', 'c', '3.0.0'],
      ['c/b', 'b', '2.0.0'],
    ])
    expect(lockedPackages(lock, ['a'])[1]?.dependencies).toEqual(['b', 'c'])
  })

  test('throws if a dependency is missing', () => {
    expect(() => lockedPackages(lock, ['g'])).toThrow('bun.lock has no g, which package.json needs.')
  })

  test('returns a package URL with its scope', () => {
    expect(purlOf('@s/e', '1.0.0')).toBe('pkg:npm/%40s/e@1.0.0')
  })
})
