import { describe, expect, test } from 'bun:test'
import { paginate, readPageAsked } from '../../src/http/pagination.ts'
import { startInProcess } from '../support/in-process-server.ts'
import { tryRoutes } from './try-routes.ts'

const page = (number: number, total: number, query = '', perPage = 1) =>
  paginate({
    items: Array.from({ length: Math.max(0, Math.min(perPage, total - (number - 1) * perPage)) }, (_, index) => index),
    total,
    page: number,
    perPage,
    path: 'http://h/api/v1/drivers',
    query: new URLSearchParams(query),
  })

const labels = (number: number, last: number) =>
  page(number, last)
    .meta.links.slice(1, -1)
    .map((link) => (link.active ? `(${link.label})` : link.label))
    .join(' ')

describe('readPageAsked', () => {
  test.each<[string | undefined, string | undefined, number, number]>([
    [undefined, undefined, 1, 25],
    ['3', '10', 3, 10],
    ['0', '0', 1, 1],
    ['-4', '-4', 1, 1],
    ['99999999999999999999', '101', 1_000_000, 100],
    ['two', 'all', 1, 25],
    ['1.5', '2.5', 1, 25],
    ['', '', 1, 25],
    ['1e3', '0x10', 1, 25],
    [' 2', '+2', 1, 25],
  ])('reads page %p, per_page %p as page %p of %p', (asked, askedPer, number, perPage) => {
    const query = { ...(asked === undefined ? {} : { page: asked }), ...(askedPer === undefined ? {} : { per_page: askedPer }) }
    expect(readPageAsked(query)).toEqual({ page: number, perPage })
  })
})

describe('the envelope', () => {
  test('matches the contract byte for byte for two drivers', () => {
    const found = { items: [{ id: 2 }, { id: 1 }], total: 2, page: 1, perPage: 25, path: 'http://h/api/v1/drivers', query: [] }
    expect(JSON.stringify(paginate(found))).toBe(
      '{"data":[{"id":2},{"id":1}],"links":{"first":"http://h/api/v1/drivers?page=1","last":"http://h/api/v1/drivers?page=1","prev":null,"next":null},"meta":{"current_page":1,"from":1,"last_page":1,"links":[{"url":null,"label":"&laquo; Previous","active":false},{"url":"http://h/api/v1/drivers?page=1","label":"1","active":true},{"url":null,"label":"Next &raquo;","active":false}],"path":"http://h/api/v1/drivers","per_page":25,"to":2,"total":2}}',
    )
  })

  test('keeps the other query parameters and puts page last', () => {
    const { links, meta } = page(6, 300, 'page=6&filter=all', 25)
    expect(links).toEqual({
      first: 'http://h/api/v1/drivers?filter=all&page=1',
      last: 'http://h/api/v1/drivers?filter=all&page=12',
      prev: 'http://h/api/v1/drivers?filter=all&page=5',
      next: 'http://h/api/v1/drivers?filter=all&page=7',
    })
    expect([meta.from, meta.to, meta.last_page, meta.links.length]).toEqual([126, 150, 12, 14])
  })

  test('has one empty page for no items', () => {
    const { data, links, meta } = page(1, 0)
    expect([data, links.first, links.last, links.prev, links.next]).toEqual([
      [],
      'http://h/api/v1/drivers?page=1',
      'http://h/api/v1/drivers?page=1',
      null,
      null,
    ])
    expect([meta.from, meta.to, meta.last_page, meta.links.map((link) => link.url)]).toEqual([
      null,
      null,
      1,
      [null, 'http://h/api/v1/drivers?page=1', null],
    ])
  })

  test('is empty past the end and links back', () => {
    const { data, links, meta } = page(9, 3)
    expect([data, meta.current_page, meta.from, meta.to, links.next]).toEqual([[], 9, null, null, null])
    expect(links.prev).toBe('http://h/api/v1/drivers?page=8')
  })

  test.each<[number, number, string]>([
    [8, 20, '1 2 ... 5 6 7 (8) 9 10 11 ... 19 20'],
    [7, 20, '1 2 3 4 5 6 (7) 8 9 10 ... 19 20'],
    [14, 20, '1 2 ... 11 12 13 (14) 15 16 17 18 19 20'],
    [13, 20, '1 2 ... 10 11 12 (13) 14 15 16 ... 19 20'],
    [8, 14, '1 2 ... 5 6 7 (8) 9 10 11 12 13 14'],
    [1, 14, '(1) 2 3 4 5 6 7 8 9 10 ... 13 14'],
    [13, 13, '1 2 3 4 5 6 7 8 9 10 11 12 (13)'],
    [50, 20, '1 2 ... 11 12 13 14 15 16 17 18 19 20'],
  ])('shows for page %p of %p the links %p', (number, last, expected) => {
    expect(labels(number, last)).toBe(expected)
  })

  test('has no link for a gap', () => {
    expect(page(1, 20).meta.links[11]).toEqual({ url: null, label: '...', active: false })
  })

  test('encodes the query by RFC 3986', () => {
    expect(page(1, 1, "q=a b&c=(ü)!*'&t=x~y").links.first).toBe(
      'http://h/api/v1/drivers?q=a%20b&c=%28%C3%BC%29%21%2A%27&t=x~y&page=1',
    )
  })
})

test('builds links from the configured address, never from the Host header', async () => {
  await using desk = await startInProcess({ counters: [tryRoutes], baseUrl: 'https://coaches.example/hire' })
  const { token } = await desk.mint()
  const answer = await desk.call('GET', '/try/list?filter=all&page=2&x=1', { token, headers: { Host: 'evil.example' } })
  expect(answer.json.data).toEqual([{ n: 2 }])
  expect(answer.json.links.next).toBe('https://coaches.example/hire/try/list?filter=all&x=1&page=3')
  expect(answer.json.meta.path).toBe('https://coaches.example/hire/try/list')
  expect(answer.text).not.toContain('evil.example')
})
