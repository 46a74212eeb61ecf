import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { findNetwork } from '../../src/domain/rate-limit.ts'
import { findCallerBehindProxies } from '../../src/gateways/proxies.ts'

const trusted = ['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8']

test.each([
  ['203.0.113.9', null, '203.0.113.9'],
  ['::ffff:203.0.113.9', null, '203.0.113.9'],
  ['::FFFF:cb00:7109', null, '203.0.113.9'],
  ['fe80::1%eth0', null, 'fe80:0:0:0:0:0:0:1'],
  ['10.0.0.2', '::ffff:c633:6401', '198.51.100.1'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['10.0.0.2', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.2', '198.51.100.1, 10.0.0.3', '198.51.100.1'],
  ['10.0.0.2', '6.6.6.6, 198.51.100.1, 10.0.0.3', '198.51.100.1'],
  ['::ffff:10.0.0.2', '198.51.100.1:4711', '198.51.100.1'],
  ['fd00::1', '[2001:db8::7]:80', '2001:db8:0:0:0:0:0:7'],
  ['10.0.0.2', 'unknown', '10.0.0.2'],
  ['10.0.0.2', '198.51.100.1, junk', '10.0.0.2'],
  ['10.0.0.2', '', '10.0.0.2'],
  ['10.0.0.2', '10.0.0.4, 10.0.0.3', '10.0.0.4'],
])('counts a request from %s with X-Forwarded-For %p as from %s', (peer, forwardedFor, caller) => {
  expect(findCallerBehindProxies(peer, forwardedFor, trusted)).toBe(caller)
})

test('ignores X-Forwarded-For without trusted proxies', () => {
  expect(findCallerBehindProxies('10.0.0.2', '198.51.100.1', [])).toBe('10.0.0.2')
})

const group = fc.integer({ min: 0, max: 0xffff })
const groupsOf = (count: number) => fc.array(group, { minLength: count, maxLength: count })
const written = (groups: readonly number[]) => groups.map((one) => one.toString(16)).join(':')

/** The ways in which people and proxies write the same IPv6 address. */
function spellings(groups: readonly number[]): string[] {
  const text = written(groups)
  const padded = groups.map((one) => one.toString(16).padStart(4, '0')).join(':')
  const short = new URL(`http://[${text}]/`).hostname.slice(1, -1)
  return [text, padded, text.toUpperCase(), short]
}

const countedAs = (address: string) => findNetwork(findCallerBehindProxies('10.0.0.2', address, trusted))
const isMapped = (groups: readonly number[]) => groups.slice(0, 5).every((one) => one === 0) && groups[5] === 0xffff

test('counts an IPv6 address by its /64, in any spelling', () => {
  fc.assert(
    fc.property(groupsOf(4), groupsOf(4), groupsOf(4), (network, host, other) => {
      fc.pre(!isMapped([...network, ...host]) && !isMapped([...network, ...other]))
      const counted = spellings([...network, ...host]).map(countedAs)
      expect(new Set([...counted, countedAs(written([...network, ...other]))])).toEqual(new Set([`${written(network)}::/64`]))
    }),
  )
})

test('counts addresses of two networks apart', () => {
  fc.assert(
    fc.property(groupsOf(8), fc.integer({ min: 0, max: 63 }), (groups, bit) => {
      const elsewhere = groups.map((one, at) => (at === bit >> 4 ? one ^ (1 << (bit & 15)) : one))
      fc.pre(!isMapped(groups) && !isMapped(elsewhere))
      expect(countedAs(written(elsewhere))).not.toBe(countedAs(written(groups)))
    }),
  )
})

test('counts an IPv4 address alone, also if it is written as an IPv6 address', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
      const mapped = spellings([0, 0, 0, 0, 0, 0xffff, (a << 8) | b, (c << 8) | d])
      expect([address, `::ffff:${address}`, ...mapped].map(countedAs)).toEqual(Array.from({ length: 6 }, () => address))
    }),
  )
})
