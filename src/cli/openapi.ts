import type { AppContext } from '../actions/context.ts'
import { tagNames } from '../http/openapi-tags.ts'
import { oneWordOf } from '../setting-values.ts'
import { defineConfiguredCommand } from './command.ts'
import { defineOptionalFlag } from './flag.ts'

/** Routes are declared before a server exists. Only a request would use it. */
const unfurnished = {} as AppContext

/** The OpenAPI document of the API. */
export const openApiCommand = defineConfiguredCommand({
  words: 'openapi',
  about:
    'Prints the OpenAPI 3.1 document of the API, as served at /openapi.json. A server also moves the example dates into the future.',
  examples: ['openapi', 'openapi --base-url https://coaches.example > openapi.json', 'openapi --tag Operator'],
  flags: { tag: defineOptionalFlag('TAG', `Only this part of the API: ${tagNames.join(', ')}.`, oneWordOf(...tagNames)) },
  async run({ flags, config, out }) {
    const { loadRoutes } = await import('../http/areas.ts')
    const { describeApi } = await import('../http/openapi.ts')
    const { host, port } = config.listen
    const document = describeApi(await loadRoutes(unfurnished), config.baseUrl ?? `http://${host}:${port}`, flags.tag)
    await out.answer(document, JSON.stringify(document, null, 2))
  },
})
