import { describe, expect, test } from 'bun:test'
import {
  baseUrl,
  decimalNumber,
  geocoderAddress,
  headerPrefix,
  hostAndPort,
  key32,
  lengthAsMs,
  lineOfText,
  manySecondsAsMs,
  mapTemplate,
  networks,
  networksAndEndpoints,
  oneWordOf,
  rateLimit,
  routerAddress,
  secondsAsMs,
  sender,
  signInLimits,
  stripeKey,
  stripeSecrets,
  url,
  type ValueReader,
  wholeNumber,
  yesOrNo,
} from '../src/setting-values.ts'

const minute = { limit: 5, windowMs: 60_000, exact: true }
const hour = { limit: 9, windowMs: 3_600_000, exact: true }
const readings: [string, ValueReader<unknown>, [string, unknown][]][] = [
  [
    'text',
    lineOfText,
    [
      ['a b', 'a b'],
      [' ', undefined],
    ],
  ],
  [
    'yes or no',
    yesOrNo,
    [
      ['1', true],
      ['Yes', true],
      ['off', false],
      ['0', false],
      ['2', undefined],
      ['constructor', undefined],
    ],
  ],
  [
    'one of',
    oneWordOf('manual', 'stripe'),
    [
      ['manual', 'manual'],
      ['Manual', undefined],
      ['', undefined],
    ],
  ],
  [
    'whole',
    wholeNumber(1, 720),
    [
      ['1', 1],
      ['720', 720],
      ['0', undefined],
      ['721', undefined],
      ['1.5', undefined],
      ['1e2', undefined],
      ['-1', undefined],
    ],
  ],
  [
    'decimal',
    decimalNumber(1, 2),
    [
      ['1', 1],
      ['1.3', 1.3],
      ['2.000', 2],
      ['0.999999', undefined],
      ['2.000001', undefined],
      ['1.', undefined],
      ['.5', undefined],
      ['1,3', undefined],
      ['1e0', undefined],
      ['-1', undefined],
      ['+1', undefined],
      [' 1', undefined],
      ['NaN', undefined],
      ['Infinity', undefined],
      ['', undefined],
    ],
  ],
  [
    'router',
    routerAddress,
    [
      ['osrm+http://127.0.0.1:5000/', { kind: 'osrm', origin: 'http://127.0.0.1:5000', host: '127.0.0.1:5000' }],
      ['valhalla+https://routes.example', { kind: 'valhalla', origin: 'https://routes.example', host: 'routes.example' }],
      ['http://127.0.0.1:5000', undefined],
      ['osrm+http://127.0.0.1:5000/route', undefined],
      ['osrm+http://me:secret@127.0.0.1', undefined],
    ],
  ],
  [
    'geocoder',
    geocoderAddress,
    [
      ['photon+http://127.0.0.1:2322/', { kind: 'photon', origin: 'http://127.0.0.1:2322', host: '127.0.0.1:2322' }],
      ['osrm+http://127.0.0.1:5000', undefined],
      ['nominatim+http://127.0.0.1/search', undefined],
    ],
  ],
  [
    'map',
    mapTemplate,
    [
      ['https://maps.example/{latitude}/{longitude}', 'https://maps.example/{latitude}/{longitude}'],
      ['https://maps.example/{latitude}', undefined],
    ],
  ],
  [
    'seconds',
    secondsAsMs,
    [
      ['10', 10_000],
      ['0.25', 250],
      ['0', 0],
      ['-1', undefined],
      ['1s', undefined],
      ['', undefined],
    ],
  ],
  [
    'many seconds',
    manySecondsAsMs,
    [
      ['10, 0.5', [10_000, 500]],
      ['', []],
      ['10,,20', undefined],
      ['10,x', undefined],
    ],
  ],
  [
    'length',
    lengthAsMs,
    [
      ['90d', 7_776_000_000],
      ['30m', 1_800_000],
      ['0d', undefined],
      ['90', undefined],
      ['9 d', undefined],
    ],
  ],
  [
    'host and port',
    hostAndPort,
    [
      ['127.0.0.1:8787', { host: '127.0.0.1', port: 8787 }],
      ['localhost:0', { host: 'localhost', port: 0 }],
      ['[::1]:80', { host: '::1', port: 80 }],
      ['::1:80', undefined],
      ['[abc]:80', undefined],
      ['localhost', undefined],
      ['localhost:65536', undefined],
      [':8787', undefined],
    ],
  ],
  [
    'URL',
    url('smtp', 'smtps'),
    [
      ['smtp://u:p@mail:25', 'smtp://u:p@mail:25'],
      ['http://mail', undefined],
      ['smtp//mail', undefined],
    ],
  ],
  [
    'base URL',
    baseUrl,
    [
      ['https://coaches.example/', 'https://coaches.example'],
      ['https://coaches.example:8443/api//', 'https://coaches.example:8443/api'],
      ['https://coaches.example/?a=b', undefined],
      ['https://me:secret@coaches.example', undefined],
      ['coaches.example', undefined],
    ],
  ],
  [
    'key of Stripe',
    stripeKey,
    [
      ['sk_live_51Abc_1', 'sk_live_51Abc_1'],
      ['rk_test_51Abc', 'rk_test_51Abc'],
      ['pk_test_51Abc', undefined],
      ['sk_51Abc', undefined],
      ['sk_test_', undefined],
      ['sk_test_51 Abc', undefined],
    ],
  ],
  [
    'secrets of Stripe',
    stripeSecrets,
    [
      ['whsec_abc', ['whsec_abc']],
      ['whsec_abc, whsec_d+/=', ['whsec_abc', 'whsec_d+/=']],
      ['whsec_a,whsec_b,whsec_c', undefined],
      ['whsec_', undefined],
      ['sk_test_51Abc', undefined],
    ],
  ],
  [
    'networks',
    networks,
    [
      ['10.0.0.0/8, 192.0.2.1', ['10.0.0.0/8', '192.0.2.1/32']],
      ['2001:db8::/32,::1', ['2001:db8::/32', '::1/128']],
      ['', []],
      ['10.0.0.0/33', undefined],
      ['10.0.0.0/8/8', undefined],
      ['10.0.0/8', undefined],
      ['hooks.lan', undefined],
    ],
  ],
  [
    'networks and endpoints',
    networksAndEndpoints,
    [
      ['10.0.0.0/8,Hooks.LAN:8443,[::1]:9', { networks: ['10.0.0.0/8'], endpoints: ['hooks.lan:8443', '[::1]:9'] }],
      ['', { networks: [], endpoints: [] }],
      ['hooks.lan', undefined],
    ],
  ],
  [
    'key',
    key32,
    [
      [Buffer.alloc(32, 7).toString('base64'), new Uint8Array(32).fill(7)],
      [Buffer.alloc(32, 7).toString('hex'), new Uint8Array(32).fill(7)],
      [Buffer.alloc(31, 7).toString('base64'), undefined],
      ['a passphrase', undefined],
    ],
  ],
  [
    'rate limit',
    rateLimit,
    [
      ['5/m', [minute]],
      ['off', []],
      ['5', undefined],
      ['0/m', undefined],
    ],
  ],
  [
    'sign-in limits',
    signInLimits,
    [
      ['5/m;9/h', { perContact: [minute], perIp: [hour] }],
      ['5/m', { perContact: [minute], perIp: [minute] }],
      ['off', { perContact: [], perIp: [] }],
      ['5/m;off', { perContact: [minute], perIp: [] }],
      ['5/m;nonsense', undefined],
      ['5/m;9/h;9/h', undefined],
    ],
  ],
  [
    'header prefix',
    headerPrefix,
    [
      ['X-Acme-', 'X-Acme-'],
      ['X-Acme', undefined],
      ['X Acme-', undefined],
    ],
  ],
  [
    'sender',
    sender,
    [
      ['bookings@acme.example', 'bookings@acme.example'],
      ['Acme <bookings@acme.example>', 'Acme <bookings@acme.example>'],
      ['Acme', undefined],
      ['a@b\r\nBcc: c@d', undefined],
    ],
  ],
]

describe.each(readings)('%s', (_, reading, cases) => {
  test.each(cases)('reads %j as %j', (given, value) => {
    expect(reading.read(given)).toEqual(value)
  })
})
