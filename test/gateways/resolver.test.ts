import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createSocket } from 'node:dgram'
import { getServers, setServers } from 'node:dns/promises'
import { resolveHost } from '../../src/gateways/resolver.ts'
import { eventually } from '../support/eventually.ts'
import { patience } from '../support/patience.ts'

const usual = getServers()
const server = createSocket('udp4')
let asked: string[] = []

/** A name server that resolves every name except `gone…` and never answers for `slow…`. */
server.on('message', (query, from) => {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const question = query.subarray(12, at + 5)
  const isIpv4 = query.readUInt16BE(at + 1) === 1
  const first = labels[0] ?? ''
  if (isIpv4) asked.push(labels.join('.'))
  if (first.startsWith('slow')) return
  const flags = first.startsWith('gone') ? [0x81, 0x83] : [0x81, 0x80]
  const answer = !isIpv4 || first.startsWith('gone') ? [] : [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 7]
  const head = [query[0] ?? 0, query[1] ?? 0, ...flags, 0, 1, 0, answer.length === 0 ? 0 : 1, 0, 0, 0, 0]
  server.send(Buffer.concat([Buffer.from(head), question, Buffer.from(answer)]), from.port, from.address)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
})

beforeEach(() => {
  asked = []
  setServers([`127.0.0.1:${server.address().port}`])
})

afterAll(() => {
  setServers(usual)
  server.close()
})

describe('lookUp', () => {
  test('asks the name servers', async () => {
    expect(await resolveHost('hooks.example.com')).toEqual(['203.0.113.7'])
    expect(asked).toEqual(['hooks.example.com'])
  })

  test('reads the hosts file without asking a name server', async () => {
    expect(await resolveHost('localhost')).toContain('127.0.0.1')
    expect(asked).toEqual([])
  })

  test('rejects a name that does not exist', async () => {
    await expect(resolveHost('gone.example.com')).rejects.toThrow('ENOTFOUND')
  })

  test('answers other names while 200 names wait for an answer', async () => {
    let waiting = 200
    for (let number = 0; number < 200; number++) {
      void resolveHost(`slow${number}.example.com`)
        .catch(() => {})
        .finally(() => waiting--)
    }
    await eventually(() => asked.length > 0)
    const startedAt = performance.now()

    for (let number = 0; number < 20; number++) expect(await resolveHost(`quick${number}.example.com`)).toEqual(['203.0.113.7'])

    expect(performance.now() - startedAt).toBeLessThan(patience(1_000))
    expect(waiting).toBe(200)
  })
})

test('reads the machine’s name servers again after a failure', async () => {
  setServers(['127.0.0.1:1'])

  await expect(resolveHost('moved.example.com')).rejects.toThrow()

  expect(getServers()).toEqual(usual)
})
