import { expect, test } from 'bun:test'
import { createSignedInMark } from '../../src/web/plain/signed-in-mark.ts'

test('keeps a mark for each app from sign-in to sign-out', () => {
  const kept = new Map<string, string>()
  const marks = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  const [portal, driver] = ['portal', 'driver'].map((app) => createSignedInMark(app, () => marks))
  portal?.set()
  expect([portal?.isSet(), driver?.isSet()]).toEqual([true, false])
  driver?.set()
  portal?.clear()
  expect([portal?.isSet(), driver?.isSet()]).toEqual([false, true])
})
