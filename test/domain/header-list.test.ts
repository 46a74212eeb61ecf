import { expect, test } from 'bun:test'
import { parseForwardedFor, parseHeaderMembers, parseHeaderParameters } from '../../src/domain/header-list.ts'

test.each<[string | null, string[]]>([
  [null, []],
  ['', []],
  [' , ,\t,', []],
  ['a,b', ['a', 'b']],
  [',a ,, b\t, ', ['a', 'b']],
  ['a;x="1,2", b', ['a;x="1,2"', 'b']],
  ['"a\\",b", c', ['"a\\",b"', 'c']],
  ['", 203.0.113.9', ['"', '203.0.113.9']],
])('reads the members of %p', (header, members) => {
  expect(parseHeaderMembers(header)).toEqual(members)
})

test('reads the parameters of a member by their names', () => {
  const { name, parameters } = parseHeaderParameters('gzip ; Q=0.5;note="a;b\\"c" ; flag')
  expect([name, ...parameters]).toEqual(['gzip', ['q', '0.5'], ['note', 'a;b"c']])
})

test.each([
  [null, null],
  ['for=192.0.2.43, For="[2001:db8::1]:4711";proto=https', '192.0.2.43,[2001:db8::1]:4711'],
  [', for=_hidden , proto=https;by="a,b",', '_hidden,unknown'],
  ['for="x, for=203.0.113.9;host="a,b"', '"x,203.0.113.9'],
])('reads the addresses of Forwarded: %p', (header, addresses) => {
  expect(parseForwardedFor(header)).toBe(addresses)
})
