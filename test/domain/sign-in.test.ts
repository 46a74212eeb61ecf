import { describe, expect, test } from 'bun:test'
import { assert, property, uint8Array } from 'fast-check'
import { abilities, abilitiesOfRole } from '../../src/domain/ability.ts'
import { deviceName } from '../../src/domain/device.ts'
import { codeText, isCodeGood, isLinkGood } from '../../src/domain/sign-in.ts'
import { giveRole, narrowed, remove, type User } from '../../src/domain/user.ts'
import { resultOrRefusalCode } from '../support/refusal-outcomes.ts'

describe('a code', () => {
  test('is always six digits', () => {
    assert(property(uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => /^\d{6}$/.test(codeText(bytes))))
    expect(codeText(new Uint8Array(8))).toBe('000000')
  })

  test('is not made of too little', () => {
    expect(() => codeText(new Uint8Array(4))).toThrow(RangeError)
  })

  test('may be tried until its tries, its time or its use are over', () => {
    const code = { usedAt: null, expiresAt: 100, tries: 0 }
    expect(isCodeGood(code, 99)).toBe(true)
    expect(isCodeGood({ ...code, tries: 4 }, 99)).toBe(true)
    expect(isCodeGood({ ...code, tries: 5 }, 99)).toBe(false)
    expect(isCodeGood(code, 100)).toBe(false)
    expect(isCodeGood({ ...code, usedAt: 1 }, 99)).toBe(false)
  })
})

test('a link is good until it is used or its time has come', () => {
  expect(isLinkGood({ usedAt: null, expiresAt: 100 }, 99)).toBe(true)
  expect(isLinkGood({ usedAt: null, expiresAt: 100 }, 100)).toBe(false)
  expect(isLinkGood({ usedAt: 0, expiresAt: 100 }, 99)).toBe(false)
})

test('a device has the name it gave, or none', () => {
  expect([null, undefined, '', '  ', 'Desk'].map(deviceName)).toEqual([...Array(4).fill('Unknown device'), 'Desk'])
})

describe('a team', () => {
  const admin: User = { id: 1, role: 'admin', removedAt: null }
  const second: User = { id: 2, role: 'admin', removedAt: null }
  const clerk: User = { id: 3, role: 'accounts', removedAt: null }
  const gone: User = { id: 4, role: 'admin', removedAt: 1 }

  test('keeps its last admin, however many others there were or are', () => {
    expect(resultOrRefusalCode(() => remove(admin, [admin, clerk, gone], 9))).toBe('last_admin')
    expect(resultOrRefusalCode(() => giveRole(admin, 'dispatcher', [admin, clerk, gone]))).toBe('last_admin')
  })

  test('lets an admin go while there is another, and everybody else', () => {
    expect(remove(admin, [admin, second], 9)).toEqual({ ...admin, removedAt: 9 })
    expect(giveRole(admin, 'accounts', [admin, second])).toEqual({ ...admin, role: 'accounts' })
    expect(remove(clerk, [admin, clerk], 9)).toEqual({ ...clerk, removedAt: 9 })
    expect(giveRole(admin, 'admin', [admin])).toEqual(admin)
    expect(giveRole(clerk, 'admin', [admin, clerk])).toEqual({ ...clerk, role: 'admin' })
  })

  test('never widens what a device may do', () => {
    expect(narrowed(abilities, 'accounts')).toEqual([...abilitiesOfRole.accounts])
    expect(narrowed(abilitiesOfRole.accounts, 'admin')).toEqual([...abilitiesOfRole.accounts])
    expect(narrowed(abilitiesOfRole.accounts, 'dispatcher')).toEqual(['bookings:read'])
    expect(narrowed([], 'admin')).toEqual([])
  })
})
