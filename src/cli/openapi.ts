import type { AppContext } from '../actions/context.ts'
import { tagNames } from '../http/openapi-tags.ts'
import { oneWordOf } from '../setting-values.ts'
import { configuredCommand } from './command.ts'
import { optional } from './flag.ts'

/** Routes are declared before anybody is in the server; only a request would look around in it. */
const unfurnished = {} as AppContext

/** The API as a document. */
export const openApiCommand = configuredCommand({
  words: 'openapi',
  about:
    'Prints the OpenAPI 3.1 document of the API, as a server answers it at /openapi.json. A server moves the dates of the examples into the future.',
  examples: ['openapi', 'openapi --base-url https://coaches.example > openapi.json', 'openapi --tag Operator'],
  flags: { tag: optional('TAG', `Only this part of the API: ${tagNames.join(', ')}.`, oneWordOf(...tagNames)) },
  async run({ flags, config, out }) {
    const { routesOf } = await import('../http/areas.ts')
    const { describeApi } = await import('../http/openapi.ts')
    const { host, port } = config.listen
    const document = describeApi(await routesOf(unfurnished), config.baseUrl ?? `http://${host}:${port}`, flags.tag)
    await out.answer(document, JSON.stringify(document, null, 2))
  },
})
