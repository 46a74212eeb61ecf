import { afterAll, afterEach, expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { layoutFaults } from './page-layout.ts'
import { isDeepRun } from './test-depth.ts'

/** Not the time zone of any operator of a test: what a page tells must not depend on where it is read. */
const timezoneId = 'Asia/Kolkata'

/** A name of this machine over plain http, where browsers trust less than on loopback: `http://coach.lan:PORT`. */
export const lanHostName = 'coach.lan'

/** A desk, a tablet, and the narrowest phone, which is also a small window at 200 %. */
const sizes = [
  [1440, 900],
  [1024, 768],
  [360, 780],
] as const

/** Each page is looked at in every one of these in full and for pictures; else by day, and by axe at the desk only. */
const isLookedAtEverywhere = isDeepRun || Boolean(process.env.CHARABANC_SHOTS)
const looks = sizes.flatMap(([width, height]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, height, colorScheme })),
)

const isByDay = ({ colorScheme }: (typeof looks)[number]) => colorScheme === 'light'

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface VisitWishes {
  readonly scheme?: 'light' | 'dark'
  /** In CSS pixels: 360 is the narrowest phone; 1440 without it. */
  readonly width?: number
  readonly height?: number
  /** On paper, as `@media print` has it. */
  readonly isPrinted?: boolean
  /** As a browser has it whose owner has turned scripts off. */
  readonly isWithoutScript?: boolean
}

/** Opens a fresh browser profile at the server with this address: no cookie, no storage, nothing cached. */
export type OpenBrowserVisit = (url: string, wishes?: VisitWishes) => Promise<BrowserVisit>

/**
 * One Chromium for all tests of the file or `describe` that calls this: `const openVisit = shareBrowser()`, and in a test
 * `await using visit = await openVisit(market.server.url)`. A test fails with whatever trouble its pages had and it did not expect.
 */
export function shareBrowser(): OpenBrowserVisit {
  let launching: Promise<Browser> | null = null
  let visits: BrowserVisit[] = []
  afterEach(() => {
    const troubles = visits.flatMap((visit) => visit.unexpected())
    visits = []
    expect(troubles).toEqual([])
  })
  afterAll(async () => {
    const browser = await launching
    launching = null
    await browser?.close()
  })
  return async (url, { scheme = 'light', width = 1440, height = 900, isPrinted = false, isWithoutScript = false } = {}) => {
    launching ??= launch()
    const context = await (await launching).newContext({
      baseURL: url,
      viewport: { width, height },
      hasTouch: width < 600,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      javaScriptEnabled: !isWithoutScript,
      locale: 'en-GB',
      timezoneId,
    })
    const page = await context.newPage()
    if (isPrinted) await page.emulateMedia({ media: 'print' })
    const visit = new BrowserVisit(context, page, url)
    visits.push(visit)
    return visit
  }
}

/** The whole browser. */
const wholeChromium = '/usr/bin/chromium'

/** Its shell has no window of its own to draw, which takes a quarter of the processor's time from a run of these tests. */
const chromiumShell = '/usr/bin/chromium-headless-shell'

/** Where Chromium is. Throws where there is none: what only a browser can show is never left out in silence. */
export function chromiumPath(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const path = environment.CHROMIUM ?? (existsSync(chromiumShell) ? chromiumShell : wholeChromium)
  if (!existsSync(path)) {
    throw new Error(`There is no Chromium at ${path}: install Debian's package chromium, or say in CHROMIUM where it is.`)
  }
  return path
}

/** The same of the whole browser: its shell keeps no page in memory to go back to. */
export function wholeChromiumPath(): string {
  return chromiumPath({ CHROMIUM: process.env.CHROMIUM ?? wholeChromium })
}

function launch(): Promise<Browser> {
  // It never looks further than this machine, whatever a page asks for; what it asks for is told all the same.
  const hosts = `MAP ${lanHostName} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`
  return chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', `--host-resolver-rules=${hosts}`] })
}

let axe: Promise<string> | null = null

/** One person at one browser. `page` is the first of its tabs; `context` opens others. Everything its tabs complain of is kept. */
export class BrowserVisit implements AsyncDisposable {
  readonly #troubles: string[] = []
  readonly #expected: RegExp[] = []

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly url: string,
  ) {
    context.on('weberror', (fault) => this.#troubles.push(`thrown: ${fault.error().message}`))
    context.on('console', (said) => {
      // Chromium says once more what the response below says better.
      if (said.type() !== 'error' || said.text().startsWith('Failed to load resource')) return
      this.#troubles.push(`console: ${said.text()}`)
    })
    context.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      const isOwn = host === new URL(url).host || ['data:', 'blob:', 'tel:'].includes(protocol)
      if (!isOwn) this.#troubles.push(`foreign: ${request.url()}`)
    })
    context.on('response', (response) => {
      if (response.status() < 400) return
      const { pathname, search } = new URL(response.url())
      this.#troubles.push(`${response.status()}: ${response.request().method()} ${pathname}${search}`)
    })
  }

  /** Trouble that the test makes on purpose: `visit.expect(/^409: POST .*\/quote$/)`. */
  expect(...troubles: readonly RegExp[]): void {
    this.#expected.push(...troubles)
  }

  /** What has gone wrong on its pages so far: `thrown: …`, `console: …`, `foreign: URL`, `STATUS: METHOD PATH`. */
  unexpected(): readonly string[] {
    return this.#troubles.filter((trouble) => !this.#expected.some((one) => one.test(trouble)))
  }

  /** What axe finds against WCAG 2.2 AA on the page as it stands, an element in a line; empty is what is wanted. */
  async axe(page: Page = this.page): Promise<readonly string[]> {
    axe ??= Bun.file(new URL(import.meta.resolve('axe-core/axe.min.js'))).text()
    await page.evaluate(await axe)
    return page.evaluate(`axe.run({ runOnly: ${JSON.stringify(axeTags)} }).then(({ violations }) => violations.flatMap(
      ({ id, help, nodes }) => nodes.map(({ target, any, all }) => [id, target.join(' '), [...any, ...all][0]?.message ?? help].join(': '))))`)
  }

  /** Text over text, text outside its card, and a page wider than its window; empty is what is wanted. */
  layout(page: Page = this.page): Promise<readonly string[]> {
    return layoutFaults(page)
  }

  /**
   * The page as it stands (a drawer or dialog with it), in full in every width and both schemes: axe finds nothing, and `bun run
   * screenshots` keeps a picture of each under this name. In every width no text lies over other text or leaves its card, and nothing
   * scrolls sideways. The window is as wide as before afterwards.
   */
  async expectAccessible(name: string, page: Page = this.page): Promise<void> {
    const before = page.viewportSize() ?? { width: 1440, height: 900 }
    for (const { width, height, colorScheme } of isLookedAtEverywhere ? looks : looks.filter(isByDay)) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      const look = `${name}-${width}-${colorScheme}`
      await this.takeScreenshot(look, page)
      const isReadByAxe = isLookedAtEverywhere ? width !== 1024 : width === 1440
      if (isReadByAxe) {
        // In a window as tall as the page nothing lies under the bars at its foot that could be scrolled from there.
        const tall: number = await page.evaluate('document.documentElement.scrollHeight')
        await page.setViewportSize({ width, height: Math.max(height, tall) })
        const found = await this.axe(page)
        expect({ look, found }).toEqual({ look, found: [] })
      }
      expect({ look, layout: await this.layout(page) }).toEqual({ look, layout: [] })
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(before)
  }

  /**
   * Keeps a picture of the whole page for people to look at, or of what lies over it, in the folder `CHARABANC_SHOTS`; without one
   * it does nothing.
   */
  async takeScreenshot(name: string, page: Page = this.page): Promise<void> {
    const folder = process.env.CHARABANC_SHOTS
    if (!folder) return
    const isCovered = (await page.getByRole('dialog').count()) > 0
    if (!isCovered) await page.evaluate('scrollTo(0, 0)')
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !isCovered })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close()
  }
}
