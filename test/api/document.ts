import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { wholeDocument } from '../../scripts/openapi.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads the untyped document
export type Anything = any

/** The document from the code; a test compares it with the executable's. */
export const document: Anything = JSON.parse(JSON.stringify(await wholeDocument()))

/** Every operation of the document, with a name such as `GET /api/v1/jobs`. */
export const operations: readonly {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly operation: Anything
}[] = Object.entries<Anything>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Anything>(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

/** The target of a reference. */
export function resolved(part: Anything): Anything {
  if (part?.$ref === undefined) return part
  const pointer: string[] = part.$ref.slice(2).split('/')
  return pointer.reduce((at, key) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

const openSchema = validator(document)
const closedSchema = validator(closed(document))
const compiled = new Map<string, ValidateFunction>()

/** The faults of a request body, by the document. */
export function faultsOfRequest(method: string, path: string, body: unknown): string[] {
  return faults(openSchema, `#/paths/${escaped(path)}/${method.toLowerCase()}/requestBody/content/application~1json/schema`, body)
}

/** The faults of an answer, by the document. Unknown statuses, headers and members are faults. */
export function faultsOfAnswer(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; text: string },
): string[] {
  const name = `${method} ${path} ${answer.status}`
  const answers = document.paths[path]?.[method.toLowerCase()]?.responses
  const described = resolved(answers?.[answer.status])
  if (described === undefined) return [`${name}: is not in the document`]
  const known = Object.keys(described.headers ?? {}).map((header) => header.toLowerCase())
  const unknown = worthDescribing.filter((header) => answer.headers.has(header) && !known.includes(header))
  const missing = Object.entries<Anything>(described.headers ?? {})
    .filter(([header, description]) => resolved(description).required && !answer.headers.has(header))
    .map(([header]) => header)
  return [
    ...unknown.map((header) => `${name}: the header ${header} is not in the document`),
    ...missing.map((header) => `${name}: the header ${header} is missing`),
    ...faultsOfBody(name, path, method, answer),
  ]
}

const worthDescribing = Object.keys(document.components.headers).map((header) => header.toLowerCase())

function faultsOfBody(
  name: string,
  path: string,
  method: string,
  { status, headers, text }: { status: number; headers: Headers; text: string },
) {
  const here = document.paths[path][method.toLowerCase()].responses[status]
  if (resolved(here).content === undefined) return text === '' ? [] : [`${name}: has a body`]
  if (!(headers.get('Content-Type') ?? '').startsWith('application/json')) return [`${name}: is no JSON`]
  const pointer = here.$ref ?? `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`
  const body = JSON.parse(text)
  return [
    ...faults(closedSchema, `${pointer}/content/application~1json/schema`, body).map((fault) => `${name}: ${fault}`),
    ...(status >= 400 && !codesOf(here).includes(body.error?.code)
      ? [`${name}: ${body.error?.code} is not among its codes`]
      : []),
  ]
}

/** The error codes of this answer of an operation. */
export function codesOf(answer: Anything): string[] {
  return Object.keys(resolved(answer).content['application/json'].examples)
}

/** The faults of an example of an answer, by the schema at this pointer. */
export function faultsOfExample(pointer: string, value: unknown): string[] {
  return faults(closedSchema, `${pointer}/content/application~1json/schema`, value)
}

/** The faults of an answer by the document itself, which allows new members and words. */
export function faultsByDocument(pointer: string, value: unknown): string[] {
  return faults(openSchema, `${pointer}/content/application~1json/schema`, value)
}

/** A path in the form of a JSON pointer within a URL. */
export function escaped(path: string): string {
  return path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
}

function faults(ajv: Ajv2020, pointer: string, value: unknown): string[] {
  const key = `${ajv === openSchema} ${pointer}`
  const validate = compiled.get(key) ?? ajv.compile({ $ref: `api${pointer}` })
  compiled.set(key, validate)
  return validate(value) ? [] : (validate.errors ?? []).map(inWords)
}

function inWords({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`
}

function validator(whole: object): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv.addSchema(whole, 'api')
}

/** The document without additional members and words. */
function closed(part: Anything): Anything {
  if (Array.isArray(part)) return part.map(closed)
  if (typeof part !== 'object' || part === null) return part
  if (isOpenEnumeration(part)) return { anyOf: part.anyOf.filter(({ type }: Anything) => type !== 'string') }
  const closedPart = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]))
  const isOpen = part.type === 'object' && part.properties !== undefined && part.additionalProperties === undefined
  return isOpen ? { ...closedPart, additionalProperties: false } : closedPart
}

/** Whether a schema is an enumeration of an answer, which allows other texts. */
export function isOpenEnumeration({ anyOf = [] }: Anything): boolean {
  return anyOf.some((one: Anything) => resolved(one).enum) && anyOf.some(({ type }: Anything) => type === 'string')
}
