import { describe, expect, test } from 'bun:test'
import { foundKinds } from '../../src/domain/search.ts'
import { choicesFor, soughtIn } from '../../src/web/plain/search-choices.ts'

const anybody = (_ability: string) => true
const reader = (ability: string) => ability.endsWith(':read')
const page = { path: '/incidents', title: 'Incidents' }
const hit = (kind: string, id: string | number) => ({ kind, id, title: `The ${kind}`, subtitle: null })
const ref = 'TR-7K3MQ2'

const inShort = (typed: string, hits = foundKinds.map((kind) => hit(kind, ref)), who: typeof reader = anybody) =>
  choicesFor(typed, hits, who, [page]).map(({ title, choices }) => [title, choices.map(({ label, href }) => `${label} ${href}`)])

describe('what can be chosen', () => {
  test('every kind that is found leads somewhere', () => {
    expect(Object.fromEntries(inShort('the'))).toEqual({
      Bookings: [`The booking /bookings/${ref}`],
      Jobs: [`The job /jobs/${ref}`],
      Customers: ['The customer /search?q=The%20customer'],
      Drivers: [`The driver /drivers/${ref}`],
      Coaches: [`The vehicle /vehicles/${ref}`],
      Invoices: [`The invoice /money?tab=invoices&invoice=${ref}`],
    })
  })

  test('assign asks for what stands after the word, and offers bookings only', () => {
    expect(['assign 7K3', ' Assign  york ', 'assign', 'assignment', '7K3'].map(soughtIn)).toEqual([
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

  test('new bookings and pages are found by how one of their words begins', () => {
    expect(inShort('new', [])).toEqual([['Do', ['New booking /new']]])
    expect(inShort('book', [])).toEqual([['Do', ['New booking /new']]])
    expect(inShort('inc', [])).toEqual([['Pages', ['Incidents /incidents']]])
    expect(['n', 'ew', 'dents'].map((typed) => inShort(typed, []))).toEqual([[], [], []])
    expect(inShort('new', [], reader)).toEqual([])
  })
})
