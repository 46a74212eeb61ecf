import { describe, expect, test } from 'bun:test'
import { driverLinkToken } from '../support/admin-commands.ts'
import { shareBrowser } from '../support/browser.ts'
import { ok } from '../support/market.ts'
import { exchangeLinkToken } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()
const openVisit = shareBrowser()

describe('the sign-in page', () => {
  test('signs a driver in by a link and its button', async () => {
    const market = await openShared()
    const dales = await market.operator()
    const id = await dales.driver()
    const link = await driverLinkToken(market.server, dales.ref, id)
    await using visit = await openVisit(market.server.url)
    const { page } = visit

    await page.goto(`/sign-in#${link}`)
    await page.reload()
    await page.getByLabel('Device name').fill('Pat’s phone')
    await page.getByRole('button', { name: 'Sign in' }).first().click()
    await page.getByText('You are signed in on Pat’s phone.').waitFor()

    const token = await page.getByLabel('Your token').inputValue()
    expect(ok(await market.call('GET', '/api/v1/driver/me', { token })).id).toBe(id)
    expect(page.url()).toBe(`${market.server.url}/sign-in`)
    expect((await exchangeLinkToken(market, link)).status).toBe(401)
  })

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 360],
    ['dark', 360],
  ] as const)('passes the accessibility checks, %s, %d px', async (scheme, width) => {
    const market = await openShared()
    await using visit = await openVisit(market.server.url, { scheme, width })

    for (const hash of ['', '#cbl_x']) {
      await visit.page.goto('about:blank')
      await visit.page.goto(`/sign-in${hash}`)
      await visit.page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(await visit.axe()).toEqual([])
      expect(await visit.layout()).toEqual([])
      await visit.takeScreenshot(`sign-in-page${hash === '' ? '' : '-link'}-${width}-${scheme}`)
    }
  })
})
