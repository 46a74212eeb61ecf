import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { computeDriveKey, sumGreatCircles } from '../../src/domain/road-distance.ts'
import { readRouterAddress } from '../../src/domain/service-address.ts'
import { openRoads } from '../../src/gateways/routing/roads.ts'
import { makeAuthority } from '../support/certificates.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { patience } from '../support/patience.ts'
import { drivenBy, openRouter, type RouterDouble, type RouterMood, wordsOfRouter } from '../support/router-double.ts'

const leeds = { latitude: 53.795, longitude: -1.548 }
const harrogate = { latitude: 53.9921, longitude: -1.5418 }
const york = { latitude: 53.958, longitude: -1.093 }
const whitby = { latitude: 54.4858, longitude: -0.6206 }

const kinds = ['osrm', 'valhalla'] as const
const figures = { factor: 1.3, speedKmh: 60 }

/** Roads with a router, and the lines that they log. */
function roadsBy(router: Pick<RouterDouble, 'address'> | null) {
  const lines: unknown[][] = []
  const log = { warn: (...line: unknown[]) => void lines.push(line) }
  return { lines, roads: openRoads({ figures, router: router?.address ?? null, log }) }
}

const missed = 'router returned no route for some drives; estimating those'

/** The expected drive, rounded half up. */
function roundedDrive(points: Parameters<typeof drivenBy>[0]) {
  const { metres, seconds } = drivenBy(points)
  return { distanceM: Math.floor(metres + 0.5), drivingSeconds: Math.floor(seconds + 0.5) }
}

describe('no router', () => {
  test('returns no drives and logs nothing', async () => {
    const { roads, lines } = roadsBy(null)
    expect(roads).toMatchObject({ figures, isRouted: false })
    expect([...(await roads.lookUp([[leeds, york]]))]).toEqual([])
    expect(await roads.check(leeds)).toBeNull()
    expect(lines).toEqual([])
  })
})

describe.each(kinds)('a router of the kind %s', (kind) => {
  test('returns the drive of each leg through its stops, rounded half up', async () => {
    await using router = await openRouter(kind)
    const { roads, lines } = roadsBy(router)
    const legs = [
      [leeds, york],
      [york, harrogate, leeds],
    ]

    const drives = await roads.lookUp(legs)

    expect(roads.isRouted).toBe(true)
    expect([...drives.keys()]).toEqual(legs.map(computeDriveKey))
    expect([...drives.values()]).toEqual(legs.map((points) => roundedDrive(points)))
    expect(router.questions.map(({ points }) => points)).toEqual(expect.arrayContaining(legs))
    expect(lines).toEqual([])
  })

  test('receives one request for equal legs and none for a leg without a distance', async () => {
    await using router = await openRouter(kind)
    const { roads } = roadsBy(router)

    const drives = await roads.lookUp([[leeds, york], [leeds, leeds, leeds], [leeds, york], [leeds], []])

    expect([...drives.keys()]).toEqual([computeDriveKey([leeds, york])])
    expect(router.questions).toHaveLength(1)
    expect([...(await roads.lookUp([[leeds, leeds]]))]).toEqual([])
    expect(router.questions).toHaveLength(1)
  })

  test.each<[RouterMood, string]>([
    ['hangs', 'no answer within 1.5 s'],
    ['hangs in its body', 'no answer within 1.5 s'],
    ['trickles', 'no answer within 1.5 s'],
    ['fails', 'status 500'],
    ['knows no route', 'status 400'],
    ['says that it is not well', 'no route'],
    ['tells no figures', 'no route'],
    ['speaks no JSON', 'an answer that is not JSON'],
    ['tells 6 times the crow', 'impossible figures'],
    ['tells no metres', 'impossible figures'],
    ['starts far off', 'no route'],
    ['tells negative metres', 'impossible figures'],
    ['tells a number that is none', 'impossible figures'],
    ['tells years', 'impossible figures'],
    ['redirects', 'status 302'],
    ['floods', 'an answer over 1 MiB'],
  ])('gives no drive if it %s, and causes one log line without its words', async (mood, reason) => {
    await using router = await openRouter(kind)
    router.behave(mood)
    const { roads, lines } = roadsBy(router)
    const there = [leeds, york]
    const startedAt = performance.now()

    expect([...(await roads.lookUp([there, there.toReversed()]))]).toEqual([])

    expect(performance.now() - startedAt).toBeLessThan(patience(2_000))
    expect(lines).toEqual([[{ router: router.host, legs: 2, reasons: { [reason]: 2 } }, missed]])
    expect(JSON.stringify(lines)).not.toContain(wordsOfRouter)
    expect(router.questions).toHaveLength(2)
    expect(router.strays).toEqual([])
    expect(router.flooded.bytes).toBeLessThan(64 * 1_048_576)
    expect(await roads.check(null)).toBe(reason)
  })

  test.each<RouterMood>(['hangs', 'hangs in its body', 'trickles', 'floods'])('is disconnected if it %s', async (mood) => {
    await using router = await openRouter(kind)
    router.behave(mood)
    await roadsBy(router).roads.lookUp([[leeds, york]])
    expect(router.connections.made).toBe(1)
    await eventually(() => router.connections.open === 0)
  })

  test('gives no drive if it closes the connection within its answer', async () => {
    await using router = await openRouter(kind)
    router.behave('hangs up')
    const { roads, lines } = roadsBy(router)
    expect([...(await roads.lookUp([[leeds, york]]))]).toEqual([])
    expect(lines).toEqual([[{ router: router.host, legs: 1, reasons: expect.any(Object) }, missed]])
    expect(await roads.check(null)).toMatch(/^(a truncated answer|an answer that is not JSON|no connection \(\w+\))$/)
  })

  test('gives no drive if it is not running', async () => {
    const stopped = await openRouter(kind)
    await stopped[Symbol.asyncDispose]()
    const { roads, lines } = roadsBy(stopped)
    expect([...(await roads.lookUp([[leeds, york]]))]).toEqual([])
    expect(lines).toEqual([[{ router: stopped.host, legs: 1, reasons: expect.any(Object) }, missed]])
    expect(await roads.check(leeds)).toMatch(/^no connection \(\w+\)$/)
  })

  test('gives the drives that it found, and one log line counts the others', async () => {
    await using router = await openRouter(kind)
    router.behave((points) => (points.length === 3 ? 'hangs' : points[0]?.latitude === whitby.latitude ? 'fails' : 'answers'))
    const { roads, lines } = roadsBy(router)

    const drives = await roads.lookUp([
      [leeds, york],
      [york, harrogate, leeds],
      [whitby, york],
    ])

    expect([...drives]).toEqual([[computeDriveKey([leeds, york]), roundedDrive([leeds, york])]])
    const reasons = { 'no answer within 1.5 s': 1, 'status 500': 1 }
    expect(lines).toEqual([[{ router: router.host, legs: 3, reasons }, missed]])
  })

  test('receives all legs together and has 1.5 seconds for all of them', async () => {
    await using router = await openRouter(kind)
    router.behave('answers after 600 ms')
    const { roads } = roadsBy(router)
    const legs = Array.from({ length: 6 }, (_, nth) => [leeds, { ...york, latitude: york.latitude + nth / 100 }])
    expect((await roads.lookUp(legs)).size).toBe(6)

    router.behave('hangs')
    const startedAt = performance.now()
    expect((await roads.lookUp(legs)).size).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(patience(2_000))
  })

  test('receives plain text requests without credentials or the program’s name', async () => {
    await using router = await openRouter(kind)
    await roadsBy(router).roads.lookUp([[leeds, york]])
    const headers = router.questions[0]?.headers
    expect(headers).toMatchObject({ 'accept-encoding': 'identity' })
    expect(Object.keys(headers ?? {})).not.toContain('authorization')
    expect(JSON.stringify(router.questions)).not.toContain('charabanc')
  })

  test('is checked with a kilometre near the given place, or in Leeds without a place', async () => {
    await using router = await openRouter(kind)
    const { roads } = roadsBy(router)
    const places = [york, { latitude: 90, longitude: 0 }, { latitude: -90, longitude: 180 }, { latitude: 0, longitude: -180 }]
    for (const near of [...places, null]) expect(await roads.check(near)).toBeNull()

    expect(router.questions.map(({ points }) => points[0])).toEqual([...places, leeds])
    for (const { points } of router.questions) {
      expect(Math.abs(sumGreatCircles(points) - 1_000)).toBeLessThan(5)
      for (const { latitude } of points) expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
    }
  })

  test('is called directly, past any proxy in the environment', async () => {
    await using proxy = await openRouter(kind)
    await using router = await openRouter(kind)
    const script = `
      const { openRoads } = await import('${import.meta.dir}/../../src/gateways/routing/roads.ts')
      const roads = openRoads({ figures: { factor: 1.3, speedKmh: 60 }, router: JSON.parse(process.argv[1]), log: console })
      console.log(await roads.check(null))`
    const url = `http://${proxy.host}`
    const env = Object.fromEntries(['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [name, url]))
    const child = Bun.spawn([process.execPath, '-e', script, JSON.stringify(router.address)], { env, stderr: 'inherit' })
    expect((await child.stdout.text()).trim()).toBe('null')
    expect(proxy.questions).toEqual([])
    expect(router.questions).toHaveLength(1)
  })

  test('is rejected if its certificate has no trusted authority', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    await using router = await openRouter(kind, { tls: await authority.selfSigned('IP:127.0.0.1') })
    const { roads, lines } = roadsBy(router)
    expect([...(await roads.lookUp([[leeds, york]]))]).toEqual([])
    expect(lines).toEqual([[expect.objectContaining({ legs: 1 }), missed]])
    expect(await roads.check(null)).toMatch(/^no connection \(\w*(CERT|SIGN)\w*\)$/)
    expect(router.questions).toEqual([])
  })

  test('is accepted if the machine trusts its certificate’s authority', async () => {
    using folder = makeFolder()
    const authority = await makeAuthority(folder)
    await using router = await openRouter(kind, { tls: await authority.sign('IP:127.0.0.1') })
    writeFileSync(folder.at('address.json'), JSON.stringify(router.address))
    const script = `
      const { openRoads } = await import('${import.meta.dir}/../../src/gateways/routing/roads.ts')
      const router = await Bun.file(process.argv[1]).json()
      console.log(await openRoads({ figures: { factor: 1.3, speedKmh: 60 }, router, log: console }).check(null))`
    const env = { NODE_EXTRA_CA_CERTS: authority.path }
    const child = Bun.spawn([process.execPath, '-e', script, folder.at('address.json')], { env, stderr: 'inherit' })
    expect((await child.stdout.text()).trim()).toBe('null')
  })
})

describe('a routing request', () => {
  test('asks OSRM’s route service, longitude first and without exponents', async () => {
    await using router = await openRouter('osrm')
    await roadsBy(router).roads.lookUp([[leeds, { latitude: 53.9, longitude: -1e-7 }, york]])
    expect(router.questions).toMatchObject([
      {
        method: 'GET',
        path: '/route/v1/driving/-1.548,53.795;-0,53.9;-1.093,53.958?overview=false',
        body: null,
      },
    ])
  })

  test('asks Valhalla for a bus that stops at every stop', async () => {
    await using router = await openRouter('valhalla')
    await roadsBy(router).roads.lookUp([[leeds, harrogate, york]])
    expect(router.questions).toMatchObject([{ method: 'POST', path: '/route', headers: { 'content-type': 'application/json' } }])
    expect(router.questions[0]?.body).toEqual({
      locations: [
        { lat: 53.795, lon: -1.548, type: 'break', search_cutoff: 2_000 },
        { lat: 53.9921, lon: -1.5418, type: 'break', search_cutoff: 2_000 },
        { lat: 53.958, lon: -1.093, type: 'break', search_cutoff: 2_000 },
      ],
      costing: 'bus',
      units: 'kilometers',
      directions_type: 'none',
    })
  })
})

describe('the address of a router', () => {
  test.each([
    ['osrm+http://127.0.0.1:5000', { kind: 'osrm', origin: 'http://127.0.0.1:5000', host: '127.0.0.1:5000' }],
    ['osrm+https://routes.example/', { kind: 'osrm', origin: 'https://routes.example', host: 'routes.example' }],
    ['valhalla+http://[::1]:8002', { kind: 'valhalla', origin: 'http://[::1]:8002', host: '[::1]:8002' }],
    ['valhalla+https://Routes.Example:443', { kind: 'valhalla', origin: 'https://routes.example', host: 'routes.example' }],
  ] as const)('accepts %s', (text, address) => {
    expect(readRouterAddress(text)).toEqual(address)
  })

  test.each([
    '',
    'http://127.0.0.1:5000',
    'osrm://127.0.0.1:5000',
    'OSRM+http://127.0.0.1:5000',
    'google+https://maps.example',
    'osrm+ftp://127.0.0.1',
    'osrm+http://',
    'osrm+http:///route',
    'osrm+http://127.0.0.1:5000/route',
    'osrm+http://127.0.0.1:5000//',
    'osrm+http://127.0.0.1:5000?key=1',
    'osrm+http://127.0.0.1:5000/?',
    'osrm+http://127.0.0.1:5000#map',
    'osrm+http://me:secret@127.0.0.1:5000',
    'osrm+http://me@127.0.0.1:5000',
    'osrm+http://127.0.0.1:65536',
    'osrm+http://127.0.0.1 :5000',
    'osrm+http://127.0.0.1:5000\n',
    'osrm+http:\\\\127.0.0.1',
    'osrm+valhalla+http://127.0.0.1',
  ])('rejects %j', (text) => {
    expect(readRouterAddress(text)).toBeUndefined()
  })
})
