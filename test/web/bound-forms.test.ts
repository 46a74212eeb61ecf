import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { buildBody } from '../../src/web/office/form/body.ts'
import { readLimits } from '../../src/web/office/form/limits.ts'
import { findValueAt, withValueAt } from '../../src/web/office/form/paths.ts'

describe('readLimits', () => {
  const driver = new Map(Object.entries(readLimits('DriverInput')))
  const customer = new Map(Object.entries(readLimits('OwnCustomerInput')))

  test('reads required and nullable fields with their lengths', () => {
    expect(driver.get('name')).toEqual({ isRequired: true, least: 1, most: 160 })
    expect(driver.get('license_kind')).toEqual({ isNullable: true, most: 40 })
    expect(driver.get('invite_now')).toEqual({})
  })

  test('reads the choices of a referenced schema that may be null', () => {
    expect(driver.get('dbs_check_kind')).toEqual({
      isNullable: true,
      choices: ['basic', 'standard', 'enhanced', 'enhanced_barred'],
    })
  })

  test('reads nested objects and the items of lists', () => {
    expect(customer.get('account.terms_days')).toMatchObject({ isRequired: true, most: 90 })
    expect(customer.get('address.lines.*')).toEqual({ least: 1, most: 100 })
  })

  test('refuses a name without a schema', () => {
    expect(() => readLimits('NoSuchInput')).toThrow('The OpenAPI document has no #/components/schemas/NoSuchInput.')
  })
})

describe('buildBody', () => {
  const limits = readLimits('OwnCustomerInput')

  test('removes the blanks around texts and turns empty texts into null', () => {
    expect(buildBody({ name: ' Ruth ', organisation: '  ', phone: '' }, limits)).toEqual({
      name: 'Ruth',
      organisation: null,
      phone: null,
    })
  })

  test('leaves out values that the schema does not name', () => {
    expect(buildBody({ name: 'Ruth', id: 7, created_at: '2026-11-30T10:00:00Z' }, limits)).toEqual({ name: 'Ruth' })
  })

  test('leaves out empty items of a list of texts', () => {
    const address = { lines: ['1 High St', '', ' '], town: 'Leeds', postcode: '', country: 'GB' }
    expect(buildBody({ address }, limits)).toEqual({ address: { ...address, lines: ['1 High St'], postcode: null } })
  })

  test('sends null only where the API accepts it', () => {
    expect(buildBody({ account: null }, limits)).toEqual({ account: null })
    expect(buildBody({ invite_now: null }, readLimits('DriverInput'))).toEqual({})
  })

  test('keeps the blanks around a password', () => {
    expect(buildBody({ password: ' secret ' }, readLimits('MailServerInput'))).toEqual({ password: ' secret ' })
  })

  test('leaves out an empty password, because the server then keeps the current one', () => {
    expect(buildBody({ username: '', password: '' }, readLimits('MailServerInput'))).toEqual({ username: null })
  })
})

describe('the forms of portal and console', () => {
  const sources = [...new Bun.Glob('src/web/{office,portal,console}/**/*.{ts,tsx}').scanSync()].map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }))
  /** The schema of limits that several files share: `export const termsLimits = readLimits('TermsInput')`. */
  function findSchemaOf(constant: string): string {
    const read = new RegExp(`const ${constant} = readLimits\\('(\\w+)'\\)`)
    return sources.map(({ text }) => read.exec(text)?.[1]).find((schema) => schema !== undefined) ?? ''
  }

  const forms = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/const (\w+) = createForm<[^(]*\((?:readLimits\('(\w+)'\)|(\w+))\)/g)].map(
      ([, name = '', read, constant]) => ({
        path,
        name,
        schema: read ?? findSchemaOf(constant ?? ''),
      }),
    ),
  )

  /** The paths of a body's values that every request must have, without those inside lists. */
  function listRequiredPaths(schema: string): string[] {
    const limits = new Map(Object.entries(readLimits(schema)))
    const isRequired = (path: string): boolean =>
      limits.get(path)?.isRequired === true && (!path.includes('.') || isRequired(path.slice(0, path.lastIndexOf('.'))))
    return [...limits.keys()].filter((path) => isRequired(path) && ![...limits.keys()].some((one) => one.startsWith(`${path}.`)))
  }

  test('are found', () => expect(forms.length).toBeGreaterThan(20))

  // A value without an input is in the body that the form computes: `{ ...draft.buildBody(), consent: 'given' }`.
  test.each(forms)('$name has an input or a value for each required field of $schema', ({ name, schema }) => {
    const users = sources.filter(({ text }) => new RegExp(`\\b${name}\\b`).test(text)).map(({ text }) => text)
    const isGiven = (path: string) => {
      const key = path.slice(path.lastIndexOf('.') + 1)
      return users.some((text) =>
        new RegExp(`at=(["{\`]+)${path.replaceAll('.', '\\.')}\\b|\\b${key}\\b['"]?\\s*[:,}]`).test(text),
      )
    }
    // Place fields are bound as a whole place, and the fields of an itinerary as all of its legs.
    const isOfPlace = (path: string) => {
      const end = path.slice(0, path.indexOf('.'))
      return users.some((text) => new RegExp(`<BoundPlaceField[^>]*at="${end}"|<ItineraryFields`).test(text))
    }
    expect(listRequiredPaths(schema).filter((path) => !isGiven(path) && !isOfPlace(path))).toEqual([])
  })
})

/** A change of a record leaves out an empty field that cannot be null, so the old value would stay. */
const changedRecords = ['driverForm', 'vehicleForm', 'customerForm', 'accountForm']

describe('the fields of a changed record', () => {
  const files = [...new Bun.Glob('src/web/portal/**/*.tsx').scanSync()].map((path) => readFileSync(path, 'utf8'))
  const schemas = new Map([
    ['driverForm', 'DriverInput'],
    ['vehicleForm', 'VehicleInput'],
    ['customerForm', 'OwnCustomerInput'],
    ['accountForm', 'AccountInput'],
  ])

  test.each(changedRecords)('of %s can be emptied, or are required', (form) => {
    const limits = new Map(Object.entries(readLimits(schemas.get(form) ?? '')))
    const fields = files.flatMap((text) => [
      ...text.matchAll(new RegExp(`<${form}\\.(?:Text|TextArea|Whole|Money|PerCent)\\s([^>]*?)/?>`, 'g')),
    ])
    expect(fields.length).toBeGreaterThan(1)
    const kept = fields.flatMap(([, props = '']) => {
      const [, path = ''] = /at="([^"]+)"/.exec(props) ?? []
      const limit = limits.get(path)
      return limit === undefined || limit.isNullable || limit.isRequired || /\bisRequired\b/.test(props) ? [] : [path]
    })
    expect(kept).toEqual([])
  })
})

describe('a value at a path', () => {
  const key = fc.constantFrom('a', 'b', 'c', '0', '1')
  const path = fc.array(key, { minLength: 1, maxLength: 4 }).map((keys) => keys.join('.'))
  const values = fc.jsonValue({ maxDepth: 3 })

  test('is found after it was set, whatever was there before', () => {
    fc.assert(
      fc.property(values, path, fc.integer(), (before, at, value) => {
        expect(findValueAt(withValueAt(before, at, value), at)).toBe(value)
      }),
    )
  })

  test('is set in a copy', () => {
    fc.assert(
      fc.property(values, path, (before, at) => {
        const kept = structuredClone(before)
        withValueAt(before, at, 1)
        expect(before).toEqual(kept)
      }),
    )
  })

  test('leaves its neighbours unchanged', () => {
    expect(withValueAt({ a: { b: 1, c: [1, 2] }, d: 3 }, 'a.c.1', 9)).toEqual({ a: { b: 1, c: [1, 9] }, d: 3 })
  })

  test('is undefined below a missing part', () => {
    expect(findValueAt({ a: null }, 'a.b.c')).toBeUndefined()
  })
})
