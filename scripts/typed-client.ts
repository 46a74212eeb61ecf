import { plugin } from 'bun'
import { withoutExamples } from './openapi.ts'

// openapi-typescript prints through the compiler's JavaScript API, which ended with TypeScript 5.
plugin({
  name: 'the compiler that can be called',
  setup(build) {
    build.module('typescript', async () => ({ exports: await import('typescript-5'), loader: 'object' }))
  },
})

const head = '// Made from the OpenAPI document of this release; not written by hand.\n'

/** The types of every call of this document, for openapi-fetch. */
export async function typedClient(document: object): Promise<string> {
  const { default: describeTypes, astToString } = await import('openapi-typescript')
  // A whole example above every type would hide the types.
  return head + astToString(await describeTypes(withoutExamples(document) as Parameters<typeof describeTypes>[0]))
}
