import { describe, expect, test } from 'bun:test'
import { compliance, type Driver, driverStatus, type Validity } from '../../src/domain/driver.ts'
import { dayMs } from '../../src/domain/instant.ts'

const now = Date.UTC(2026, 4, 20, 8)

const pat: Driver = {
  email: 'pat@example.org',
  phone: null,
  licenseNumber: 'MOSS901234P99AB',
  licenseExpiresAt: now + 400 * dayMs,
  dbsCheckKind: 'enhanced',
  dbsCertificateNumber: '001234567890',
  dbsExpiresAt: now + 400 * dayMs,
  invitedAt: now - 2 * dayMs,
  activatedAt: now - dayMs,
  removedAt: null,
}

describe('compliance', () => {
  const validity: [string, number | null, Validity][] = [
    ['no date', null, 'ok'],
    ['over this millisecond', now, 'expired'],
    ['over in a millisecond', now + 1, 'expiring'],
    ['over in 60 days', now + 60 * dayMs, 'expiring'],
    ['over a millisecond later', now + 60 * dayMs + 1, 'ok'],
  ]

  for (const [words, at, expected] of validity) {
    test(`of papers with ${words}: ${expected}`, () => {
      expect(compliance({ ...pat, licenseExpiresAt: at, dbsExpiresAt: at }, now)).toEqual({
        license: expected,
        dbs: expected,
      })
    })
  }

  test('of papers no one has: missing', () => {
    const none = { ...pat, licenseNumber: null, licenseExpiresAt: null, dbsCheckKind: null, dbsExpiresAt: null }
    expect(compliance(none, now)).toEqual({ license: 'missing', dbs: 'missing' })
  })
})

test('a driver is not invited, invited, active, removed, in that order', () => {
  expect(driverStatus({ ...pat, invitedAt: null, activatedAt: null })).toBe('not_invited')
  expect(driverStatus({ ...pat, activatedAt: null })).toBe('invited')
  expect(driverStatus(pat)).toBe('active')
  expect(driverStatus({ ...pat, invitedAt: null })).toBe('active')
  expect(driverStatus({ ...pat, removedAt: now })).toBe('removed')
})
