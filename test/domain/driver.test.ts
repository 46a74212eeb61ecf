import { describe, expect, test } from 'bun:test'
import { type Driver, findCompliance, findDriverStatus, type Validity } from '../../src/domain/driver.ts'
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

describe('compliance of documents', () => {
  const validity: [string, number | null, Validity][] = [
    ['no date', null, 'ok'],
    ['an expiry this millisecond', now, 'expired'],
    ['an expiry in a millisecond', now + 1, 'expiring'],
    ['an expiry in 60 days', now + 60 * dayMs, 'expiring'],
    ['an expiry a millisecond later', now + 60 * dayMs + 1, 'ok'],
  ]

  for (const [words, at, expected] of validity) {
    test(`returns for ${words}: ${expected}`, () => {
      expect(findCompliance({ ...pat, licenseExpiresAt: at, dbsExpiresAt: at }, now)).toEqual({
        license: expected,
        dbs: expected,
      })
    })
  }

  test('returns missing without documents', () => {
    const none = { ...pat, licenseNumber: null, licenseExpiresAt: null, dbsCheckKind: null, dbsExpiresAt: null }
    expect(findCompliance(none, now)).toEqual({ license: 'missing', dbs: 'missing' })
  })
})

test('returns not invited, invited, active and removed in that order', () => {
  expect(findDriverStatus({ ...pat, invitedAt: null, activatedAt: null })).toBe('not_invited')
  expect(findDriverStatus({ ...pat, activatedAt: null })).toBe('invited')
  expect(findDriverStatus(pat)).toBe('active')
  expect(findDriverStatus({ ...pat, invitedAt: null })).toBe('active')
  expect(findDriverStatus({ ...pat, removedAt: now })).toBe('removed')
})
