import type { AppContext } from '../src/actions/context.ts'
import { defaultRateLimits } from '../src/domain/rate-limit.ts'
import { loadRoutes } from '../src/http/areas.ts'
import { formatNeeds, type ListedRoute, listRoutes } from '../src/http/route-list.ts'
import { formatFileKey, formatFlag, formatVariable } from '../src/setting.ts'
import { everySetting } from '../src/settings.ts'
import { runInBash } from '../test/support/bash-runner.ts'
import { eventually } from '../test/support/eventually.ts'
import { startServer } from '../test/support/server.ts'

/** Pages with examples that run in this order against one demo. The tour runs against a demo of its own. */
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

/** The tour needs customers that act within seconds. */
export const tourPage = 'docs/tour.md'

export const settingsPage = 'docs/configuration.md'

/** A call in a page and the answer shown for it; `isPart` if the page shows only some members. */
export type Example = { readonly call: string; readonly shown: string | null; readonly isPart: boolean; readonly whole: string }

const block = /```sh\n([^`]*?\bcurl\b[\s\S]*?)```(?:\n+```json( part)?\n([\s\S]*?)```)?/g

/** The examples of a page that a test runs. */
export function examplesIn(page: string): Example[] {
  return [...page.matchAll(block)].map(([whole, call = '', part, shown]) => ({
    whole,
    call,
    shown: shown ?? null,
    isPart: part !== undefined,
  }))
}

/** The address that the pages show, whatever port the demo found. */
const usualAddress = 'http://127.0.0.1:8787'

/** Starts a demo like a reader's in the other terminal; its customers take `pace` seconds to act. */
export async function openDemo(pace: number) {
  const demo = await startServer({ words: ['demo', '--pace', String(pace)] })
  const line = await eventually(() => /^ {2}(export .+)$/m.exec(demo.stdout)?.[1])
  return {
    /** Runs a call and returns its output; repeats a call that waits for a customer until they have acted. */
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

/** The differences between the shown and the received answer: members and kinds of value, not the values. */
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

/** JSON for people: a value that fits on a line has one line. */
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
    const flag = setting.secret ? '–' : `\`--${formatFlag(setting)}\``
    const usual = setting.fallback === null || setting.fallback === '' ? '–' : `\`${setting.fallback}\``
    return `| \`${formatVariable(setting)}\` | ${flag} | \`${formatFileKey(setting)}\` | ${usual} | ${setting.about.replaceAll('|', '\\|')} |`
  })
  return ['| variable | flag | key in the file | default | purpose |', '|---|---|---|---|---|', ...rows].join('\n')
}

const settingsPlace = /(<!-- settings: `bun run docs:config` writes this table -->\n)[\s\S]*?(<!-- end of settings -->)/

/** The page with its current table of settings. */
export function withSettings(page: string): string {
  return page.replace(settingsPlace, (_, before: string, after: string) => `${before}${settingsTable()}\n${after}`)
}

export const routesPage = 'docs/api-routes.md'

const surfaces: readonly (readonly [prefix: string, title: string])[] = [
  ['/api/v1/driver/', "The driver's app: `/api/v1/driver`"],
  ['/driver/v1/', "The driver's own page: `/driver/v1`"],
  ['/api/v1/', "The operator's integration: `/api/v1`"],
  ['/portal/setup/', 'Setup: `/portal/setup`'],
  ['/portal/v1/', "The operator's own people: `/portal/v1`"],
  ['/platform/v1/', 'The platform: `/platform/v1`'],
  ['/customer/v1/', 'The customer: `/customer/v1`'],
  ['/', 'Pages, documents and health'],
]

/** The page that lists every route, written from the routes themselves. */
export async function routesDocument(): Promise<string> {
  const routes = listRoutes(await loadRoutes({} as AppContext))
  const homeOf = ({ path }: ListedRoute) => surfaces.find(([prefix]) => path.startsWith(prefix))
  const parts = surfaces.map((surface) => {
    const rows = routes.filter((route) => homeOf(route) === surface).map(rowOf)
    return `## ${surface[1]}\n\n| method | path | credential | needs | rate limit |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  const limits = Object.entries(defaultRateLimits).map(([bucket, limit]) => `| \`${bucket}\` | \`${limit}\` |`)
  return `<!-- \`bun run docs:routes\` writes this page -->
# Every route

This list is generated from the routes; \`charabanc routes\` prints it too. The [OpenAPI document](openapi.json) describes requests
and answers, and the [handbook](README.md) explains them. Every path answers \`OPTIONS\`, and \`HEAD\` if it answers \`GET\`. To serve
\`/metrics\`, [configure it](operating.md#metrics).

A credential needs all abilities under *needs*. A request for a sign-in link, a code or a new link to a trip also counts against
\`sign_in\`. The key of that limit is the email address or phone number.

${parts.join('\n')}
## Rate limits

The defaults apply per credential, or per IP address without a credential. Change them with \`CHARABANC_LIMIT_…\`
([configuration](configuration.md)):

| rate limit | default |
|---|---|
${limits.join('\n')}
`
}

function rowOf(route: ListedRoute): string {
  const { method, path, who, rateLimits } = route
  const limits = rateLimits.map((bucket) => `\`${bucket}\``).join(', ')
  return `| ${method} | \`${path}\` | ${who} | ${formatNeeds(route) || '–'} | ${limits || '–'} |`
}
