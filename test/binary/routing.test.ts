import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { changeDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { days, type Market, type OperatorClient, ok, openMarket } from '../support/market.ts'
import { drivenBy, openRouter, type RouterDouble, type RouterMood, wordsOfRouter } from '../support/router-double.ts'
import { startServer } from '../support/server.ts'

const leeds = { latitude: 53.795, longitude: -1.548 }
const harrogate = { latitude: 53.9921, longitude: -1.5418 }
const york = { latitude: 53.958, longitude: -1.093 }

const kinds = ['osrm', 'valhalla'] as const

const missed = 'router returned no route for some drives; estimating those'
const untried = 'router returned no route; distances are estimated'

const linesOf = (log: string, msg: string) => log.split('\n').filter((line) => line.includes(`"msg":"${msg}"`))

describe('an invalid router setting', () => {
  const wrong = [
    ['CHARABANC_ROAD_FACTOR', '0.99', 'is not a number from 1 to 2.'],
    ['CHARABANC_ROAD_FACTOR', '2.01', 'is not a number from 1 to 2.'],
    ['CHARABANC_ROAD_FACTOR', '1,3', 'is not a number from 1 to 2.'],
    ['CHARABANC_ROAD_FACTOR', 'NaN', 'is not a number from 1 to 2.'],
    ['CHARABANC_ROAD_SPEED', '19.9', 'is not a number from 20 to 110.'],
    ['CHARABANC_ROAD_SPEED', '110.1', 'is not a number from 20 to 110.'],
    ['CHARABANC_ROAD_SPEED', '-60', 'is not a number from 20 to 110.'],
    ['CHARABANC_ROUTING_URL', 'http://127.0.0.1:5000', 'is not the address of a router'],
    ['CHARABANC_ROUTING_URL', 'google+https://maps.example', 'is not the address of a router'],
    ['CHARABANC_ROUTING_URL', 'osrm+ftp://127.0.0.1', 'is not the address of a router'],
    ['CHARABANC_ROUTING_URL', 'osrm+http://127.0.0.1:5000/route', 'is not the address of a router'],
  ] as const

  test.each(wrong)('is rejected by config check and serve, which create no files: %s=%s', async (variable, value, sentence) => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const env = { [variable]: value, CHARABANC_LISTEN: '127.0.0.1:0' }
    for (const words of [['config', 'check'], ['serve']]) {
      const { exitCode, stderr } = await runExecutable(words, { dataDir, env })
      expect({ words, exitCode }).toEqual({ words, exitCode: 2 })
      expect(stderr).toContain(`${variable}: ${JSON.stringify(value)} ${sentence}`)
    }
    expect(existsSync(dataDir)).toBe(false)
  })

  test('is reported without its password', async () => {
    const env = { CHARABANC_ROUTING_URL: 'valhalla+http://me:secret@127.0.0.1' }
    const { exitCode, stderr } = await runExecutable(['config', 'check'], { env })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('CHARABANC_ROUTING_URL: the value is not the address of a router')
    expect(stderr).not.toContain('secret')
  })

  test('is not reported at either end of the range, and can come from a flag', async () => {
    for (const [factor, speed] of [
      ['1', '20'],
      ['2.0', '110'],
    ]) {
      const words = ['config', 'check', '--road-factor', String(factor), '--road-speed', String(speed)]
      expect(await runExecutable(words)).toMatchObject({ exitCode: 0, stderr: '' })
    }
    expect(await runExecutable(['config', 'check', '--road-factor', '3'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('CHARABANC_ROAD_FACTOR (from --road-factor): "3" is not a number from 1 to 2.'),
    })
  })
})

describe.each(kinds)('a router of the kind %s before any trip', (kind) => {
  test('is asked for a route of one kilometre by config check, which exits with 0 in any case', async () => {
    await using router = await openRouter(kind)
    const { env } = router
    expect(await runExecutable(['config', 'check'], { env })).toMatchObject({ exitCode: 0, stderr: '' })
    expect(router.questions.map(({ points }) => points[0])).toEqual([leeds])

    router.behave('knows no route')
    const { exitCode, stdout, stderr } = await runExecutable(['config', 'check', '--json'], { env })
    expect({ exitCode, answer: JSON.parse(stdout) }).toMatchObject({ exitCode: 0, answer: { ok: true } })
    expect(stderr).toStartWith(`${router.host} returns no route in Leeds: status 400. Check that it runs and has the map`)
    expect(stderr).not.toContain(wordsOfRouter)
  })

  test('is checked by the doctor near an operator’s depot, and causes at most a warning', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const account = ['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London']
    await runExecutableJson(account, { dataDir })
    await using router = await openRouter(kind)
    const examine = async (...words: readonly string[]) => {
      const env = { CHARABANC_LISTEN: '127.0.0.1:0', ...router.env }
      const { exitCode, stdout } = await runExecutable(['doctor', '--json', ...words], { dataDir, env })
      const { checks } = JSON.parse(stdout) as { checks: readonly Record<string, string | null>[] }
      return { exitCode, found: checks.filter(({ check }) => check === 'routing') }
    }
    const finding = (state: string, found: string, mend: string | null = null) => [{ check: 'routing', state, found, mend }]

    expect(await examine()).toEqual({ exitCode: 0, found: finding('ok', `${router.host} returns routes in Leeds.`) })
    const depot = { label: 'Yard', kind: 'depot', ...york }
    await changeDatabase(dataDir, `UPDATE operators SET depot = '${JSON.stringify(depot)}'`)
    expect(await examine()).toEqual({ exitCode: 0, found: finding('ok', `${router.host} returns routes at a depot.`) })
    expect(router.questions.map(({ points }) => points[0])).toEqual([leeds, york])

    expect(await examine('--offline')).toEqual({ exitCode: 0, found: finding('ok', `${router.host} was not checked.`) })
    expect(router.questions).toHaveLength(2)

    router.behave('tells no metres')
    const hint = expect.stringContaining('has the map of the area') as string
    const warning = `${router.host} returns no route at a depot: impossible figures.`
    expect(await examine()).toEqual({ exitCode: 0, found: finding('warn', warning, hint) })
  })

  test.each<RouterMood>(['hangs', 'fails', 'redirects', 'floods'])(
    'causes one log line and no failure if it %s at a start',
    async (mood) => {
      await using router = await openRouter(kind)
      router.behave(mood)
      await using server = await startServer({ isFile: true, env: router.env })
      expect((await server.fetch('/readyz')).status).toBe(200)
      await eventually(() => linesOf(server.stderr, untried).length > 0)
      expect(await server.stop()).toBe(0)

      const lines = linesOf(server.stderr, untried).map((line) => JSON.parse(line))
      expect(lines).toMatchObject([{ level: 'warn', router: router.host, reason: expect.any(String) }])
      expect(server.stderr).not.toContain(wordsOfRouter)
      expect(router.questions).toHaveLength(1)
      expect(router.strays).toEqual([])
    },
  )

  test('causes one log line if it is down at a start, and none if it works', async () => {
    const router = await openRouter(kind)
    {
      await using server = await startServer({ isFile: true, env: router.env })
      await eventually(() => router.questions.length === 1)
      await server.stop()
      expect(server.stderr).not.toContain(untried)
    }
    await router[Symbol.asyncDispose]()
    await using server = await startServer({ isFile: true, env: router.env })
    await eventually(() => linesOf(server.stderr, untried).length === 1)
    expect((await server.fetch('/readyz')).status).toBe(200)
  })
})

describe.each(kinds)('a trip entered with a router of the kind %s', (kind) => {
  let router: RouterDouble
  let market: Market
  let dales: OperatorClient

  beforeAll(async () => {
    router = await openRouter(kind)
    market = await openMarket({ isMute: true, isFile: true, env: router.env })
    dales = await market.operator()
    await eventually(() => router.questions.length === 1)
  })

  afterAll(async () => {
    await market[Symbol.asyncDispose]()
    await router[Symbol.asyncDispose]()
  })

  const at = (label: string, coordinates: object) => ({ label, kind: 'venue', ...coordinates })
  const pickup = at('Leeds Town Hall', leeds)
  const dropoff = at('York Minster', york)
  const oneWay = { pickup, dropoff, returns_at: null }

  /** Enters a trip; returns its job, the questions to the router, and the log lines. */
  async function enter(fields: object) {
    const before = { questions: router.questions.length, lines: linesOf(market.server.stderr, missed).length }
    const trip = await market.trip([dales], fields)
    const job = ok(await dales.job(trip))
    const lines = () => linesOf(market.server.stderr, missed).slice(before.lines)
    return { job, questions: router.questions.slice(before.questions), lines }
  }

  const sourcesOf = (job: { legs: readonly { distance_source: string | null }[] }) =>
    job.legs.map(({ distance_source: source }) => source)

  test('has routed distances through every stop', async () => {
    router.behave('answers')
    const stops = [{ kind: 'pickup', place: at('Harrogate Station', harrogate) }]
    const legs = [
      { pickup, dropoff, departs_at: market.at(days(60)), stops },
      { pickup: dropoff, dropoff: pickup, departs_at: market.at(days(61)) },
    ]
    const { job, questions, lines } = await enter({ pickup, dropoff, returns_at: null, legs })

    const ways = [
      [leeds, harrogate, york],
      [york, leeds],
    ]
    const drives = ways.map((points) => drivenBy(points))
    expect(job.legs.map((leg: Record<string, unknown>) => [leg.distance_m, leg.driving_seconds])).toEqual(
      drives.map(({ metres, seconds }) => [Math.floor(metres + 0.5), Math.floor(seconds + 0.5)]),
    )
    expect(sourcesOf(job)).toEqual(['routed', 'routed'])
    expect(job).toMatchObject({ distance_source: 'routed', hours_advice: { estimated: false } })
    expect(questions.map(({ points }) => points)).toEqual(expect.arrayContaining(ways))
    expect(questions).toHaveLength(2)
    expect(lines()).toEqual([])
  })

  test.each<RouterMood>([
    'hangs',
    'hangs in its body',
    'trickles',
    'hangs up',
    'fails',
    'knows no route',
    'says that it is not well',
    'tells no figures',
    'speaks no JSON',
    'tells 6 times the crow',
    'tells no metres',
    'tells negative metres',
    'tells a number that is none',
    'tells years',
    'redirects',
    'floods',
  ])('has estimated distances and one log line while the router %s', async (mood) => {
    router.behave(mood)
    const { job, questions, lines } = await enter(oneWay)

    const advice = { estimated: true }
    expect(job).toMatchObject({ distance_m: 45_400, driving_seconds: 2_724, distance_source: 'estimated', hours_advice: advice })
    expect(sourcesOf(job)).toEqual(['estimated'])
    expect(questions).toHaveLength(1)
    await eventually(() => lines().length > 0)
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', router: router.host, legs: 1 }])
    expect(market.server.stderr).not.toContain(wordsOfRouter)
    expect(router.strays).toEqual([])
  })

  test('is estimated if the router returned a route for only one leg', async () => {
    router.behave((points) => (points[0]?.latitude === york.latitude ? 'hangs' : 'answers'))
    const { job, lines } = await enter({ pickup, dropoff, coach_stays_with_group: false })

    expect(sourcesOf(job)).toEqual(['routed', 'estimated'])
    expect(job.distance_source).toBe('estimated')
    await eventually(() => lines().length === 1)
  })

  test('needs no router with given distances, without coordinates, or back to the same place', async () => {
    router.behave('answers')
    const leg = { pickup, dropoff, departs_at: market.at(days(60)), distance_m: 40_000, driving_seconds: 3_000 }
    const given = await enter({ ...oneWay, legs: [leg] })
    expect(given.job).toMatchObject({ distance_m: 40_000, driving_seconds: 3_000, distance_source: 'given' })
    expect(given.questions).toEqual([])
    const unknown = await enter({ ...oneWay, dropoff: at('York Minster', {}) })
    expect(unknown.job).toMatchObject({ distance_m: null, driving_seconds: null, distance_source: null, hours_advice: null })
    expect(unknown.questions).toEqual([])
    const round = await enter({ ...oneWay, dropoff: pickup })
    expect(round.job).toMatchObject({ distance_m: 0, driving_seconds: 0 })
    expect(round.questions).toEqual([])
  })

  test('is routed once if its request is repeated', async () => {
    router.behave('answers')
    const body = {
      customer: { name: 'Ann Smith', email: 'ann@example.org' },
      ...oneWay,
      departs_at: market.at(days(60)),
      passenger_count: 45,
      offer_to: [dales.ref],
    }
    const before = router.questions.length
    const key = crypto.randomUUID()
    const first = ok(await market.platform('POST', '/trips', body, { key }))
    expect(ok(await market.platform('POST', '/trips', body, { key })).ref).toBe(first.ref)
    expect(router.questions.length).toBe(before + 1)
  })
})
