import { parseHeaderMembers } from '../domain/header-list.ts'
import { Refusal } from '../domain/refusal.ts'
import { refuseInvalidField, refuseInvalidFields } from './contracts/fault.ts'
import { isStorable } from './schema.ts'
import { formatUnstorable } from './validation-messages.ts'

/** The largest body, in bytes. */
const bodyLimit = 256 * 1024

/** Greatest depth of a body; its root is 1. */
const deepest = 64

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Refuses unsupported requests: `unsupported_media_type` for a `Content-Encoding`, which this server does not decode, and
 * `expectation_failed` for an `Expect` other than `100-continue`.
 */
export function requireSupportedBody({ headers }: Request): void {
  const encoding = parseHeaderMembers(headers.get('content-encoding')).find((one) => !/^identity$/i.test(one))
  if (encoding !== undefined) {
    const sentence = `The Content-Encoding ${asShown(encoding)} is not supported. Send the body without one.`
    throw new Refusal('unsupported_media_type', sentence)
  }
  const expectation = parseHeaderMembers(headers.get('expect')).find((one) => !/^100-continue$/i.test(one))
  if (expectation !== undefined) {
    throw new Refusal(
      'expectation_failed',
      `The Expect header ${asShown(expectation)} is not supported. Use 100-continue or none.`,
    )
  }
}

/** A word of the caller, quoted for a sentence. */
function asShown(word: string): string {
  return [...word].slice(0, 40).join('')
}

/** A JSON object, or null for a request without a body. */
export type SentBody = Record<string, unknown> | null

/**
 * Reads a JSON object of at most 256 KiB. Refuses `payload_too_large`, or `validation_failed` for `body` if it is not JSON in
 * UTF-8, and for the path of a text that a database cannot store.
 */
export async function readBody(request: Request): Promise<SentBody> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return null
  requireJson(request.headers.get('content-type') ?? '')

  const body = parseJsonBody(bytes)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuseInvalidField('body', 'The body must be a JSON object.')
  refuseUnstorable(body)
  return body as Record<string, unknown>
}

/** The greatest number of fields in a form. An enquiry of ten days with eight stops each has about 800. */
const mostFields = 1_000

/** The fields of a form: for each name its values, in order. */
export type SentForm = Readonly<Record<string, readonly string[]>>

/**
 * Reads a form of a browser, of at most 256 KiB, with line breaks as `\n`. Refuses as `readBody` does: `payload_too_large`, or
 * `validation_failed` for `body` if it is not a form in UTF-8, and for texts that a database cannot store.
 */
export async function readForm(request: Request): Promise<SentForm> {
  const bytes = await readBytes(request)
  if (!/^application\/x-www-form-urlencoded[\t ]*(;.*)?$/i.test((request.headers.get('content-type') ?? '').trim())) {
    throw refuseInvalidField('body', 'Send the body as a form, application/x-www-form-urlencoded.')
  }
  requireUtf8(request.headers.get('content-type') ?? '')
  const sent: Record<string, string[]> = Object.create(null)
  try {
    const pairs = utf8.decode(bytes).split('&', mostFields + 1)
    if (pairs.length > mostFields) throw refuseInvalidField('body', `The body must not have more than ${mostFields} fields.`)
    for (const pair of pairs.filter((one) => one !== '')) {
      const [name = '', ...value] = pair.split('=').map(decodeForm)
      sent[name] ??= []
      sent[name].push(value.join('='))
    }
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    throw refuseInvalidField('body', 'The body must be UTF-8.')
  }
  refuseUnstorable(sent)
  return sent
}

/** Throws if the escaped bytes are not UTF-8. */
function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' ')).replaceAll('\r\n', '\n')
}

/**
 * Reads a text of at most 256 KiB, whatever its media type. Refuses `payload_too_large`, or `validation_failed` for an incomplete
 * text.
 */
export async function readBodyText(request: Request): Promise<string> {
  return new TextDecoder().decode(await readBytes(request))
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > bodyLimit) throw refuseTooLarge()
  if (!request.body) return new Uint8Array()
  try {
    return announced === null ? await countWhileReading(request.body) : await request.bytes()
  } catch (fault) {
    if (fault instanceof Refusal) throw fault
    throw refuseInvalidField('body', 'The body ended before it was complete.')
  }
}

async function countWhileReading(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > bodyLimit) throw refuseTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** JSON has one encoding (RFC 8259, 8.1). Another declared encoding is a mistake, even if the bytes are valid. */
function requireJson(contentType: string): void {
  if (!/^application\/json[\t ]*(;.*)?$/i.test(contentType.trim())) {
    throw refuseInvalidField('body', 'Send the body as JSON, application/json.')
  }
  requireUtf8(contentType)
}

function requireUtf8(contentType: string): void {
  for (const [, name = '', value = ''] of contentType.matchAll(/([^;=\s]+)[\t ]*=[\t ]*("[^"]*"|[^;\t ]*)/g)) {
    if (/^charset$/i.test(name) && !/^("?)utf-?8\1$/i.test(value)) {
      throw refuseInvalidField('body', 'The body must be UTF-8, and its Content-Type must not name another charset.')
    }
  }
}

function parseJsonBody(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw refuseInvalidField('body', 'The body must be UTF-8.')
  }
  if (isTooDeep(text)) throw refuseInvalidField('body', `The body must not nest deeper than ${deepest} levels.`)
  try {
    return JSON.parse(text)
  } catch {
    throw refuseInvalidField('body', 'The body is not well-formed JSON.')
  }
}

/** Counted on the text, before any recursive code reads it. */
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
  const path = findUnstorablePath(body, '')
  if (path !== null) throw refuseInvalidFields({ [path]: [formatUnstorable(path)] })
}

/** The dotted path of the first text, or parent of a key, that cannot be stored. */
function findUnstorablePath(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    if (!isStorable(key)) return path || 'body'
    const found = findUnstorablePath(item, path === '' ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

function refuseTooLarge(): Refusal {
  return new Refusal('payload_too_large', `The body must not be larger than ${bodyLimit} bytes.`)
}
