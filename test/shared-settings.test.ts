import { expect, test } from 'bun:test'
import { readConfig } from '../src/config.ts'
import { hashOfSharedSettings } from '../src/shared-settings.ts'

const base = 'https://coaches.example'

const hashWith = (environment: Record<string, string>, baseUrl = base) =>
  hashOfSharedSettings(readConfig({ environment }), baseUrl)

test.each([
  ['CHARABANC_LIMIT_READ', '61/m'],
  ['CHARABANC_LIMIT_SIGN_IN', '5/15m;21/15m'],
  ['CHARABANC_PAYMENTS', 'sandbox'],
  ['CHARABANC_PHONE_COUNTRY', 'DE'],
  ['CHARABANC_ROAD_FACTOR', '1.4'],
  ['CHARABANC_ROAD_SPEED', '55'],
  ['CHARABANC_WEBHOOK_TIMEOUT', '11'],
  ['CHARABANC_WEBHOOK_WAITS', '1,2'],
  ['CHARABANC_WEBHOOK_HEADER_PREFIX', 'X-Other-'],
  ['CHARABANC_WEBHOOK_ALLOW', '10.0.0.0/8'],
  ['CHARABANC_SMTP_URL', 'smtp://mail.example'],
])('%s must be the same on all nodes', (variable, value) => {
  expect(hashWith({ [variable]: value })).not.toBe(hashWith({}))
})

test('so must what links begin with', () => {
  expect(hashWith({}, 'http://127.0.0.1:1')).not.toBe(hashWith({}, 'http://127.0.0.1:2'))
})

test.each([
  ['CHARABANC_LISTEN', '0.0.0.0:1'],
  ['CHARABANC_DATA_DIR', '/elsewhere'],
  ['CHARABANC_LOG_LEVEL', 'debug'],
  ['CHARABANC_ROUTING_URL', 'osrm+http://127.0.0.1:5000'],
  ['CHARABANC_DATABASE_URL', 'postgres://other@host/name'],
])('%s is a matter of each node', (variable, value) => {
  expect(hashWith({ [variable]: value })).toBe(hashWith({}))
})

test('of a secret it counts whether there is one', () => {
  const [one, other] = ['a', 'b'].map((password) => hashWith({ CHARABANC_SMTP_URL: `smtp://u:${password}@mail.example` }))
  expect(one).toBe(other as string)
})
