import { expect, test } from 'bun:test'
import { readConfig } from '../src/config.ts'
import { hashSharedSettings } from '../src/shared-settings.ts'

const base = 'https://coaches.example'

const hashWith = (environment: Record<string, string>, baseUrl = base) => hashSharedSettings(readConfig({ environment }), baseUrl)

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
  ['CHARABANC_MAP_URL', 'https://maps.example/{latitude}/{longitude}'],
])('requires %s to be the same on all nodes', (variable, value) => {
  expect(hashWith({ [variable]: value })).not.toBe(hashWith({}))
})

test('requires the same base address of links on all nodes', () => {
  expect(hashWith({}, 'http://127.0.0.1:1')).not.toBe(hashWith({}, 'http://127.0.0.1:2'))
})

test.each([
  ['CHARABANC_LISTEN', '0.0.0.0:1'],
  ['CHARABANC_DATA_DIR', '/elsewhere'],
  ['CHARABANC_LOG_LEVEL', 'debug'],
  ['CHARABANC_ROUTING_URL', 'osrm+http://127.0.0.1:5000'],
  ['CHARABANC_GEOCODER_URL', 'photon+http://127.0.0.1:2322'],
  ['CHARABANC_DATABASE_URL', 'postgres://other@host/name'],
])('allows %s to differ between nodes', (variable, value) => {
  expect(hashWith({ [variable]: value })).toBe(hashWith({}))
})

test('compares only whether a secret is set', () => {
  const [one, other] = ['a', 'b'].map((password) => hashWith({ CHARABANC_SMTP_URL: `smtp://u:${password}@mail.example` }))
  expect(one).toBe(other as string)
})
