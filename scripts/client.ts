import { resolve } from 'node:path'
import { plugin } from 'bun'

// Rewrites clients/typescript/charabanc.d.ts (or the file that is named) from docs/openapi.json.

const root = resolve(import.meta.dir, '..')

// openapi-typescript prints through the compiler's JavaScript API, which ended with TypeScript 5.
plugin({
  name: 'the compiler that can be called',
  setup(build) {
    build.module('typescript', async () => ({ exports: await import('typescript-5'), loader: 'object' }))
  },
})
const { default: describeTypes, astToString } = await import('openapi-typescript')

const head = `// Made from docs/openapi.json by \`bun run openapi\`; not written by hand.
`
const document = JSON.parse(await Bun.file(`${root}/docs/openapi.json`).text(), (name, value) =>
  // A whole example above every type would hide the types.
  name === 'example' || name === 'examples' ? undefined : value,
)
const [, , target = `${root}/clients/typescript/charabanc.d.ts`] = process.argv
await Bun.write(target, head + astToString(await describeTypes(document)))
