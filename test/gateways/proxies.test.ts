import { expect, test } from 'bun:test'
import { callerBehind } from '../../src/gateways/proxies.ts'

const trusted = ['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8']

test.each([
  ['203.0.113.9', null, '203.0.113.9'],
  ['::ffff:203.0.113.9', null, '203.0.113.9'],
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
])('a request from %s that says %p comes from %s', (peer, forwardedFor, caller) => {
  expect(callerBehind(peer, forwardedFor, trusted)).toBe(caller)
})

test('nobody is believed without trusted proxies', () => {
  expect(callerBehind('10.0.0.2', '198.51.100.1', [])).toBe('10.0.0.2')
})
