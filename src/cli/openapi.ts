import type { House } from '../actions/house.ts'
import { configuredCommand } from './command.ts'

/** Routes are declared before anybody is in the house; only a request would look around in it. */
const unfurnished = {} as House

/** The API as a document. */
export const openApiCommand = configuredCommand({
  words: 'openapi',
  about: 'Prints the OpenAPI 3.1 document of the API, the same that a server answers at /openapi.json.',
  examples: ['openapi', 'openapi --base-url https://coaches.example > openapi.json'],
  async run({ config, out }) {
    const { routesOf } = await import('../http/front-desk.ts')
    const { describeApi } = await import('../http/openapi.ts')
    const { host, port } = config.listen
    const document = describeApi(routesOf(unfurnished), config.baseUrl ?? `http://${host}:${port}`)
    await out.answer(document, JSON.stringify(document, null, 2))
  },
})
