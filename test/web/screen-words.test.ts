import { describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'

const web = resolve(import.meta.dir, '../../src/web')

/** Folders whose screens the office and the marketplace read. */
const folders = ['portal', 'console', 'plain']

const sources = await Promise.all(
  folders
    .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(web)])
    .sort()
    .map(async (path) => ({ path, code: withoutComments(await Bun.file(`${web}/${path}`).text()) })),
)

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*$/gm, '')
}

/** A text on a screen and its file. */
type ScreenText = { readonly path: string; readonly text: string }

function textsBy(...patterns: readonly RegExp[]): readonly ScreenText[] {
  return sources.flatMap(({ path, code }) =>
    patterns.flatMap((pattern) =>
      [...code.replaceAll('=>', '→').matchAll(pattern)].map((found) => ({
        path,
        text: (found.slice(1).find((group) => group !== undefined) ?? '').replaceAll(/\s+/g, ' ').trim(),
      })),
    ),
  )
}

const value = String.raw`(?:"([^"\n]*)"|'((?:[^'\\\n]|\\.)*)'|\`([^\`]*)\`)`

/** Labels of forms, tables, menus, states and headings: props, members, names of facts and texts of JSX. */
const labels = textsBy(
  new RegExp(String.raw`\b(?:label|legend|title|caption|button|aria-label|placeholder)=\{?${value}`, 'g'),
  new RegExp(String.raw`\b(?:label|name|word|title|button|short)\??: ${value}`, 'g'),
  /\[\s*'([^'\n]+)',/g,
  />\s*([^<>{}=;]*[A-Za-z][^<>{}=;]*?)\s*(?=<|\{)/g,
)

/** Longer texts: help, toasts, empty states, confirmations. */
const sentences = textsBy(
  new RegExp(String.raw`\b(?:help|hint|empty|missing)=\{?${value}`, 'g'),
  new RegExp(String.raw`\b(?:help|says)\??: ${value}`, 'g'),
  new RegExp(String.raw`\b(?:say|showNotice|showRefusal|showNoticeWithUndo|line)\(${value}`, 'g'),
  new RegExp(`[?:] ${value}`, 'g'),
)

/** Words that the screens no longer use, each as a whole label. */
const replaced: ReadonlySet<string> = new Set(
  `leaves|they come back|leaves to come back|comes back|what it is|coordinates|the way|standby|there by|by way of|how many people|what for
occasion|who rings|who rang|who|telephone|reach them|leads the group|who leads the group|their mobile on the day|how many of it
another vehicle|a coach that is not of the fleet|sure|likely|how sure|is the coach sure?|send new version|what was sent
in the price, or not|each hour more|each mile more|good until|you receive|rest|deposit now|what came on top|they want to book
quoted, sure|quoted, likely|waiting for money|they say yes|book it|turn down|needs a driver|waiting for the driver|ready
driver says yes|driver given|on the way|no show|nobody came|called off|call off|call the trip off|how far|last told|seen|give it to
take off|assign, next unstaffed|reports where|reports at|everything has its driver.|not in the app: ring them|off the road
unsafe coach|clear defect|runs out|renew|ring|settle|change wished|what changes|needs the customer’s yes|in|written down from
it has come|sent back|goes back|refund due|send it|money to settle|take it back by a credit note|how it came|numbers
quotes that win|how fast you quote|what the weeks bring|how much coaches are out|empty kilometres|on time at the pickup|the figures
who did what|log|told by sms|no setting off before the coach was checked|when a customer calls off|you keep
a job is closing, hours before|tell me when|webhook parked|mend|wording|taken back|number|e-mail|rest due, days before departure`.split(
    /[|\n]/,
  ),
)

/** Phrases that no text of a screen holds. */
const dialect =
  /\b(by itself|call(?:s|ed)? off|goes back|(?<!clocks )go back|(?:is|are|was|were|been) told|owing|nobody|somebody|whoever|anew|whom|all the same|once more|wish(?:es|ed)?)\b/i

/** The sentences that the screens' specification fixes. */
const fixed: ReadonlySet<string> = new Set(['Make somebody else an admin first.'])

describe('the texts of the office screens', () => {
  test('finds the texts', () => {
    expect(labels.length).toBeGreaterThan(1_000)
    expect(sentences.length).toBeGreaterThan(500)
    expect(labels.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Passengers', 'Cancel booking', 'Vehicle type', 'Reports']),
    )
  })

  test('contains no replaced label', () => {
    // A word in lower case is a code.
    expect(labels.filter(({ text }) => /^[^a-z]/.test(text) && replaced.has(text.toLowerCase()))).toEqual([])
  })

  test('contains no label that begins with who, what, how, where or they', () => {
    expect(labels.filter(({ text }) => /^(?:who|what|how|where|they)\b(?!-)/i.test(text) && / /.test(text))).toEqual([])
  })

  test('names the places of a trip pick-up and drop-off', async () => {
    const legs = withoutComments(await Bun.file(`${web}/office/trip-fields/leg-fields.tsx`).text())
    const named = [...sources, { code: legs }].flatMap(({ code }) =>
      [...code.matchAll(/<(?:BoundPlaceField|LegLine)\b[^>]*?\b(?:label|word)="([^"]*)"/g)].map(([, label]) => label),
    )
    expect(named.length).toBeGreaterThan(5)
    expect([...new Set(named)].sort()).toEqual(['Depot', 'Drop-off', 'Pick-up', 'Stop'])
  })

  test('contains no dialect', () => {
    expect([...labels, ...sentences].filter(({ text }) => dialect.test(text) && !fixed.has(text))).toEqual([])
  })
})
