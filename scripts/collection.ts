// biome-ignore lint/suspicious/noExplicitAny: other programs can write the document
type Document = Record<string, any>

/** The variable of a request's token, by the first scheme of its operation. */
const tokens: Readonly<Record<string, string>> = {
  operator: 'operatorToken',
  operator_device: 'personToken',
  driver: 'driverToken',
  platform: 'platformToken',
  customer: 'customerToken',
  setup: 'setupToken',
}

/** The files of a Bruno collection that holds every operation of this document, by their path in it. */
export function collectionOf(document: Document): Map<string, string> {
  const files = new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name: document.info.title, type: 'collection' }, null, 2)}\n`],
    ['collection.bru', block('docs', document.info.description)],
    ['environments/this machine.bru', environment(document.servers[0].url)],
  ])
  const tags: string[] = document.tags.map(({ name }: { name: string }) => name)
  for (const [nth, tag] of tags.entries()) {
    files.set(
      `${tag}/folder.bru`,
      blocks(block('meta', [`name: ${tag}`, `seq: ${nth + 1}`]), block('docs', document.tags[nth].description)),
    )
    for (const [seq, request] of requestsOf(document, tag).entries()) {
      files.set(`${tag}/${request.operation.operationId}.bru`, written(request, seq + 1, document))
    }
  }
  return files
}

interface Request {
  readonly method: string
  readonly path: string
  readonly operation: Document
}

function requestsOf({ paths }: Document, tag: string): Request[] {
  return Object.entries<Document>(paths).flatMap(([path, methods]) =>
    Object.entries<Document>(methods)
      .map(([method, operation]) => ({ method, path, operation }))
      .filter(({ operation }) => operation.tags.includes(tag)),
  )
}

function written({ method, path, operation }: Request, seq: number, document: Document): string {
  const parameters: Document[] = operation.parameters.map((one: Document) =>
    one.$ref === undefined ? one : document.components.parameters[one.$ref.split('/').at(-1)],
  )
  const among = (place: string) => parameters.filter((one) => one.in === place)
  const token = tokens[Object.keys(operation.security[0] ?? {})[0] ?? '']
  const body = operation.requestBody?.content['application/json'].example
  return blocks(
    block('meta', [`name: ${operation.summary}`, 'type: http', `seq: ${seq}`]),
    block(method, [
      `url: {{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      `body: ${body === undefined ? 'none' : 'json'}`,
      `auth: ${token === undefined ? 'none' : 'bearer'}`,
    ]),
    // A query narrows a list, so it is included but switched off.
    block(
      'params:query',
      among('query').map(({ name, schema }) => {
        const words = document.components.schemas[schema.$ref?.split('/').at(-1)]?.enum
        return `~${name}: ${schema.default ?? words?.[0] ?? ''}`
      }),
    ),
    block(
      'params:path',
      among('path').map(({ name, example }) => `${name}: ${name === 'ref' ? '{{ref}}' : example}`),
    ),
    block(
      'headers',
      among('header').flatMap(({ name }) => (name === 'Idempotency-Key' ? [`${name}: {{$guid}}`] : [])),
    ),
    block('auth:bearer', token === undefined ? [] : [`token: {{${token}}}`]),
    block('body:json', body === undefined ? [] : JSON.stringify(body, null, 2)),
    block('docs', docsOf(operation, document)),
  )
}

/** The callers of a request, and every way in which it can be refused. */
function docsOf({ description, responses }: Document, document: Document): string {
  const refusals = Object.entries<Document>(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, one]) => [status, one.$ref === undefined ? one : document.components.responses[one.$ref.split('/').at(-1)]])
    .flatMap(([status, one]) => one.description.split('\n\n').map((sentence: string) => `- ${status} ${sentence}`))
  return [description, '', ...refusals].join('\n')
}

function environment(baseUrl: string): string {
  const secrets = Object.values(tokens).map((name, nth, all) => `  ${name}${nth < all.length - 1 ? ',' : ''}`)
  return blocks(block('vars', [`baseUrl: ${baseUrl}`, 'ref: TR-7K3MQ2']), `vars:secret [\n${secrets.join('\n')}\n]\n`)
}

/** A block of Bruno's language; empty text without content. */
function block(name: string, content: string | readonly string[]): string {
  const lines = typeof content === 'string' ? content.split('\n') : content
  return lines.length === 0 ? '' : `${name} {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`
}

function blocks(...some: readonly string[]): string {
  return some.filter((one) => one !== '').join('\n')
}
