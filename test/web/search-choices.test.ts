import { describe, expect, test } from 'bun:test'
import { foundKinds } from '../../src/domain/search.ts'
import { listChoices, readSearchText } from '../../src/web/plain/search-choices.ts'

const anybody = (_ability: string) => true
const reader = (ability: string) => ability.endsWith(':read')
const page = { path: '/incidents', title: 'Incidents' }
const hit = (kind: string, id: string | number) => ({ kind, id, title: `The ${kind}`, subtitle: null })
const ref = 'TR-7K3MQ2'

const inShort = (typed: string, hits = foundKinds.map((kind) => hit(kind, ref)), who: typeof reader = anybody) =>
  listChoices(typed, hits, who, [page]).map(({ title, choices }) => [title, choices.map(({ label, href }) => `${label} ${href}`)])

describe('the results of a search', () => {
  test('returns a target for every kind of result', () => {
    expect(Object.fromEntries(inShort('the'))).toEqual({
      Bookings: [`The booking /bookings/${ref}`],
      Jobs: [`The job /jobs/${ref}`],
      Customers: ['The customer /search?q=The%20customer'],
      Drivers: [`The driver /drivers/${ref}`],
      Vehicles: [`The vehicle /vehicles/${ref}`],
      Invoices: [`The invoice /money?tab=invoices&invoice=${ref}`],
    })
  })

  test('searches for the text after “assign”, and returns bookings only', () => {
    expect(['assign 7K3', ' Assign  york ', 'assign', 'assignment', '7K3'].map(readSearchText)).toEqual([
      '7K3',
      'york',
      '',
      'assignment',
      '7K3',
    ])
    expect(inShort('assign 7K3')).toEqual([['Assign', [`Assign The booking /bookings/${ref}?assign=1`]]])
    expect(inShort('assign 7K3', [], anybody)).toEqual([])
    expect(inShort('assign', [], reader)).toEqual([])
  })

  test('finds actions and pages by the beginning of a word', () => {
    expect(inShort('new', [])).toEqual([['Actions', ['New booking /new']]])
    expect(inShort('book', [])).toEqual([['Actions', ['New booking /new']]])
    expect(inShort('inc', [])).toEqual([['Pages', ['Incidents /incidents']]])
    expect(['n', 'ew', 'dents'].map((typed) => inShort(typed, []))).toEqual([[], [], []])
    expect(inShort('new', [], reader)).toEqual([])
  })
})
