import { chromium } from 'playwright-core'
import { chromiumPath } from '../test/support/browser.ts'
import { openMarket } from '../test/support/market.ts'

/** The pages. The first is nearly empty and shows the load of the machine. */
const pages = ['/livez', '/driver', '/trip', '/enquire']
const runs = 7

/**
 * Prints the first paint of the pages that people open on a phone (ms), repeatedly in a fresh profile with the CPU slowed four
 * times. Each page has a line with the median and the slowest.
 */
export async function tellFirstPaints(write: (line: string) => void): Promise<void> {
  await using market = await openMarket()
  // The form shows the only operator.
  await market.operator('Dales Coaches')
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  for (const path of pages) {
    const paints: number[] = []
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({ baseURL: market.server.url, viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.goto(path)
      paints.push(
        await page.evaluate(`new Promise((resolve) => {
          const told = (list) => {
            const paint = list.getEntries().find(({ name }) => name === 'first-contentful-paint')
            if (paint) resolve(Math.round(paint.startTime))
          }
          new PerformanceObserver(told).observe({ type: 'paint', buffered: true })
        })`),
      )
      await context.close()
    }
    paints.sort((one, other) => one - other)
    write(`${path}: first paint after ${paints[runs >> 1]} ms with the CPU slowed four times (slowest ${paints.at(-1)} ms)`)
  }
  await browser.close()
}
