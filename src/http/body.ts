import { membersOf } from '../domain/header-list.ts'
import { Refusal } from '../domain/refusal.ts'
import { invalidField, invalidFields } from './contracts/fault.ts'
import { isStorable } from './schema.ts'
import { unstorableSentence } from './validation-messages.ts'

/** The largest body, in bytes. */
const bodyLimit = 256 * 1024

/** Greatest depth to which a body may nest; its root is 1. */
const deepest = 64

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Refuses a request that asks for what this server does not do: `unsupported_media_type` for a `Content-Encoding`, which it does not
 * decode, and `expectation_failed` for an `Expect` other than `100-continue`.
 */
export function mustBeSupported({ headers }: Request): void {
  const encoding = membersOf(headers.get('content-encoding')).find((one) => !/^identity$/i.test(one))
  if (encoding !== undefined) {
    const sentence = `The Content-Encoding ${asShown(encoding)} is not supported. Send the body without one.`
    throw new Refusal('unsupported_media_type', sentence)
  }
  const expectation = membersOf(headers.get('expect')).find((one) => !/^100-continue$/i.test(one))
  if (expectation !== undefined) {
    throw new Refusal(
      'expectation_failed',
      `The Expect header ${asShown(expectation)} is not supported. Use 100-continue or none.`,
    )
  }
}

/** A word of the caller's own in a sentence. */
function asShown(word: string): string {
  return [...word].slice(0, 40).join('')
}

/** A JSON object, or null for a request that came without any body. */
export type SentBody = Record<string, unknown> | null

/**
 * Reads a JSON object of at most 256 KiB. Refuses `payload_too_large`, or `validation_failed` for `body` when it is anything
 * else than JSON in UTF-8, and for the path of a text that no database keeps faithfully.
 */
export async function readBody(request: Request): Promise<SentBody> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return null
  mustBeJson(request.headers.get('content-type') ?? '')

  const body = parse(bytes)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('body', 'The body must be a JSON object.')
  refuseUnstorable(body)
  return body as Record<string, unknown>
}

/** The most fields that a form may have. */
const mostFields = 100

/** The fields of a form: for each name what was sent under it, in its order. */
export type SentForm = Readonly<Record<string, readonly string[]>>

/**
 * Reads a form as browsers send one, of at most 256 KiB, its line breaks as `\n`. Refuses as `readBody` does: `payload_too_large`, or
 * `validation_failed` for `body` when it is anything else than a form in UTF-8, and for what no database keeps faithfully.
 */
export async function readForm(request: Request): Promise<SentForm> {
  const bytes = await readBytes(request)
  if (!/^application\/x-www-form-urlencoded[\t ]*(;.*)?$/i.test((request.headers.get('content-type') ?? '').trim())) {
    throw invalidField('body', 'The body must be a form, sent as application/x-www-form-urlencoded.')
  }
  mustBeUtf8(request.headers.get('content-type') ?? '')
  const sent: Record<string, string[]> = Object.create(null)
  try {
    const pairs = utf8.decode(bytes).split('&', mostFields + 1)
    if (pairs.length > mostFields) throw invalidField('body', `The body must not have more than ${mostFields} fields.`)
    for (const pair of pairs.filter((one) => one !== '')) {
      const [name = '', ...value] = pair.split('=').map(decoded)
      sent[name] ??= []
      sent[name].push(value.join('='))
    }
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    throw invalidField('body', 'The body must be UTF-8.')
  }
  refuseUnstorable(sent)
  return sent
}

/** Throws where what is escaped is no UTF-8. */
function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' ')).replaceAll('\r\n', '\n')
}

/** Reads a text of at most 256 KiB, whatever it says it is. Refuses `payload_too_large`, or `validation_failed` for one that is not whole. */
export async function readText(request: Request): Promise<string> {
  return new TextDecoder().decode(await readBytes(request))
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > bodyLimit) throw tooLarge()
  if (!request.body) return new Uint8Array()
  try {
    return announced === null ? await countWhileReading(request.body) : await request.bytes()
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    throw invalidField('body', 'The body ended before it was complete.')
  }
}

async function countWhileReading(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > bodyLimit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** JSON has one encoding (RFC 8259, 8.1): who announces another has made a mistake, even where the bytes would do. */
function mustBeJson(contentType: string): void {
  if (!/^application\/json[\t ]*(;.*)?$/i.test(contentType.trim())) {
    throw invalidField('body', 'The body must be JSON, sent as application/json.')
  }
  mustBeUtf8(contentType)
}

function mustBeUtf8(contentType: string): void {
  for (const [, name = '', value = ''] of contentType.matchAll(/([^;=\s]+)[\t ]*=[\t ]*("[^"]*"|[^;\t ]*)/g)) {
    if (/^charset$/i.test(name) && !/^("?)utf-?8\1$/i.test(value)) {
      throw invalidField('body', 'The body must be UTF-8, and its Content-Type must not name another charset.')
    }
  }
}

function parse(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalidField('body', 'The body must be UTF-8.')
  }
  if (isTooDeep(text)) throw invalidField('body', `The body must not nest deeper than ${deepest} levels.`)
  try {
    return JSON.parse(text)
  } catch {
    throw invalidField('body', 'The body is not well-formed JSON.')
  }
}

/** Counted on the text, before anything that recurses sees it. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === 0x5c) index++
      else if (code === 0x22) isInString = false
    } else if (code === 0x22) isInString = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

function refuseUnstorable(body: object): void {
  const path = pathOfUnstorable(body, '')
  if (path !== null) throw invalidFields({ [path]: [unstorableSentence(path)] })
}

/** The dotted path of the first text, or of what holds the first key, that cannot be kept. */
function pathOfUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    if (!isStorable(key)) return path || 'body'
    const found = pathOfUnstorable(item, path === '' ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

function tooLarge(): Refusal {
  return new Refusal('payload_too_large', `The body must not be larger than ${bodyLimit} bytes.`)
}
