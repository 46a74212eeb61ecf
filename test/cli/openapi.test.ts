import { expect, test } from 'bun:test'
import { cliJson } from '../support/binary.ts'
import { startServer } from '../support/server.ts'

test('the document that is printed is the one that is served', async () => {
  await using server = await startServer()

  const printed = await cliJson<object>(['openapi', '--base-url', server.url])

  expect(printed).toEqual((await (await server.fetch('/openapi.json')).json()) as object)
  expect(printed).toMatchObject({ openapi: '3.1.1', servers: [{ url: server.url }] })
})
