import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type CallersOfEveryKind, createCallersOfEveryKind } from '../support/callers-of-every-kind.ts'
import { printedSetupToken, sendRequest, startEmptyServer } from '../support/first-run.ts'
import { type Market, ok, openMarket } from '../support/market.ts'
import type { Server } from '../support/server.ts'

/** Control characters of each kind that a one-line text rejects. */
const controls = [
  '\u001b',
  '\t',
  '\n',
  '\r',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2067',
  '\u200f',
  '\u061c',
]

/** Fields for messages between people, which may have several lines. */
const ofSeveralLines = ['bank_details', 'notes', 'note', 'message', 'reason', 'description', 'access_note', 'sign_off', 'opening']

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is untyped
type Schema = Record<string, any>

interface Operation {
  readonly method: string
  readonly path: string
  readonly who: string | undefined
  /** Dotted paths of the text fields in the body. */
  readonly texts: readonly string[]
}

let market: Market
let everybody: CallersOfEveryKind
/** A server that is not set up yet. */
let empty: Server
let document: Schema

beforeAll(async () => {
  market = await openMarket()
  everybody = await createCallersOfEveryKind(market)
  empty = await startEmptyServer()
  document = (await market.call('GET', '/openapi.json')).json
})

afterAll(async () => {
  await market[Symbol.asyncDispose]()
  await empty[Symbol.asyncDispose]()
})

function operations(): Operation[] {
  return Object.entries<Schema>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Schema>(methods).flatMap(([method, { requestBody, security }]) => {
      const texts = [...new Set(textsIn(requestBody?.content['application/json'].schema ?? {}, ''))]
      const who = Object.keys(security?.[0] ?? {})[0]
      return inParts(texts).map((part) => ({ method: method.toUpperCase(), path, who, texts: part }))
    }),
  )
}

/** Splits the fields into parts, since an answer names at most 50 fields. */
function inParts(texts: readonly string[]): string[][] {
  const count = Math.ceil(texts.length / 40)
  return Array.from({ length: count }, (_, part) => texts.filter((_, index) => index % count === part))
}

function textsIn(schema: Schema, path: string): string[] {
  if (schema.$ref) return textsIn(document.components.schemas[schema.$ref.split('/').at(-1)], path)
  if (schema.anyOf) return schema.anyOf.flatMap((branch: Schema) => textsIn(branch, path))
  if (schema.properties) {
    return Object.entries<Schema>(schema.properties).flatMap(([name, value]) => textsIn(value, `${path}${path && '.'}${name}`))
  }
  if (schema.items) return textsIn(schema.items, `${path}.0`)
  const isText = [schema.type].flat().includes('string') && !schema.enum && schema.const === undefined && !schema.format
  return isText ? [path] : []
}

/** Builds a body in which only these fields are set, each to the value. */
function bodyOf(paths: readonly string[], value: string): Schema {
  const body: Schema = {}
  for (const path of paths) {
    const steps = path.split('.')
    let place = body
    for (const [index, step] of steps.entries()) {
      if (index === steps.length - 1) place[step] = value
      else place = place[step] ??= steps[index + 1] === '0' ? [] : {}
    }
  }
  return body
}

function isOfSeveralLines(path: string): boolean {
  return ofSeveralLines.includes(path.split('.').at(-1) ?? '')
}

/** Returns the errors of each field when every text of an operation has this value. */
async function faultsOf({ method, path, who, texts }: Operation, value: string): Promise<Record<string, string[]>> {
  const tokens: Record<string, string | null> = {
    operator: everybody.tokens.api_key,
    operator_device: everybody.tokens.operator_device,
    driver: everybody.tokens.driver_device,
    platform: everybody.tokens.platform_key,
    customer: everybody.tokens.trip_link,
  }
  const token = who === undefined ? undefined : (tokens[who] ?? undefined)
  const address = path.replace('{ref}', everybody.customer.ref).replace('{id}', '1')
  const body = bodyOf(texts, value)
  const answer =
    who === 'setup'
      ? await sendRequest(empty, `${method} ${path}`, { token: printedSetupToken(empty), body })
      : await market.call(method, address, { ...(token && { token }), body })
  expect(answer.status, `${method} ${path} ${answer.text}`).toBe(422)
  return answer.json.error.fields
}

test('rejects line breaks and control characters in every text field, except in messages between people', async () => {
  const found = operations()
  const oneLine = found.flatMap(({ texts }) => texts.filter((path) => !isOfSeveralLines(path)))
  const some = ['customer.name', 'legs.0.stops.0.place.label', 'endpoint_url', 'device_name', 'statement_ref']
  expect(oneLine).toEqual(expect.arrayContaining(some))
  for (const operation of found) {
    const checked = operation.texts.filter((path) => !isOfSeveralLines(path))
    if (checked.length === 0) continue
    for (const control of controls) {
      const faults = await faultsOf(operation, `ab${control}c`)
      for (const path of operation.texts) {
        const sentence = `The ${path} field must not contain line breaks or control characters.`
        const what = `${operation.method} ${operation.path} ${path} U+${control.charCodeAt(0).toString(16)}`
        if (checked.includes(path)) expect(faults[path], what).toEqual([sentence])
        else expect(faults[path], what).toBeUndefined()
      }
    }
  }
})

describe('stored control characters', () => {
  const evil = 'Jo\u001b]0;owned\u0007\u009b31m\u202eelaD\nforged line'
  const steering = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

  test('are replaced in the output of the CLI, and escaped in its JSON', async () => {
    const { operator } = everybody
    ok(await operator.post('/webhooks', { label: 'Hooks', endpoint_url: 'https://hooks.example.org/', events: ['job.offered'] }))
    for (const [table, column] of Object.entries({
      operators: 'name',
      users: 'name',
      drivers: 'name',
      credentials: 'name',
      webhook_subscriptions: 'label',
    })) {
      await market.server.change(`UPDATE ${table} SET ${column} = '${evil}'`)
    }

    for (const words of ['user list', 'driver list', 'key list', 'webhook list', 'operator list']) {
      const owner = words === 'operator list' ? [] : ['--operator', operator.ref]
      const { stdout } = await market.server.cli([...words.split(' '), ...owner])
      expect(stdout, words).toContain('Jo\uFFFD]0;owned\uFFFD\uFFFD31m\uFFFDelaD\uFFFDforged line')
      expect(stdout, words).not.toMatch(steering)

      const asJson = await market.server.cli([...words.split(' '), ...owner, '--json'])
      expect(asJson.stdout, words).not.toMatch(steering)
      expect(JSON.stringify(JSON.parse(asJson.stdout)), words).toContain(JSON.stringify(evil).slice(1, -1))
    }
    const removed = await market.server.cli(['user', 'remove', '--email', 'no\u202ebody@dales.example'])
    expect(removed.exitCode).toBe(2)
    expect(removed.stderr).not.toMatch(steering)
  })

  const attempts: readonly string[][] = [
    ['operator', 'create', '--name', evil, '--currency', 'GBP', '--timezone', 'Europe/London'],
    ['user', 'create', '--operator', 'OP-AAAAA', '--email', 'a@b.example', '--role', 'admin', '--name', evil],
    ['key', 'mint', '--platform', '--name', 'two\nlines'],
  ]
  test.each(attempts.map((words) => ({ words })))('are rejected by $words.0 $words.1', async ({ words }) => {
    const { exitCode, stderr } = await market.server.cli(words)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('is not one line of text, without control characters.')
    expect(stderr).not.toMatch(steering)
  })
})
