import { afterAll, afterEach, expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { layoutFaults } from './page-layout.ts'
import { isDeepRun } from './test-depth.ts'

/** A time zone that no test operator uses: a page must show the same times wherever it is read. */
const timezoneId = 'Asia/Kolkata'

/** A name of this machine over plain http, which browsers trust less than loopback: `http://coach.lan:PORT`. */
export const lanHostName = 'coach.lan'

/** A desktop, a tablet, and the narrowest phone, which is also a small window at 200 %. */
const sizes = [
  [1440, 900],
  [1024, 768],
  [360, 780],
] as const

/**
 * Whether each page is checked in every size and scheme. Otherwise it is checked in the light scheme, and by axe at desktop size
 * only.
 */
const isLookedAtEverywhere = isDeepRun || Boolean(process.env.CHARABANC_SHOTS)
const looks = sizes.flatMap(([width, height]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, height, colorScheme })),
)

const isByDay = ({ colorScheme }: (typeof looks)[number]) => colorScheme === 'light'

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface VisitWishes {
  readonly scheme?: 'light' | 'dark'
  /** The width in CSS pixels: 360 is the narrowest phone; 1440 by default. */
  readonly width?: number
  readonly height?: number
  /** Whether `@media print` applies. */
  readonly isPrinted?: boolean
  /** Whether scripts are turned off. */
  readonly isWithoutScript?: boolean
}

/** Opens a fresh browser profile at the server with this address: no cookie, no storage, no cache. */
export type OpenBrowserVisit = (url: string, wishes?: VisitWishes) => Promise<BrowserVisit>

/**
 * One Chromium for all tests of the file or `describe` that calls this: `const openVisit = shareBrowser()`, and in a test `await
 * using visit = await openVisit(market.server.url)`. A test fails with any error on its pages that it did not expect.
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

/** The headless shell draws no window, which saves 25 % of the processor time of these tests. */
const chromiumShell = '/usr/bin/chromium-headless-shell'

/** The path of Chromium. Throws if it is missing, so that browser tests are never skipped silently. */
export function chromiumPath(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const path = environment.CHROMIUM ?? (existsSync(chromiumShell) ? chromiumShell : wholeChromium)
  if (!existsSync(path)) {
    throw new Error(`There is no Chromium at ${path}: install Debian's package chromium, or say in CHROMIUM where it is.`)
  }
  return path
}

/** The path of the whole browser: its shell keeps no page in memory to go back to. */
export function wholeChromiumPath(): string {
  return chromiumPath({ CHROMIUM: process.env.CHROMIUM ?? wholeChromium })
}

function launch(): Promise<Browser> {
  // It connects only to this machine, whatever a page requests; the requests are still reported.
  const hosts = `MAP ${lanHostName} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`
  return chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', `--host-resolver-rules=${hosts}`] })
}

let axe: Promise<string> | null = null

/** One person at one browser. `page` is the first of its tabs; `context` opens others. It records every error of its tabs. */
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
      // Chromium repeats the failed response that the handler below reports better.
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

  /** Errors that the test causes on purpose: `visit.expect(/^409: POST .*\/quote$/)`. */
  expect(...troubles: readonly RegExp[]): void {
    this.#expected.push(...troubles)
  }

  /** The unexpected errors on its pages so far: `thrown: …`, `console: …`, `foreign: URL`, `STATUS: METHOD PATH`. */
  unexpected(): readonly string[] {
    return this.#troubles.filter((trouble) => !this.#expected.some((one) => one.test(trouble)))
  }

  /** The findings of axe for WCAG 2.2 AA on the current page, an element a line. */
  async axe(page: Page = this.page): Promise<readonly string[]> {
    axe ??= Bun.file(new URL(import.meta.resolve('axe-core/axe.min.js'))).text()
    await page.evaluate(await axe)
    return page.evaluate(`axe.run({ runOnly: ${JSON.stringify(axeTags)} }).then(({ violations }) => violations.flatMap(
      ({ id, help, nodes }) => nodes.map(({ target, any, all }) => [id, target.join(' '), [...any, ...all][0]?.message ?? help].join(': '))))`)
  }

  /** Overlapping text, text outside its card, and a page wider than its window. */
  layout(page: Page = this.page): Promise<readonly string[]> {
    return layoutFaults(page)
  }

  /**
   * Expects no finding of axe on the current page with its drawer or dialog, in full in every width and both schemes. `bun run
   * screenshots` saves a picture of each under this name. In every width no text overlaps other text or leaves its card, and
   * nothing scrolls sideways. The window has its old size afterwards.
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
        // In a window as tall as the page, the bars at its foot cover nothing that could be scrolled.
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
   * Saves a picture of the whole page, or of the layer over it, in the folder `CHARABANC_SHOTS`; without a folder it does
   * nothing.
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
