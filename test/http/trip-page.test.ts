import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { Window } from 'happy-dom'
import { eventually } from '../support/eventually.ts'
import { type Market, ok, openMarket } from '../support/market.ts'

setDefaultTimeout(60_000)

/** Somebody who has opened the page of their trip. */
async function visit(market: Market, token: string) {
  const html = await (await market.server.fetch('/trip')).text()
  const window = new Window({ url: `${market.server.url}/trip#${token}` })
  window.document.write(html)
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  const { document, location } = window
  const calls: string[] = []
  const ask = (path: string, init: RequestInit) => {
    const address = new URL(path, `${location.origin}${location.pathname}`)
    calls.push(`${init.method ?? 'GET'} ${address.pathname}`)
    return fetch(address, init)
  }
  // What the browser would run, with the page's own document and our own ears on its fetch.
  const run = new Function('document', 'location', 'fetch', 'addEventListener', 'setInterval', script)
  let look = () => {}
  run(document, location, ask, window.addEventListener.bind(window), (work: () => void) => {
    look = work
  })
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
  const isShown = (selector: string) => document.querySelector(selector)?.closest('[hidden]') === null
  await eventually(() => isShown('#trip') || text('#news') !== '')
  return {
    text,
    isShown,
    calls,
    look: () => look(),
    /** Presses the button with these words on it. */
    press(words: string) {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === words && !one.hidden)
      if (button === undefined) throw new Error(`there is no button ${words}`)
      button.click()
    },
    choose(selector: string, value: string) {
      const field = document.querySelector(selector) as unknown as { value: string }
      field.value = value
    },
    submit(selector: string) {
      document.querySelector(selector)?.dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }))
    },
    heard: (words: string) => eventually(() => text('#news').includes(words)),
    [Symbol.asyncDispose]: () => window.happyDOM.close(),
  }
}

describe('the page of a trip', () => {
  test('runs nothing but what is in it and asks nobody else', async () => {
    await using market = await openMarket()
    const response = await market.server.fetch('/trip')
    const html = await response.text()
    const hash = (tag: string) => {
      const inside = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? ''
      return `'sha256-${createHash('sha256').update(inside).digest('base64')}'`
    }

    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain(`default-src 'none'; script-src ${hash('script')}; style-src ${hash('style')}; connect-src 'self'`)
    expect(html).not.toMatch(/https?:\/\//)
    expect(html).not.toMatch(/innerHTML|\son\w+=|style=/)
    expect(html.match(/<(script|style|link|img|iframe)\b/g)).toEqual(['<style', '<script'])
  })

  test('shows the way as it was entered and what it would cost', async () => {
    await using market = await openMarket()
    const operator = await market.operator('Dales <b>Coaches</b>')
    const customer = await market.trip([operator], { notes: 'One very large cake' })
    await operator.quoteId(customer, { price_amount: 64_050, inclusions: ['driver', 'vat'], note: 'With toilet' })

    await using page = await visit(market, customer.token)

    expect(page.text('h1')).toContain('45 passengers')
    expect(page.text('#facts')).toContain(customer.ref)
    expect(page.text('#facts')).toContain('One very large cake')
    expect(page.text('#legs')).toContain('Leeds Town Hall, Leeds, LS1 3AD')
    expect(page.text('#quote-list h3')).toBe('Dales <b>Coaches</b>')
    expect(page.text('#quote-list .price')).toBe('£640.50')
    expect(page.text('#quote-list')).toContain('driver, vat')
    expect(page.text('#quote-list')).toContain('With toilet')
    expect(page.isShown('#request')).toBe(false)
  })

  test('asks to book, takes it back, books, and calls the trip off', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    await operator.quoteId(customer)
    await using page = await visit(market, customer.token)

    page.press('Ask Dales Coaches to book')
    await page.heard('Asked.')
    expect(page.text('#request-text')).toContain('The operator has until')
    expect(ok(await operator.job(customer)).status).toBe('booking_requested')

    page.press('Take the request back')
    await page.heard('Taken back.')
    expect(ok(await operator.job(customer)).status).toBe('quoted')

    ok(await operator.quote(customer, { availability: 'confirmed' }))
    page.look()
    await eventually(() => page.text('#quote-list button') === 'Book Dales Coaches now')
    page.choose('#card', 'pm_card_chargeDeclined')
    page.press('Book Dales Coaches now')
    await page.heard('The card was declined')

    page.choose('#card', 'pm_card_visa')
    page.press('Book Dales Coaches now')
    await page.heard('Done.')
    expect(page.text('#booking-facts')).toContain('deposit paid')
    expect(page.isShown('#quotes')).toBe(false)
    expect(ok(await operator.job(customer)).status).toBe('won')

    page.choose('#reason', 'We go by train')
    page.submit('#cancel-form')
    await page.heard('The trip is called off.')
    expect(page.text('#booking-facts')).toContain('We go by train')
    expect(page.isShown('#cancel')).toBe(false)
    expect(new Set(page.calls.map((call) => call.split('/')[1]))).toEqual(new Set(['customer']))
  })

  test('reads why an operator cannot', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const customer = await market.requestedTrip(operator)
    await operator.reject(customer, { reason: 'The coach is in the workshop.' })

    await using page = await visit(market, customer.token)

    expect(page.text('#request-text')).toBe('The operator cannot do it: The coach is in the workshop.')
  })

  test('offers a transfer where customers pay by bank', async () => {
    await using market = await openMarket({ payments: 'manual' })
    const operator = await market.operator()
    const customer = await market.trip([operator])
    await operator.quoteId(customer, { availability: 'confirmed' })
    await using page = await visit(market, customer.token)

    expect(page.text('#card')).toBe('Bank transfer')
    page.press('Book Dales Coaches now')
    await page.heard('Done.')
    expect(page.text('#booking-facts')).toContain('awaiting transfer')
    expect(page.isShown('#take-back')).toBe(true)
  })

  test.each(['', 'cbt_nonsense'])('says so when the link is not whole (%s)', async (token) => {
    await using market = await openMarket()
    await using page = await visit(market, token)

    expect(page.isShown('#trip')).toBe(false)
    expect(page.text('#news')).toMatch(/link/)
  })
})
