import { describe, expect, test } from 'bun:test'
import { assert, property, uint8Array } from 'fast-check'
import { abilities, abilitiesOfRole } from '../../src/domain/ability.ts'
import { toDeviceName } from '../../src/domain/device.ts'
import { formatSignInCode, isCodeGood, isLinkGood } from '../../src/domain/sign-in.ts'
import { giveRole, narrowAbilities, removeFromAccount, type User } from '../../src/domain/user.ts'
import { resultOrRefusalCode } from '../support/refusal-outcomes.ts'

describe('a sign-in code', () => {
  test('has six digits', () => {
    assert(property(uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => /^\d{6}$/.test(formatSignInCode(bytes))))
    expect(formatSignInCode(new Uint8Array(8))).toBe('000000')
  })

  test('rejects too few bytes', () => {
    expect(() => formatSignInCode(new Uint8Array(4))).toThrow(RangeError)
  })

  test('is valid until its last try, its expiry or its use', () => {
    const code = { usedAt: null, expiresAt: 100, tries: 0 }
    expect(isCodeGood(code, 99)).toBe(true)
    expect(isCodeGood({ ...code, tries: 4 }, 99)).toBe(true)
    expect(isCodeGood({ ...code, tries: 5 }, 99)).toBe(false)
    expect(isCodeGood(code, 100)).toBe(false)
    expect(isCodeGood({ ...code, usedAt: 1 }, 99)).toBe(false)
  })
})

test('accepts a link until its use or its expiry', () => {
  expect(isLinkGood({ usedAt: null, expiresAt: 100 }, 99)).toBe(true)
  expect(isLinkGood({ usedAt: null, expiresAt: 100 }, 100)).toBe(false)
  expect(isLinkGood({ usedAt: 0, expiresAt: 100 }, 99)).toBe(false)
})

test('returns the given name of a device, or a default', () => {
  expect([null, undefined, '', '  ', 'Desk'].map(toDeviceName)).toEqual([...Array(4).fill('Unknown device'), 'Desk'])
})

describe('a team', () => {
  const admin: User = { id: 1, role: 'admin', removedAt: null }
  const second: User = { id: 2, role: 'admin', removedAt: null }
  const clerk: User = { id: 3, role: 'accounts', removedAt: null }
  const removed: User = { id: 4, role: 'admin', removedAt: 1 }

  test('keeps its last admin', () => {
    expect(resultOrRefusalCode(() => removeFromAccount(admin, [admin, clerk, removed], 9))).toBe('last_admin')
    expect(resultOrRefusalCode(() => giveRole(admin, 'dispatcher', [admin, clerk, removed]))).toBe('last_admin')
  })

  test('removes an admin if there is another, and any other person', () => {
    expect(removeFromAccount(admin, [admin, second], 9)).toEqual({ ...admin, removedAt: 9 })
    expect(giveRole(admin, 'accounts', [admin, second])).toEqual({ ...admin, role: 'accounts' })
    expect(removeFromAccount(clerk, [admin, clerk], 9)).toEqual({ ...clerk, removedAt: 9 })
    expect(giveRole(admin, 'admin', [admin])).toEqual(admin)
    expect(giveRole(clerk, 'admin', [admin, clerk])).toEqual({ ...clerk, role: 'admin' })
  })

  test('never adds abilities to a device', () => {
    expect(narrowAbilities(abilities, 'accounts')).toEqual([...abilitiesOfRole.accounts])
    expect(narrowAbilities(abilitiesOfRole.accounts, 'admin')).toEqual([...abilitiesOfRole.accounts])
    expect(narrowAbilities(abilitiesOfRole.accounts, 'dispatcher')).toEqual(['bookings:read'])
    expect(narrowAbilities([], 'admin')).toEqual([])
  })
})
