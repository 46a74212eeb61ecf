import { expect, test } from 'bun:test'
import { type Market, minutes, ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson, type DeviceToken, signInDriverByLink, signInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

const devices = async (market: Market, { token }: Pick<DeviceToken, 'token'>) =>
  ok(await market.call('GET', '/api/v1/auth/devices', { token }))
const remove = (market: Market, { token }: Pick<DeviceToken, 'token'>, id: unknown) =>
  market.call('DELETE', `/api/v1/auth/devices/${id}`, { token })
const me = async (market: Market, { token }: Pick<DeviceToken, 'token'>) =>
  statusAndCode(await market.call('GET', '/api/v1/me', { token }))

test('lists the devices of a person, and marks the current one', async () => {
  const market = await openShared()
  const operator = await market.operator()
  const phone = await addSignedInPerson(market, operator.ref)
  const tablet = await signInPerson(market, phone.email, 'Tablet')
  await addSignedInPerson(market, operator.ref, 'dispatcher')
  await market.advance(minutes(2))
  await me(market, tablet)

  const seen = await devices(market, phone)

  expect(seen.map(({ device_name, current }: { device_name: string; current: boolean }) => [device_name, current])).toEqual([
    ['Jo’s phone', true],
    ['Tablet', false],
  ])
  expect(Object.keys(seen[0])).toEqual(['id', 'device_name', 'current', 'last_used_at', 'expires_at', 'created_at'])
  expect(seen[0]).toMatchObject({ expires_at: phone.expires_at, created_at: expect.stringMatching(/Z$/) })
})

test('refuses a removed device from its next call', async () => {
  const market = await openShared()
  const operator = await market.operator()
  const phone = await addSignedInPerson(market, operator.ref)
  const tablet = await signInPerson(market, phone.email, 'Tablet')
  const [own, other] = await devices(market, phone)

  const answer = await remove(market, phone, other.id)
  expect([answer.status, answer.text]).toEqual([204, ''])
  expect(await me(market, tablet)).toBe('401 unauthenticated')
  expect((await devices(market, phone)).map(({ id }: { id: number }) => id)).toEqual([own.id])
  expect(statusAndCode(await remove(market, phone, other.id))).toBe('404 not_found')

  expect(statusAndCode(await remove(market, phone, own.id))).toBe('204')
  expect(await me(market, phone)).toBe('401 unauthenticated')
})

test('answers 404 for devices of other people, and lists none for a key', async () => {
  const market = await openShared()
  const operator = await market.operator()
  const admin = await addSignedInPerson(market, operator.ref)
  const colleague = await addSignedInPerson(market, operator.ref, 'dispatcher')
  const driver = await signInDriverByLink(market, operator.ref, await operator.driver())
  const [theirs] = await devices(market, colleague)
  const [drivers] = await devices(market, driver)

  const absent = await remove(market, admin, 999_999)
  for (const id of [theirs.id, drivers.id]) {
    const answer = await remove(market, admin, id)
    expect([answer.status, answer.text]).toEqual([404, absent.text])
  }
  expect(await devices(market, operator)).toEqual([])
  expect(statusAndCode(await remove(market, operator, theirs.id))).toBe('404 not_found')
  expect(await me(market, colleague)).toBe('200')
})

test('rejects a device id that is not a whole number', async () => {
  const market = await openShared()
  const operator = await market.operator()
  const admin = await addSignedInPerson(market, operator.ref)
  for (const id of ['abc', '1.5', '1e3', '0x10', 'one%20two']) {
    const answer = await remove(market, admin, id)
    expect([id, statusAndCode(answer), Object.keys(answer.json.error.fields)]).toEqual([id, '422 validation_failed', ['id']])
  }
})

test('refuses the device list to credentials other than a signed-in person, a driver or a key', async () => {
  const market = await openShared()
  const operator = await market.operator()
  const customer = await market.trip([operator])
  const driver = await signInDriverByLink(market, operator.ref, await operator.driver())
  for (const token of [market.platformToken, customer.token]) {
    expect(statusAndCode(await market.call('GET', '/api/v1/auth/devices', { token }))).toBe('403 wrong_credential')
    expect(statusAndCode(await remove(market, { token }, 1))).toBe('403 wrong_credential')
  }
  expect(statusAndCode(await market.call('GET', '/api/v1/auth/devices'))).toBe('401 unauthenticated')
  expect((await devices(market, driver)).map(({ device_name }: { device_name: string }) => device_name)).toEqual(['Pat’s phone'])
})
