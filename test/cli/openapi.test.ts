import { expect, test } from 'bun:test'
import { cli, cliJson } from '../support/binary.ts'
import { startServer } from '../support/server.ts'

test('the document that is printed is the one that is served, but for the dates in its examples', async () => {
  await using server = await startServer()

  for (const tag of [null, 'Operator', 'DriverPrivacy']) {
    const printed = await cliJson<object>(['openapi', '--base-url', server.url, ...(tag === null ? [] : ['--tag', tag])])
    const served = await server.fetch(`/openapi.json${tag === null ? '' : `?tag=${tag}`}`)
    expect(undated(printed)).toEqual(undated((await served.json()) as object))
    expect(printed).toMatchObject({ openapi: '3.1.1', servers: [{ url: server.url }] })
    if (tag !== null) expect((printed as { tags: object }).tags).toMatchObject([{ name: tag }])
  }
})

test('a part that there is not is refused', async () => {
  await using server = await startServer()

  expect((await server.fetch('/openapi.json?tag=Nobody')).status).toBe(422)
  expect((await cli(['openapi', '--tag', 'Nobody'])).exitCode).not.toBe(0)
})

function undated(document: object): object {
  return JSON.parse(JSON.stringify(document).replace(/"\d{4}-\d\d-\d\dT[\d:]+(Z|[+-][\d:]+)"/g, '"an instant"'))
}
