import { describe, expect, test } from 'bun:test'
import { foundKinds } from '../../src/domain/search.ts'
import { type Hit, listChoices, listFirstChoices, readSearchText } from '../../src/web/plain/search-choices.ts'

const anybody = (_ability: string) => true
const reader = (ability: string) => ability.endsWith(':read')
const page = { path: '/incidents', title: 'Incidents' }
const hit = (kind: string, id: string | number) => ({ kind, id, title: `The ${kind}`, subtitle: `Seen as ${kind}` })
const ref = 'TR-7K3MQ2'

const booking = (id: string, departs_at: string, customer_name: string | null = 'Leeds Choir') => ({
  ...{ kind: 'booking', id, title: `${id} · Leeds Choir`, subtitle: 'Leeds · York → Hull · Fri 4 Dec, 08:30' },
  trip: { summary: 'Leeds · York → Hull, 45 passengers, return', customer_name, departs_at },
})
const trip = booking(ref, '2026-12-04T08:30:00+00:00')

const searcher = { can: anybody, pages: [page], today: '2026-11-30' }

const inShort = (typed: string, hits: Hit[] = foundKinds.map((kind) => hit(kind, ref)), can: typeof reader = anybody) =>
  listChoices(typed, hits, { ...searcher, can }).map(({ title, choices }) => [
    title,
    choices.map(({ label, href }) => `${label} ${href}`),
  ])

describe('the results of a search', () => {
  test('returns a target for every kind of result', () => {
    expect(Object.fromEntries(inShort('the'))).toEqual({
      Past: [`The booking /bookings/${ref}`],
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
    expect(inShort('assign 7K3', [trip])).toEqual([['Assign', [`Assign Leeds Choir /bookings/${ref}?assign=1`]]])
    expect(inShort('assign 7K3', [], anybody)).toEqual([])
    expect(inShort('assign', [], reader)).toEqual([])
  })

  test('shows the customer, the route and the departure of a trip, and a ref that matches', () => {
    const linesOf = (typed: string, hits: Hit[] = [trip]) =>
      listChoices(typed, hits, searcher).flatMap(({ choices }) => choices.map(({ label, detail, note }) => [label, detail, note]))
    expect(linesOf('choir')).toEqual([['Leeds Choir', 'Leeds · York → Hull', 'Fri 4 Dec']])
    expect(linesOf('leeds 7k3')).toEqual([['Leeds Choir', 'Leeds · York → Hull', `${ref} · Fri 4 Dec`]])
    expect(linesOf('york', [booking(ref, '2027-01-08T08:30:00+00:00', null)])).toEqual([
      ['Leeds · York → Hull', null, 'Fri 8 Jan 2027'],
    ])
  })

  test('lists bookings from today on, the next departure first, then past ones', () => {
    const days = ['2027-01-08', '2026-11-30', '2026-11-29', '2025-12-01']
    const found = days.map((day, nth) => booking(`TR-${nth}`, `${day}T00:10:00+00:00`))
    const groups = listChoices('choir', found, searcher).map(({ title, choices }) => [title, choices.map(({ key }) => key)])
    expect(groups).toEqual([
      ['Upcoming bookings', ['booking TR-1', 'booking TR-0']],
      ['Past', ['booking TR-2', 'booking TR-3']],
    ])
    expect(listChoices('assign choir', found, searcher).map(({ choices }) => choices.map(({ key }) => key))).toEqual([
      ['assign TR-1', 'assign TR-0', 'assign TR-2', 'assign TR-3'],
    ])
  })

  test('begins with the opened records and the allowed actions', () => {
    const opened = [{ path: `/bookings/${ref}`, title: 'Leeds Choir: Leeds → Hull' }]
    const lines = (records: typeof opened, can: typeof reader) =>
      listFirstChoices(records, can).map(({ title, choices }) => [
        title,
        choices.map(({ kind, label, href }) => [kind, label, href]),
      ])
    const actions = [
      ['action', 'New booking', '/new'],
      ['action', 'Record payment', '/money?pay=find'],
    ]
    expect(lines(opened, anybody)).toEqual([
      ['Last opened', [['booking', 'Leeds Choir: Leeds → Hull', `/bookings/${ref}`]]],
      ['Actions', actions],
    ])
    expect(lines([], reader)).toEqual([['Actions', actions.slice(1)]])
    expect(lines([], () => false)).toEqual([])
  })

  test('finds actions and pages by the beginning of a word', () => {
    expect(inShort('new', [])).toEqual([['Actions', ['New booking /new']]])
    expect(inShort('book', [])).toEqual([['Actions', ['New booking /new']]])
    expect(inShort('rec', [])).toEqual([['Actions', ['Record payment /money?pay=find']]])
    expect(inShort('inc', [])).toEqual([['Pages', ['Incidents /incidents']]])
    expect(['n', 'ew', 'dents'].map((typed) => inShort(typed, []))).toEqual([[], [], []])
    expect(inShort('new', [], reader)).toEqual([])
  })
})
