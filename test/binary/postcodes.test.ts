import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { ImportRunning, runInTurn } from '../../src/actions/server/import-turn.ts'
import { savePostcodes } from '../../src/storage/queries/postcodes.ts'
import { saveServerSetting } from '../../src/storage/queries/server-settings.ts'
import { spawnExecutable } from '../support/command-line.ts'
import { queryDatabase, withStorageOf } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { type Market, ok, openMarket } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { makeSamplePostcode, writePostcodes } from '../support/sample-postcodes.ts'
import { type Server, startServer } from '../support/server.ts'

type Imported = {
  readonly source: string
  readonly stored: number
  readonly changed: number
  readonly terminated: number
  readonly bad: number
  readonly bad_rows: readonly { readonly file: string; readonly line: number; readonly reason: string }[]
}

type Status = {
  readonly towns: number
  readonly postcodes: number
  readonly source: string | null
  readonly imported_at: string | null
}

const heading = 'postcode,latitude,longitude'
const leeds = 'LS1 4DY,53.794,-1.5475'

/** Writes a file of these rows, and returns its path. */
function write(folder: Folder, rows: readonly string[], name = 'postcodes.csv'): string {
  writeFileSync(folder.at(name), rows.join('\n'))
  return folder.at(name)
}

const statusOf = (server: Server) => server.cliJson<Status>(['places', 'status'])
const importOf = (server: Server, file: string, ...flags: readonly string[]) =>
  server.cliJson<Imported>(['places', 'import', file, ...flags])

type Found = {
  readonly source: string
  readonly label: string
  readonly kind: string
  readonly locality: string | null
  readonly postcode: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly map_url: string | null
  readonly used: number
  readonly ambiguous: boolean
  readonly near_town: string | null
}

const isPostcode = ({ source }: Found) => source === 'postcode'

/** The places that the customers' search finds. */
async function search(market: Market, q: string): Promise<Found[]> {
  return ok(await market.call('GET', `/customer/v1/places?q=${encodeURIComponent(q)}`)).results
}

/** The stored postcodes of every set. */
const rowsIn = ({ dataDir }: Server) =>
  queryDatabase<{ id: number; latitude: number; longitude: number }>(dataDir, 'SELECT * FROM postcodes ORDER BY id')

describe('an import of postcodes', () => {
  test('stores 997 of 1,000 rows, names three bad ones, and changes nothing the second time', async () => {
    using folder = makeFolder()
    await using server = await startServer()
    expect(await statusOf(server)).toMatchObject({ postcodes: 0, source: null, imported_at: null })

    const rows = Array.from({ length: 1_000 }, (_, nth) => Object.values(makeSamplePostcode(nth)).join())
    rows[9] = 'LS1,53.8,-1.5'
    rows[499] = 'LS1 4DY,north,-1.5'
    rows[998] = 'LS1 4DY,-1.5475,53.794'
    const file = write(folder, [heading, ...rows])
    const bad_rows = [
      { file: 'postcodes.csv', line: 11, reason: 'no British postcode' },
      { file: 'postcodes.csv', line: 501, reason: 'no coordinates' },
      { file: 'postcodes.csv', line: 1_000, reason: 'coordinates outside the British Isles' },
    ]
    const imported = { source: 'csv', stored: 997, changed: 997, terminated: 0, bad: 3, bad_rows }
    expect(await importOf(server, file)).toEqual(imported)
    const [before, status] = [await rowsIn(server), await statusOf(server)]
    expect(before).toHaveLength(997)
    expect(status).toMatchObject({ postcodes: 997, source: 'csv' })
    expect(status.towns).toBeGreaterThan(100_000)

    expect(await importOf(server, file)).toEqual({ ...imported, changed: 0 })
    expect(await rowsIn(server)).toEqual(before)
    expect(await statusOf(server)).toEqual(status)

    const { exitCode, stdout } = await server.cli(['places', 'import', file])
    expect(exitCode).toBe(0)
    expect(stdout).toBe(
      '997 postcodes from a CSV file: nothing new or changed.\nSkipped 3 bad rows:\n  line 11: no British postcode\n' +
        '  line 501: no coordinates\n  line 1000: coordinates outside the British Isles\n',
    )
  })

  test('names ten of twelve bad rows', async () => {
    using folder = makeFolder()
    await using server = await startServer()
    const file = write(folder, [heading, ...Array.from({ length: 12 }, () => 'Leeds,53.8,-1.5'), leeds])
    expect(await importOf(server, file)).toMatchObject({ stored: 1, bad: 12, bad_rows: { length: 10 } })
    const { stdout } = await server.cli(['places', 'import', file])
    expect(stdout).toEndWith('  line 11: no British postcode\n  and 2 more\n')
  })

  test('adds and updates rows, and with --replace deletes all others', async () => {
    using folder = makeFolder()
    await using server = await startServer()
    await importOf(server, write(folder, [heading, leeds, 'YO1 7HH,53.962,-1.082']))
    const added = await importOf(
      server,
      write(folder, [heading, 'LS1 4DY,53.7941,-1.5475', 'M1 1AE,53.48,-2.23', 'YO1 7HH,53.962,-1.082']),
    )
    expect(added).toMatchObject({ stored: 3, changed: 2 })
    expect((await rowsIn(server)).map(({ latitude }) => latitude)).toEqual([5_379_410, 5_348_000, 5_396_200])
    expect(await importOf(server, write(folder, [heading, leeds]), '--replace')).toMatchObject({ stored: 1, changed: 1 })
    expect((await rowsIn(server)).map(({ latitude }) => latitude)).toEqual([5_379_400])
    expect((await statusOf(server)).postcodes).toBe(1)
  })

  test('refuses to replace postcodes by none, and changes nothing', async () => {
    using folder = makeFolder()
    await using server = await startServer()
    await importOf(server, write(folder, [heading, leeds]))
    const before = [await rowsIn(server), await statusOf(server)]
    for (const rows of [[heading], [heading, 'nowhere,0,0'], [], ['\ufeff']]) {
      const { exitCode, stderr } = await server.cli(['places', 'import', write(folder, rows, 'empty.csv'), '--replace'])
      expect([rows, exitCode]).toEqual([rows, 1])
      expect(stderr).toMatch(
        /(The file has no postcodes, so it cannot replace others|empty\.csv is empty)\. Nothing was changed\.$/m,
      )
      expect([await rowsIn(server), await statusOf(server)]).toEqual(before)
    }
  })

  test('refuses a file without the columns, and names those it found', async () => {
    using folder = makeFolder()
    await using server = await startServer()
    for (const [rows, flags, said] of [
      [
        ['name,lat,lng'],
        [],
        'needs the columns postcode, latitude, longitude, or pcds, lat, long. The first row is: name, lat, lng.',
      ],
      [
        ['postcode,latitude,longitude'],
        ['--source', 'ons'],
        'needs the columns pcds, lat, long. The first row is: postcode, latitude, longitude.',
      ],
      [
        [heading],
        ['--source', 'codepoint'],
        'needs the columns postcode, quality, eastings, northings. The first row is: postcode,',
      ],
      [['\u0000\u0001PK'], [], 'The first row is: '],
    ] as const) {
      const { exitCode, stderr } = await server.cli(['places', 'import', write(folder, rows), ...flags])
      expect([rows, exitCode]).toEqual([rows, 1])
      expect(stderr).toContain(said)
      expect(stderr).toContain('Nothing was changed.')
    }
    const missing = await server.cli(['places', 'import', folder.at('none.csv')])
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('There is no file')])
    const device = await server.cli(['places', 'import', '/dev/null'])
    expect([device.exitCode, device.stderr]).toEqual([2, expect.stringContaining('/dev/null is not a file or a folder.')])
    expect((await server.cli(['places', 'import', folder.at('none.csv'), '--source', 'os'])).exitCode).toBe(2)
    expect(await rowsIn(server)).toEqual([])
  })

  test('reads the ONS Postcode Directory, and counts terminated postcodes apart', async () => {
    using folder = makeFolder()
    await using server = await startServer()
    const rows = [
      '"pcd","PCDS","dointr","doterm","osward","lat","long"',
      '"LS1 4DY","LS1 4DY","198001","","E05001","53.794000","-1.547500"',
      '"LS1 4DZ","LS1 4DZ","198001","199606","E05001","53.794100","-1.547500"',
      '"JE2 3AB","JE2 3AB","198001","","L99","99.999999","0.000000"',
    ]
    expect(await importOf(server, write(folder, rows))).toEqual({
      source: 'ons',
      stored: 1,
      changed: 1,
      terminated: 1,
      bad: 1,
      bad_rows: [{ file: 'postcodes.csv', line: 4, reason: 'no coordinates' }],
    })
  })

  test('reads a folder of Code-Point Open, and converts the National Grid', async () => {
    using folder = makeFolder()
    await using server = await startServer()
    mkdirSync(folder.at('CSV'))
    write(folder, ['"LS1 4DY",10,429900,433300,"E92000001"', '"LS1 9ZZ",90,0,0,"E92000001"'], 'CSV/ls.csv')
    write(folder, ['"YO1 7HH",10,460300,452200,"E92000001"', '"YO1 7ZZ",10,0,0,"E92000001"'], 'CSV/yo.CSV')
    write(folder, ['not read'], 'CSV/readme.txt')
    const { bad_rows, ...counts } = await importOf(server, folder.at('CSV'))
    expect(counts).toEqual({ source: 'codepoint', stored: 2, changed: 2, terminated: 0, bad: 2 })
    expect(bad_rows.map(({ file, line }) => `${file} ${line}`)).toEqual(['ls.csv 2', 'yo.CSV 2'])
    const [station, minster] = await rowsIn(server)
    expect(Math.abs((station?.latitude ?? 0) - 5_379_500)).toBeLessThan(200)
    expect(Math.abs((minster?.longitude ?? 0) + 108_200)).toBeLessThan(400)
    const { stdout } = await server.cli(['places', 'import', folder.at('CSV')])
    expect(stdout).toContain('  ls.csv, line 2: no coordinates\n  yo.CSV, line 2: no coordinates\n')
  })
})

describe('imports of 200,000 postcodes', () => {
  const count = 200_000

  /** Starts an import in the background. */
  const begin = (server: Server, folder: Folder, ...flags: readonly string[]) =>
    spawnExecutable(['places', 'import', folder.at('many.csv'), ...flags], { dataDir: server.dataDir, cwd: folder.path })

  const countRows = async ({ dataDir }: Server) =>
    (await queryDatabase<{ rows: number }>(dataDir, 'SELECT count(*) AS rows FROM postcodes'))[0]?.rows ?? 0

  /** Kills an import with `kill -9` once it has stored something, but not everything. */
  async function killMidway(server: Server, folder: Folder, ...flags: readonly string[]): Promise<number> {
    const before = await countRows(server)
    const running = begin(server, folder, ...flags)
    await eventually(async () => (await countRows(server)) > before)
    running.kill('SIGKILL')
    await running.exited
    const stored = (await countRows(server)) - before
    expect(stored % 50_000).toBe(0)
    expect(stored).toBeLessThan(count)
    return stored
  }

  test('are completed after a kill -9', async () => {
    using folder = makeFolder()
    await using server = await startServer()
    writePostcodes(folder.at('many.csv'), count)
    await importOf(server, write(folder, [heading, 'ZE1 0AA,60.155,-1.145']))
    const stored = await killMidway(server, folder)
    expect((await statusOf(server)).postcodes).toBe(1 + stored)
    expect(await importOf(server, folder.at('many.csv'))).toMatchObject({ stored: count, changed: count - stored })
    expect((await statusOf(server)).postcodes).toBe(1 + count)
  })

  test('that replace others keep the others until they are complete', async () => {
    using folder = makeFolder()
    await using market = await openMarket({ isMute: true, env: { CHARABANC_LIMIT_PLACES: 'off' } })
    const { server } = market
    writePostcodes(folder.at('many.csv'), count)
    await importOf(server, write(folder, [heading, leeds]))
    const found = async () => (await search(market, 'LS1 4DY')).map(({ latitude }) => latitude)
    await killMidway(server, folder, '--replace')
    expect(await found()).toEqual([53.794])
    expect(await statusOf(server)).toMatchObject({ postcodes: 1 })
    const running = begin(server, folder, '--replace')
    let isRunning = true
    const exited = running.exited.finally(() => {
      isRunning = false
    })
    const areFound = async (postcode: string) => (await search(market, postcode)).length > 0
    while (isRunning) expect((await areFound('LS1 4DY')) || (await areFound('AB1 0AA'))).toBe(true)
    expect(await exited).toBe(0)
    expect(await found()).toEqual([])
    expect(await countRows(server)).toBe(count)
    expect(await statusOf(server)).toMatchObject({ postcodes: count })
  })

  test('show their progress', async () => {
    using folder = makeFolder()
    await using server = await startServer()
    writePostcodes(folder.at('many.csv'), 10)
    const { stderr } = await server.cli(['places', 'import', folder.at('many.csv')])
    expect(stderr).toBe('Importing 308 bytes …\n')
  })
})

test('refuses an import and a removal while another import runs', async () => {
  using folder = makeFolder()
  await using server = await startServer()
  const file = write(folder, [heading, leeds])
  await importOf(server, file)
  const clock = () => server.now()
  const commands = [
    ['places', 'import', file, '--replace'],
    ['places', 'remove'],
  ] as const
  await withStorageOf(server.dataDir, (storage) =>
    runInTurn({ storage, clock, reportWaiting: () => {} }, async () => {
      for (const { exitCode, stderr } of await Promise.all(commands.map((words) => server.cli(words)))) {
        expect(stderr).toContain('Another import of postcodes is running. Wait until it has ended.')
        expect(exitCode).toBe(3)
      }
    }),
  )
  expect(await statusOf(server)).toMatchObject({ postcodes: 1 })
  expect(await server.cliJson<object>(['places', 'remove'])).toEqual({ removed: 1 })
  expect(await statusOf(server)).toMatchObject({ postcodes: 0, source: null, imported_at: null })
  expect(await rowsIn(server)).toEqual([])
  expect((await server.cli(['places', 'remove'])).stdout).toBe('There were no postcodes.\n')
})

test('ends an import after another one took over', async () => {
  await using server = await startServer()
  const clock = () => server.now()
  const taken = { name: 'postcodes_import', value: { token: 'other', beat: 1 }, encrypted: null, updatedAt: 0 }
  const work = withStorageOf(server.dataDir, (storage) =>
    runInTurn({ storage, clock, reportWaiting: () => {} }, async (transact) => {
      await storage.transact((tx) => saveServerSetting(tx, taken))
      await transact((tx) => savePostcodes(tx, 1, [{ number: 1, latitude: 1, longitude: 1 }]))
    }),
  )
  expect(await work.catch((fault) => fault)).toBeInstanceOf(ImportRunning)
  expect(await rowsIn(server)).toEqual([])
})

describe('the search for imported postcodes', () => {
  const rows = [heading, leeds, 'LS1 5AB,53.796,-1.5515', 'IV27 4TG,58.41,-5.05']

  async function openWithPostcodes(folder: Folder) {
    const market = await openMarket({ isMute: true, env: { CHARABANC_LIMIT_PLACES: 'off' } })
    await importOf(market.server, write(folder, rows))
    return market
  }

  test('finds a postcode in every spelling, after known places and before towns, with its town', async () => {
    using folder = makeFolder()
    await using market = await openWithPostcodes(folder)
    const office = await portalClientOf(market, await market.operator('Dales Coaches'))
    const station = { label: 'Leeds Station LS1 4DY', kind: 'station' }
    ok(await office.enter({ pickup: station, dropoff: { label: 'York', kind: 'venue' } }))
    const found = {
      source: 'postcode',
      label: 'LS1 4DY',
      kind: 'other',
      locality: 'Leeds',
      postcode: 'LS1 4DY',
      country: 'GB',
      latitude: 53.794,
      longitude: -1.5475,
      map_url: 'https://www.openstreetmap.org/?mlat=53.794&mlon=-1.5475#map=17/53.794/-1.5475',
      used: 0,
      ambiguous: false,
      near_town: null,
    }
    for (const q of ['LS1 4DY', 'ls14dy', 'LS1  4DY', 'LS1-4DY']) {
      expect([q, await search(market, q)]).toEqual([q, [found]])
      expect([q, ok(await market.platform('GET', `/places?q=${encodeURIComponent(q)}`)).results]).toEqual([q, [found]])
      const { results } = ok(await office.call('GET', `/places?q=${encodeURIComponent(q)}`))
      expect([q, results.at(-1)]).toEqual([q, found])
    }
    const { results } = ok(await office.call('GET', '/places?q=LS1%204DY'))
    expect(results.map(({ source, label }: Found) => `${source} ${label}`)).toEqual([
      'known Leeds Station LS1 4DY',
      'postcode LS1 4DY',
    ])
  })

  test('finds an outward code at the mean of its postcodes, and no other text', async () => {
    using folder = makeFolder()
    await using market = await openWithPostcodes(folder)
    expect(await search(market, 'ls1')).toEqual([
      {
        source: 'postcode',
        label: 'LS1',
        kind: 'other',
        locality: 'Leeds',
        postcode: null,
        country: 'GB',
        latitude: 53.795,
        longitude: -1.5495,
        map_url: 'https://www.openstreetmap.org/?mlat=53.795&mlon=-1.5495#map=17/53.795/-1.5495',
        used: 0,
        ambiguous: false,
        near_town: null,
      },
    ])
    for (const q of ['LS1 4DZ', 'LS2', 'LS1 4', 'LS']) expect([q, (await search(market, q)).filter(isPostcode)]).toEqual([q, []])
    expect((await search(market, 'leeds')).some(isPostcode)).toBe(false)
  })

  test('names no town that is further away than 10 km', async () => {
    using folder = makeFolder()
    await using market = await openWithPostcodes(folder)
    expect(await search(market, 'IV27 4TG')).toMatchObject([{ label: 'IV27 4TG', locality: null }])
  })
})
