import { describe, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { findReach, isInside, isOwnAddress } from '../../src/gateways/addresses.ts'
import { findTargetFault as findFault, isDialAllowed, type TargetPolicy } from '../../src/gateways/webhook-target.ts'
import { asFieldFaults } from '../../src/http/contracts/fault.ts'
import { networksAndEndpoints } from '../../src/setting-values.ts'
import { brokenUrls, insideAddresses, insideHosts, outsideAddresses, outsideUrls } from './targets.ts'

const closed: TargetPolicy = { allowHttp: false, allow: { networks: [], endpoints: [] } }
const anywhere = new URL('https://hooks.example.com/')

/** The API's sentence for a rejected URL. */
function faultOfTarget(url: string, policy: TargetPolicy): string | null | undefined {
  const fault = findFault(url, policy)
  return fault && asFieldFaults([fault]).endpoint_url?.[0]
}

function allowing(list: string, allowHttp = false): TargetPolicy {
  const allow = networksAndEndpoints.read(list)
  if (allow === undefined) throw new Error(`${list} cannot be read`)
  return { allowHttp, allow }
}

describe('an address', () => {
  test.each(insideAddresses)('rejects %s as not public', (address) => {
    expect(findReach(address)).not.toBe('public')
    expect(isDialAllowed(anywhere, address, closed)).toBe(false)
  })

  test.each(outsideAddresses)('accepts %s as public', (address) => {
    expect(findReach(address)).toBe('public')
    expect(isDialAllowed(anywhere, address, closed)).toBe(true)
  })

  test.each([
    '',
    'localhost',
    '127.1',
    '0x7f.1',
    '1.2.3',
    '8.8.8.8 ',
    ' 8.8.8.8',
    '8.8.8.8/32',
    '[::1]',
    'fe80::1%eth0',
    '2606:4700::1%1',
  ])('rejects %j as invalid and never dials it', (text) => {
    expect(findReach(text)).toBe('forbidden')
    expect(isDialAllowed(anywhere, text, allowing('0.0.0.0/0,::/0'))).toBe(false)
  })

  test('is private in a site network, and forbidden in other internal ranges', () => {
    for (const address of ['10.1.2.3', '172.20.0.1', '192.168.1.1', '100.64.9.9', 'fd12::1'])
      expect(findReach(address)).toBe('private')
    for (const address of [
      '127.0.0.1',
      '169.254.169.254',
      '::1',
      'fe80::1',
      '224.0.0.1',
      '0.0.0.0',
      '::ffff:10.0.0.1',
      '64:ff9b::10.0.0.1',
    ]) {
      expect(findReach(address)).toBe('forbidden')
    }
  })

  test('is forbidden if it is a cloud metadata service, in any range', () => {
    for (const address of [
      '100.100.100.200',
      '168.63.129.16',
      'fd00:ec2::254',
      'FD00:EC2:0::0254',
      'fd20:ce::254',
      'fd00:42::42',
    ]) {
      expect(findReach(address)).toBe('forbidden')
    }
  })

  test('is classified the same after many other lookups', () => {
    for (let host = 0; host < 3_000; host++) expect(findReach(`10.0.${host >> 8}.${host & 255}`)).toBe('private')
    expect(findReach('8.8.8.8')).toBe('public')
    expect(findReach('10.0.0.0')).toBe('private')
  })

  test('is recognised as the machine’s own in any spelling', () => {
    const addresses = Object.values(networkInterfaces()).flatMap((many) => (many ?? []).map(({ address }) => address))
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect(isOwnAddress(address)).toBe(true)
    expect(isOwnAddress('127.0.0.1')).toBe(true)
    expect(isOwnAddress('8.8.8.8')).toBe(false)
    if (addresses.includes('::1')) expect(isOwnAddress('0:0:0:0:0:0:0:1')).toBe(true)
  })

  test('is inside networks of its own family only', () => {
    expect(isInside('10.1.2.3', '10.0.0.0/8')).toBe(true)
    expect(isInside('11.1.2.3', '10.0.0.0/8')).toBe(false)
    expect(isInside('::ffff:10.1.2.3', '10.0.0.0/8')).toBe(false)
    expect(isInside('10.1.2.3', '::/0')).toBe(false)
    expect(isInside('fd12::1', 'fd00::/8')).toBe(true)
  })
})

describe('a URL', () => {
  test('is tested with at least eighty internal spellings', () => {
    expect(new Set(insideHosts).size).toBeGreaterThanOrEqual(80)
  })

  test.each(insideHosts)('is refused with the host %s', (host) => {
    for (const policy of [closed, allowing('', true)]) {
      for (const url of [`https://${host}/hooks`, `https://${host}:8443/hooks`, `http://${host}/hooks`]) {
        expect(faultOfTarget(url, policy)).toBeString()
      }
    }
  })

  test.each(outsideUrls)('accepts %s', (url) => {
    expect(faultOfTarget(url, closed)).toBeNull()
  })

  test.each(brokenUrls)('rejects %j', (url, says) => {
    expect(faultOfTarget(url, closed)).toContain(says)
  })

  test('can be http only if the configuration allows it', () => {
    expect(faultOfTarget('http://hooks.example.com/', closed)).toContain('https://')
    expect(faultOfTarget('http://hooks.example.com/', allowing('', true))).toBeNull()
    expect(faultOfTarget('ftp://hooks.example.com/', allowing('', true))).toContain('http://')
  })

  test('can have 2048 characters, counted as code points', () => {
    const full = `https://hooks.example.com/${'ü'.repeat(2_021)}😀`
    expect([...full]).toHaveLength(2_048)
    expect(faultOfTarget(full, closed)).toBeNull()
    expect(faultOfTarget(`${full}ü`, closed)).toBeString()
  })
})

describe('the allow list', () => {
  test('opens private networks by CIDR, for every name that resolves to them', () => {
    const policy = allowing('10.20.0.0/16,fd12::/32')
    expect(faultOfTarget('https://10.20.3.4/', policy)).toBeNull()
    expect(faultOfTarget('https://[fd12::7]:9000/', policy)).toBeNull()
    expect(faultOfTarget('https://10.21.3.4/', policy)).toBeString()
    expect(isDialAllowed(anywhere, '10.20.3.4', policy)).toBe(true)
    expect(isDialAllowed(anywhere, '10.21.3.4', policy)).toBe(false)
    expect(isDialAllowed(anywhere, '8.8.8.8', policy)).toBe(true)
  })

  test('opens no loopback, link-local, multicast, metadata or wrapped address by CIDR', () => {
    const policy = allowing('0.0.0.0/0,::/0,127.0.0.0/8,169.254.0.0/16,fe80::/10,::1')
    const privates = insideAddresses.filter((address) => findReach(address) === 'private' && !isOwnAddress(address))
    for (const address of insideAddresses)
      expect([address, isDialAllowed(anywhere, address, policy)]).toEqual([address, privates.includes(address)])
    expect(faultOfTarget('https://localhost/', policy)).toBeString()
    expect(faultOfTarget('https://printer.local/', policy)).toBeString()
  })

  test('opens none of the machine’s own addresses by CIDR', () => {
    const own = Object.values(networkInterfaces()).flatMap((many) => (many ?? []).map(({ address }) => address))
    for (const address of own) expect(isDialAllowed(anywhere, address, allowing('0.0.0.0/0,::/0'))).toBe(false)
  })

  test.each([
    ['127.0.0.1:8443', 'https://127.0.0.1:8443/'],
    ['127.0.0.1:8443', 'https://0x7f.1:8443/'],
    ['127.1:8443', 'https://127.0.0.1:8443/'],
    ['[::1]:8443', 'https://[::1]:8443/'],
    ['[0:0::1]:8443', 'https://[::1]:8443/'],
    ['[fe80::7]:443', 'https://[fe80::7]/'],
    ['localhost:443', 'https://localhost/'],
    ['localhost:443', 'https://LOCALHOST.:443/'],
    ['LocalHost:9443', 'https://localhost:9443/'],
    ['printer.local:443', 'https://printer.local./'],
    ['169.254.169.254:443', 'https://169.254.169.254/'],
  ])('opens for %s the URL %s', (list, url) => {
    const policy = allowing(list)
    expect(faultOfTarget(url, policy)).toBeNull()
    expect(faultOfTarget(url, closed)).toBeString()
  })

  test.each([
    ['127.0.0.1:8443', 'https://127.0.0.1/'],
    ['127.0.0.1:8443', 'https://127.0.0.1:8444/'],
    ['127.0.0.1:8443', 'https://127.0.0.2:8443/'],
    ['127.0.0.1:8443', 'https://localhost:8443/'],
    ['127.0.0.1:8443', 'https://[::ffff:127.0.0.1]:8443/'],
    ['localhost:8443', 'https://a.localhost:8443/'],
    ['localhost:8443', 'https://127.0.0.1:8443/'],
    ['localhost:80', 'https://localhost/'],
  ])('does not open for %s the URL %s', (list, url) => {
    expect(faultOfTarget(url, allowing(list))).toBeString()
  })

  test('opens an exact host at its port, whatever it resolves to', () => {
    const policy = allowing('hooks.lan:8443')
    expect(isDialAllowed(new URL('https://hooks.lan:8443/'), '127.0.0.1', policy)).toBe(true)
    expect(isDialAllowed(new URL('https://hooks.lan:8443/'), '192.168.7.7', policy)).toBe(true)
    expect(isDialAllowed(new URL('https://hooks.lan/'), '192.168.7.7', policy)).toBe(false)
    expect(isDialAllowed(new URL('https://other.lan:8443/'), '192.168.7.7', policy)).toBe(false)
  })

  test('opens an exact address at its port, for every name that resolves to it', () => {
    const policy = allowing('192.168.7.7:8443')
    expect(isDialAllowed(new URL('https://erp:8443/'), '192.168.7.7', policy)).toBe(true)
    expect(isDialAllowed(new URL('https://erp:8443/'), '192.168.7.8', policy)).toBe(false)
    expect(isDialAllowed(new URL('https://erp/'), '192.168.7.7', policy)).toBe(false)
  })
})
