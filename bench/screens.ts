import { chromium, type Page } from 'playwright-core'
import { personLinkToken } from '../test/support/admin-commands.ts'
import { chromiumPath } from '../test/support/browser.ts'
import { days, hours, ok, openMarket } from '../test/support/market.ts'
import { openOperatorWithCoaches } from '../test/support/operator-with-coaches.ts'
import { addOperatorPerson } from '../test/support/people.ts'
import { tellFirstPaints } from './first-paint.ts'
import { tellPortalReady } from './portal-ready.ts'

// `bun run bench screens` measures the office's heaviest screens in a real browser: the inbox with 1,000 jobs, and the diary of
// 30 coaches over 14 days with 300 trips. It prints the frames a second while each scrolls, beside an empty page in the same
// browser. It prints the processor time of the page's own thread for a frame, which a busy machine does not change; 50 frames a
// second leave it 20 ms. It prints the time from the address to the content. Before that, it prints the first paint of the pages
// of phones, and of the portal without a cache.
const jobCount = 1_000
const coachCount = 30
const tripCount = 300
const scrollSeconds = 2

const write = (line: string) => process.stdout.write(`${line}\n`)

await tellFirstPaints(write)

await using market = await openMarket()
const { desk, fleet, naming, quoted } = await openOperatorWithCoaches(market, coachCount)
await fillInbox()
await fillDiary()

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
await tellPortalReady(browser, market, desk.ref, write)
const context = await browser.newContext({ baseURL: market.server.url, viewport: { width: 1440, height: 900 } })
const page = await context.newPage()
// The server's clock differs from the machine's, and screens show the server's day.
await context.addInitScript(`{
  const Real = Date
  globalThis.Date = class Date extends Real {
    constructor(...parts) { if (parts.length === 0) super(Date.now()); else super(...parts) }
    static now() { return Real.now() + ${market.now() - Date.now()} }
  }
}`)
const { email } = await addOperatorPerson(market, desk.ref, 'admin')
await page.goto(`/portal/sign-in#${await personLinkToken(market.server, email)}`)
await page.getByRole('button', { name: 'Sign in' }).first().click()
await page.getByRole('navigation', { name: 'Main' }).first().waitFor()

const devtools = await context.newCDPSession(page)
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })

await page.goto('/livez')
const { frames: empty } = await scrolled()
write(`nothing: ${empty} frames a second`)
await tell('inbox', '/portal/inbox?filter=all', () =>
  page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().waitFor(),
)
await tell('diary', '/portal/diary?view=vehicles&days=14', () => page.locator('.diary-bar').first().waitFor())
await browser.close()

async function fillInbox(): Promise<void> {
  for (let made = 0; made < jobCount; made += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, nth) => market.trip([desk], { departsIn: days(30) + hours(made + nth) })))
  }
}

async function fillDiary(): Promise<void> {
  for (let made = 0; made < tripCount; made += 10) {
    const trips = Array.from({ length: 10 }, async (_, nth) => {
      const place = made + nth
      // Ten trips for each coach, on ten days; nine hours each.
      const departsIn = days(1 + Math.floor(place / fleet.length)) + hours((place % 5) + 1)
      const vehicle = fleet[place % fleet.length] ?? 0
      const offered = await quoted({ departsIn, quote_by: market.at(hours(12)) }, naming(vehicle))
      ok(await offered.book())
    })
    await Promise.all(trips)
  }
}

/** Measures a screen from its address to its content, and its scrolling. */
async function tell(name: string, path: string, isThere: () => Promise<void>): Promise<void> {
  await page.goto(path)
  await isThere()
  const startedAt = performance.now()
  await page.goto(path)
  await isThere()
  const ms = Math.round(performance.now() - startedAt)
  const { frames, costMs } = await scrolled()
  const share = (frames / empty).toFixed(2)
  write(`${name}: ${frames} frames a second (${share} of nothing), ${costMs.toFixed(1)} ms a frame, there in ${ms} ms`)
}

/** The frames a second of the current page while scrolling, and the processor time of its own thread for each (ms). */
async function scrolled(): Promise<{ readonly frames: number; readonly costMs: number }> {
  const before = await busySeconds()
  const frames = await framesOf(page)
  return { frames, costMs: ((await busySeconds()) - before) * (1000 / (frames * scrollSeconds)) }
}

async function busySeconds(): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** Frames a second over `scrollSeconds`, while everything that scrolls moves up and down and from side to side. */
function framesOf(shown: Page): Promise<number> {
  return shown.evaluate(`new Promise((resolve) => {
    const scrolled = [document.scrollingElement, ...document.querySelectorAll('*')].filter((one) => {
      const { overflowX, overflowY } = getComputedStyle(one)
      const isFrame = one === document.scrollingElement || /auto|scroll/.test(overflowX + overflowY)
      return isFrame && (one.scrollHeight > one.clientHeight + 10 || one.scrollWidth > one.clientWidth + 10)
    })
    const startedAt = performance.now()
    let frames = 0
    const step = (now) => {
      frames++
      const at = (Math.sin((now - startedAt) / 200) + 1) / 2
      for (const one of scrolled) one.scrollTo(at * one.scrollWidth, at * one.scrollHeight)
      if (now - startedAt < ${scrollSeconds * 1000}) requestAnimationFrame(step)
      else resolve(Math.round((frames * 1000) / (now - startedAt)))
    }
    requestAnimationFrame(step)
  })`)
}
