import type { AppContext } from '../src/actions/context.ts'
import { defaultRateLimits } from '../src/domain/rate-limit.ts'
import { routesOf } from '../src/http/areas.ts'
import { type ListedRoute, listRoutes, needsInWords } from '../src/http/route-list.ts'
import { everySetting, fileKeyOf, flagOf, variableOf } from '../src/settings.ts'
import { runInBash } from '../test/support/bash-runner.ts'
import { eventually } from '../test/support/eventually.ts'
import { startServer } from '../test/support/server.ts'

/** The pages whose examples are run, in the order of the list, against one demo; README's tour has one of its own. */
export const pages = [
  'docs/api.md',
  'docs/me.md',
  'docs/jobs.md',
  'docs/quotes.md',
  'docs/bookings.md',
  'docs/drivers.md',
  'docs/payouts.md',
  'docs/platform.md',
  'docs/customer.md',
  'docs/office.md',
  'docs/amendments.md',
] as const

export const settingsPage = 'docs/configuration.md'

/** A call in a page and the answer shown for it; `isPart` where only some members of the answer are shown. */
export type Example = { readonly call: string; readonly shown: string | null; readonly isPart: boolean; readonly whole: string }

const block = /```sh\n([^`]*?\bcurl\b[\s\S]*?)```(?:\n+```json( part)?\n([\s\S]*?)```)?/g

/** The examples of a page that are to be run. */
export function examplesIn(page: string): Example[] {
  return [...page.matchAll(block)].map(([whole, call = '', part, shown]) => ({
    whole,
    call,
    shown: shown ?? null,
    isPart: part !== undefined,
  }))
}

/** What the pages show, wherever the demo found a free port. */
const usualAddress = 'http://127.0.0.1:8787'

/** A demo as a reader would have it in the other terminal; its customers take `pace` seconds to act. */
export async function openDemo(pace: number) {
  const demo = await startServer({ words: ['demo', '--pace', String(pace)] })
  const line = await eventually(() => /^ {2}(export .+)$/m.exec(demo.stdout)?.[1])
  return {
    /** Runs a call and answers what it printed; what waits for a customer is asked again until they have acted. */
    async run(call: string): Promise<object> {
      const stdout = await eventually(async () => {
        const { exitCode, stdout } = await runInBash(`${line}\n${call}`)
        if (exitCode !== 0) throw new Error(`${call} left with ${exitCode}`)
        return stdout.includes('"no_booking_request"') ? null : stdout
      })
      return JSON.parse(stdout.replaceAll(demo.url, usualAddress))
    },
    [Symbol.asyncDispose]: () => demo[Symbol.asyncDispose](),
  }
}

/** What is different between the answer shown and the one that came: members and kinds of value, not the values. */
export function differences(shown: unknown, came: unknown, isPart: boolean, path = ''): string[] {
  if (shown === null || came === null) return []
  if (Array.isArray(shown) && Array.isArray(came)) {
    return shown.length === 0 || came.length === 0 ? [] : differences(shown[0], came[0], isPart, `${path}[]`)
  }
  if (typeof shown !== typeof came || Array.isArray(shown) !== Array.isArray(came)) return [`${path} is of another kind`]
  if (typeof shown !== 'object' || typeof came !== 'object') {
    return /^error\.code$/.test(path) && shown !== came ? [`${path} is ${came}, not ${shown}`] : []
  }
  const [here, there] = [shown as Record<string, unknown>, came as Record<string, unknown>]
  const missing = Object.keys(here).filter((name) => !Object.hasOwn(there, name))
  const unsaid = isPart ? [] : Object.keys(there).filter((name) => !Object.hasOwn(here, name))
  const inner = (name: string) => differences(here[name], there[name], isPart, path === '' ? name : `${path}.${name}`)
  return [
    ...missing.map((name) => `${path}.${name} is not there any more`),
    ...unsaid.map((name) => `${path}.${name} is not shown`),
    ...Object.keys(here)
      .filter((name) => Object.hasOwn(there, name))
      .flatMap(inner),
  ]
}

/** The members of an answer that the page shows. */
export function partOf(shown: unknown, came: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(came)) {
    return shown.length === 0 ? came : came.slice(0, shown.length).map((item) => partOf(shown[0], item))
  }
  if (typeof shown !== 'object' || shown === null || typeof came !== 'object' || came === null) return came
  const there = came as Record<string, unknown>
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, partOf(value, there[name])]))
}

const widest = 110

/** JSON for people: what fits on a line stands on one. */
export function layOut(value: unknown, indent = ''): string {
  const flat = spaced(value)
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= widest) return flat
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => layOut(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${layOut(item, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${spaced(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** The table of every setting, as the page shows it. */
function settingsTable(): string {
  const rows = everySetting.map(([, setting]) => {
    const flag = setting.secret ? '–' : `\`--${flagOf(setting)}\``
    const usual = setting.fallback === null || setting.fallback === '' ? '–' : `\`${setting.fallback}\``
    return `| \`${variableOf(setting)}\` | ${flag} | \`${fileKeyOf(setting)}\` | ${usual} | ${setting.about.replaceAll('|', '\\|')} |`
  })
  return ['| variable | flag | key in the file | default | what for |', '|---|---|---|---|---|', ...rows].join('\n')
}

const settingsPlace = /(<!-- settings: `bun run docs:config` writes this table -->\n)[\s\S]*?(<!-- end of settings -->)/

/** The page with its table of settings as it should be. */
export function withSettings(page: string): string {
  return page.replace(settingsPlace, (_, before: string, after: string) => `${before}${settingsTable()}\n${after}`)
}

export const routesPage = 'docs/api-routes.md'

const surfaces: readonly (readonly [prefix: string, title: string])[] = [
  ['/api/v1/driver/', "The driver's app: `/api/v1/driver`"],
  ['/driver/v1/', "The driver's own page: `/driver/v1`"],
  ['/api/v1/', "The operator's integration: `/api/v1`"],
  ['/portal/setup/', 'The first run: `/portal/setup`'],
  ['/portal/v1/', "The operator's own people: `/portal/v1`"],
  ['/platform/v1/', 'The platform: `/platform/v1`'],
  ['/customer/v1/', 'The customer: `/customer/v1`'],
  ['/', 'Pages, documents and health'],
]

/** The page that lists every route, written from the routes themselves. */
export async function routesDocument(): Promise<string> {
  const routes = listRoutes(await routesOf({} as AppContext))
  const homeOf = ({ path }: ListedRoute) => surfaces.find(([prefix]) => path.startsWith(prefix))
  const parts = surfaces.map((surface) => {
    const rows = routes.filter((route) => homeOf(route) === surface).map(rowOf)
    return `## ${surface[1]}\n\n| method | path | who | needs | rate limit |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  const limits = Object.entries(defaultRateLimits).map(([bucket, limit]) => `| \`${bucket}\` | \`${limit}\` |`)
  return `<!-- \`bun run docs:routes\` writes this page -->
# Every route

As the routes declare themselves, and as \`charabanc routes\` prints them. What goes in and out is in the
[OpenAPI document](openapi.json), in words in the [handbook](README.md). A path that answers \`GET\` answers \`HEAD\` too, and every
path \`OPTIONS\`. Who wants \`/metrics\` configures it ([operating](operating.md#metrics)).

Every ability under *needs* must be there. Asking for a sign-in link, a code or the lost link of a trip also counts
against \`sign_in\`, for the address or phone it is about.

${parts.join('\n')}
## How high the rate limits are

Unless set otherwise (\`CHARABANC_LIMIT_…\`, [configuration](configuration.md)), per credential, and without one per IP address:

| rate limit | default |
|---|---|
${limits.join('\n')}
`
}

function rowOf(route: ListedRoute): string {
  const { method, path, who, rateLimits } = route
  const limits = rateLimits.map((bucket) => `\`${bucket}\``).join(', ')
  return `| ${method} | \`${path}\` | ${who} | ${needsInWords(route) || '–'} | ${limits || '–'} |`
}
