import { expect, test } from 'bun:test'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { startServer } from '../support/server.ts'

test('prints the document that the server serves, except for the dates in examples', async () => {
  await using server = await startServer()

  for (const tag of [null, 'Operator', 'DriverPrivacy']) {
    const printed = await runExecutableJson<object>([
      'openapi',
      '--base-url',
      server.url,
      ...(tag === null ? [] : ['--tag', tag]),
    ])
    const served = await server.fetch(`/openapi.json${tag === null ? '' : `?tag=${tag}`}`)
    expect(undated(printed)).toEqual(undated((await served.json()) as object))
    expect(printed).toMatchObject({ openapi: '3.1.1', servers: [{ url: server.url }] })
    if (tag !== null) expect((printed as { tags: object }).tags).toMatchObject([{ name: tag }])
  }
})

test('serves examples with future dates, however long the server runs', async () => {
  await using server = await startServer({ startsAt: Date.UTC(2027, 2, 2, 8) })
  const datesNow = async () => {
    const { paths, components } = (await (await server.fetch('/openapi.json')).json()) as { paths: object; components: object }
    return [...JSON.stringify({ paths, components }).matchAll(/(?:"(\w+)":\[?)?"(\d{4}-\d\d-\d\dT[\d:]+(?:Z|[+-][\d:]+))"/g)].map(
      ([, name = '', date = '']) => ({ name, date }),
    )
  }
  const tag = (await server.fetch('/openapi.json')).headers.get('ETag')
  expect((await server.fetch('/openapi.json')).headers.get('ETag')).toBe(tag)

  for (const days of [0, 8, 400]) {
    await server.advance(days * 86_400)
    const dates = await datesNow()
    expect(dates.length).toBeGreaterThan(200)
    expect(dates.filter(({ date }) => Date.parse(date) <= server.now()).filter(({ name }) => !reported.has(name))).toEqual([])
    // Local times follow British summer and winter time.
    const departures = dates.map(({ date }) => date).filter((date) => !date.endsWith('Z'))
    expect(departures.length).toBeGreaterThan(10)
    for (const date of departures) expect(date.slice(0, 19)).toBe(inLeeds(date))
  }
})

/** Fields for past instants. */
const reported = new Set(['checked_at', 'occurred_at', 'recorded_at'])

function inLeeds(date: string): string {
  return new Date(date).toLocaleString('sv-SE', { timeZone: 'Europe/London' }).replace(' ', 'T')
}

test('refuses an unknown tag', async () => {
  await using server = await startServer()

  expect((await server.fetch('/openapi.json?tag=Nobody')).status).toBe(422)
  expect((await runExecutable(['openapi', '--tag', 'Nobody'])).exitCode).not.toBe(0)
})

function undated(document: object): object {
  return JSON.parse(JSON.stringify(document).replace(/"\d{4}-\d\d-\d\dT[\d:]+(Z|[+-][\d:]+)"/g, '"an instant"'))
}
