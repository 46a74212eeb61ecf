import { expect, test } from 'bun:test'
import { signedInMark } from '../../src/web/plain/signed-in-mark.ts'

test('each app has a mark of its own, which is there from the first signing in to the first signing out', () => {
  const kept = new Map<string, string>()
  const marks = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  const [portal, driver] = ['portal', 'driver'].map((app) => signedInMark(app, () => marks))
  portal?.set()
  expect([portal?.isSet(), driver?.isSet()]).toEqual([true, false])
  driver?.set()
  portal?.clear()
  expect([portal?.isSet(), driver?.isSet()]).toEqual([false, true])
})
