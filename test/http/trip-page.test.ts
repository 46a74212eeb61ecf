import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { Window } from 'happy-dom'
import { bankOf } from '../support/bank.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, type Market, ok, openMarket } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

/** Somebody who has opened the page of their trip; `answerOnce` puts words into the server's mouth for one call. */
async function visit(market: Market, token: string) {
  const html = await (await market.server.fetch('/trip')).text()
  const window = new Window({ url: `${market.server.url}/trip#${token}` })
  window.document.write(html)
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  const { document, location } = window
  const calls: string[] = []
  const bodies: Record<string, unknown>[] = []
  const instead = new Map<string, unknown>()
  const ask = async (path: string, init: RequestInit) => {
    const address = new URL(path, `${location.origin}${location.pathname}`)
    const call = `${init.method ?? 'GET'} ${address.pathname}`
    calls.push(call)
    if (typeof init.body === 'string') bodies.push(JSON.parse(init.body))
    const words = instead.get(call)
    instead.delete(call)
    return words === undefined ? fetch(address, init) : { json: async () => words }
  }
  /** The page's clock is the server's. */
  class Then extends Date {
    constructor(...when: [] | [string]) {
      super(when[0] ?? market.now())
    }
  }
  // What the browser would run, with the page's own document and our own ears on its fetch.
  const run = new Function('document', 'location', 'fetch', 'addEventListener', 'setInterval', 'Date', script)
  let look = () => {}
  const every = (work: () => void) => {
    look = work
  }
  run(document, location, ask, window.addEventListener.bind(window), every, Then)
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
  const isShown = (selector: string) => document.querySelector(selector)?.closest('[hidden]') === null
  await eventually(() => isShown('#trip') || text('#news') !== '')
  const press = (words: string) => {
    const buttons = [...document.querySelectorAll('button')].filter((one) => one.closest('[hidden]') === null)
    const button = buttons.find((one) => one.textContent === words)
    if (button === undefined) throw new Error(`there is no button ${words}`)
    button.click()
  }
  return {
    text,
    isShown,
    calls,
    bodies,
    look: () => look(),
    /** Presses the button with these words on it. */
    press,
    buttons: () =>
      [...document.querySelectorAll('button')].filter((one) => one.closest('[hidden]') === null).map((one) => one.textContent),
    choose(selector: string, value: string) {
      const field = document.querySelector(selector) as unknown as { value: string }
      field.value = value
    },
    answerOnce: (call: string, words: unknown) => instead.set(call, words),
    /** Waits for an answer with these words, and says within what it stands. It is in sight and has the focus. */
    async heard(words: string) {
      await eventually(() => text('#answer').includes(words))
      expect(isShown('#answer')).toBe(true)
      expect(document.activeElement?.id).toBe('answer')
      return document.querySelector('#answer')?.parentElement?.id ?? ''
    },
    /** Presses to call the trip off, and says what is asked before it is done. */
    callOff(reason: string) {
      this.choose('#reason', reason)
      document.querySelector('#cancel-form')?.dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }))
      expect(document.activeElement?.id).toBe('confirm-text')
      return text('#confirm-text')
    },
    [Symbol.asyncDispose]: () => window.happyDOM.close(),
  }
}

describe('the page of a trip', () => {
  test('runs nothing but what is in it and asks no one else', async () => {
    const market = await openShared()
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
    const market = await openShared()
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
    expect(page.text('#quote-list')).toContain('driver, VAT')
    expect(page.text('#quote-list')).toContain('With toilet')
    expect(page.isShown('#request')).toBe(false)
  })

  test('asks to book, takes it back, books, and calls the trip off, each answered where it was pressed', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    const quoteId = await operator.quoteId(customer)
    await using page = await visit(market, customer.token)
    const article = `quote-${quoteId}`

    page.press('Ask Dales Coaches to book')
    expect(await page.heard('Asked.')).toBe(article)
    expect(page.text('#request-text')).toMatch(
      /^Dales Coaches has until .* Your card is saved, and charged only when they say yes\.$/,
    )
    expect(page.buttons()).toEqual(['Take the request back', 'Call the trip off'])
    expect(page.text('#cancel-text')).toBe('Nothing is booked yet, so calling off costs nothing.')
    expect(ok(await operator.job(customer)).status).toBe('booking_requested')

    page.press('Take the request back')
    expect(await page.heard('Taken back. Nothing was charged.')).toBe('request-answer')
    expect(ok(await operator.job(customer)).status).toBe('quoted')

    ok(await operator.quote(customer, { availability: 'confirmed' }))
    page.look()
    await eventually(() => page.text('#quote-list button') === 'Book Dales Coaches now')
    expect(page.text('#news')).toBe('This page has changed. Where it stands now: One quote to look at.')
    page.choose('#card', 'pm_card_chargeDeclined')
    page.press('Book Dales Coaches now')
    expect(await page.heard('The card was declined')).toBe(article)

    page.choose('#card', 'pm_card_authenticationRequired')
    page.press('Book Dales Coaches now')
    expect(await page.heard('Your bank wants you to confirm this payment. The coach is held for you until')).toBe(article)
    expect(page.buttons()).toEqual(['Let this quote go', 'Try this card', 'Call the trip off'])
    page.choose('#card', 'pm_card_visa')
    page.press('Try this card')
    expect(await page.heard('Booked with Dales Coaches. Your deposit of £128.00 is paid.')).toBe('quotes-answer')
    expect(page.text('#booking-facts')).toContain('£128.00, paid')
    expect(page.text('#booking-facts')).toMatch(/Still to pay£512\.00, by /)
    expect(page.isShown('#quotes')).toBe(false)
    expect(ok(await operator.job(customer)).status).toBe('won')

    expect(page.text('#cancel-text')).toContain('all of your deposit of £128.00 goes back to your card. That holds until')
    expect(page.callOff('We go by train')).toContain(
      'all of your deposit of £128.00 goes back to your card. This cannot be undone.',
    )
    page.press('No, keep the trip')
    expect(page.isShown('#confirm')).toBe(false)
    expect(ok(await operator.job(customer)).status).toBe('won')

    page.callOff('We go by train')
    page.press('Yes, call it off')
    expect(await page.heard('The trip is called off. All of your deposit of £128.00 ')).toBe('cancel-answer')
    expect(page.text('#booking-facts')).toContain('We go by train')
    expect(page.text('#booking-facts')).not.toContain('Still to pay')
    expect(page.buttons()).toEqual([])
    await eventually(async () => ok(await customer.look()).cancellation.refund_status === 'refunded')
    page.look()
    await eventually(() => page.text('#booking-text') === 'All of your deposit of £128.00 has been sent back to your card.')
    expect(new Set(page.calls.map((call) => call.split('/')[1]))).toEqual(new Set(['customer']))
  })

  test('asks again when what goes back is no longer what was promised', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.bookedTrip(operator, { departsIn: days(28) + hours(1) })
    await using page = await visit(market, customer.token)
    expect(page.callOff('Flu')).toContain('all of your deposit')

    await market.advance(hours(2))
    page.press('Yes, call it off')
    await eventually(() => page.text('#confirm-text').startsWith('What goes back has just changed. '))
    expect(page.text('#confirm-text')).toContain('£64.00 of your deposit of £128.00 goes back')
    expect(ok(await customer.look()).status).toBe('booked')

    page.press('Yes, call it off')
    await page.heard('The trip is called off. £64.00 of your deposit')
    expect(ok(await customer.look()).cancellation.refund_amount).toBe(6_400)
  })

  test('pays no price it did not show: an offer that was changed meanwhile is shown anew first', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const customer = await market.trip([operator])
    await operator.quoteId(customer, { availability: 'confirmed' })
    await using page = await visit(market, customer.token)
    ok(await operator.quote(customer, { availability: 'confirmed', price_amount: 66_000 }))
    expect(page.text('#quote-list .price')).toBe('£640.00')

    page.press('Book Dales Coaches now')
    await page.heard('This quote has changed. Its price is £660.00 now. Nothing is booked')
    expect(page.text('#quote-list .price')).toBe('£660.00')
    expect(market.ledger()).toEqual([])

    page.press('Book Dales Coaches now')
    await eventually(async () => ok(await customer.look()).status === 'booked')
    expect(ok(await customer.look()).booking.price_amount).toBe(66_000)
    expect(page.bodies.map(({ revision }) => revision)).toEqual([1, 2])
  })

  test('says that nothing was charged only where that is known', async () => {
    await using market = await openMarket()
    const operator = await market.operator()
    const bank = bankOf(market)
    const undoing = 'If your card was charged after all, the money goes back to it.'
    const looks = async (customer: { readonly token: string }) => {
      const page = await visit(market, customer.token)
      expect(page.text('main')).toContain('We do not know yet whether your card was charged')
      expect(page.text('#facts')).toContain('Asked; finding out whether your card was charged')
      expect(page.text('#cancel-text')).toBe(`Nothing is booked yet. ${undoing}`)
      return page
    }

    const booking = await market.trip([operator])
    await operator.quoteId(booking, { availability: 'confirmed' })
    const asking = await market.requestedTrip(operator)
    const leaving = await market.requestedTrip(operator)
    bank.breakDown()
    {
      await using page = await visit(market, booking.token)
      page.press('Book Dales Coaches now')
      await page.heard('We do not know yet whether your card was charged')
      expect(page.text('#facts')).toContain('Held for you until')
      expect(page.text('#request-text')).toContain(undoing)
      page.press('Let this quote go')
      await page.heard(`Let go. ${undoing}`)
    }
    for (const trip of [asking, leaving]) expect((await operator.confirm(trip)).status).toBe(409)
    {
      await using page = await looks(asking)
      page.press('Take the request back')
      await page.heard(`Taken back. ${undoing}`)
    }
    await using page = await looks(leaving)
    page.callOff('Flu')
    page.press('Yes, call it off')
    await page.heard(`The trip is called off. Nothing was booked. ${undoing}`)
    bank.recover()
  })

  test('leaves no button for what can no longer be done', async () => {
    const market = await openShared()
    const [dales, moor] = [await market.operator(), await market.operator('Moor Travel')]
    const customer = await market.trip([dales, moor], { departsIn: days(4) })
    await dales.quoteId(customer, { availability: 'confirmed' })
    ok(await customer.request(await moor.quoteId(customer)))
    await using page = await visit(market, customer.token)

    expect(page.buttons()).toEqual(['Take the request back', 'Call the trip off'])
    expect(page.text('#quotes-note')).toContain('first let go of the one you have asked for')
    ok(await moor.reject(customer))
    ok(await dales.withdraw(customer))
    await market.advance(days(3))
    page.look()
    await eventually(() => page.text('#quotes-note').startsWith('No quote is open any more'))
    expect(page.buttons()).toEqual(['Call the trip off'])
    await market.advance(days(2))
    await eventually(async () => ok(await customer.look()).status === 'expired')
    page.look()
    await eventually(() => page.text('#facts').includes('Not booked in time'))
    expect(page.buttons()).toEqual([])
  })

  test('reads why an operator cannot', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const customer = await market.requestedTrip(operator)
    await operator.reject(customer, { reason: 'The coach is in the workshop.' })

    await using page = await visit(market, customer.token)

    expect(page.text('#request-text')).toBe('The operator cannot do it: The coach is in the workshop.')
  })

  test('speaks of transfers, and never of cards, where customers pay by bank', async () => {
    await using market = await openMarket({ payments: 'manual' })
    const operator = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
    const customer = await market.trip([operator])
    await operator.quoteId(customer)
    await using page = await visit(market, customer.token)
    const mustNotSpeakOfCards = () => expect(page.text('main')).not.toMatch(/\bcard\b/i)

    expect(page.isShown('#card')).toBe(false)
    page.press('Ask Dales Coaches to book')
    await page.heard('Asked.')
    expect(page.text('#request-text')).toContain('You pay only after they have said yes.')
    mustNotSpeakOfCards()

    ok(await operator.confirm(customer))
    page.look()
    await eventually(() => page.isShown('#booking'))
    expect(page.text('#booking-text')).toStartWith(
      `Send £128.00 to Dales Coaches by bank transfer, with ${customer.ref} as its reference.`,
    )
    expect(page.text('#booking-text')).toContain('ask Dales Coaches: 0113 496 0000.')
    expect(page.text('#booking-facts')).not.toContain('Still to pay')
    expect(page.buttons()).toEqual(['Let this quote go', 'Call the trip off'])
    mustNotSpeakOfCards()

    ok(await market.platform('POST', `/trips/${customer.ref}/deposit-received`))
    page.look()
    await eventually(() => page.text('#booking-facts').includes('£128.00, paid'))
    expect(page.callOff('Flu')).toContain('all of your deposit of £128.00 goes back to your bank account')
    page.press('Yes, call it off')
    const due = 'All of your deposit of £128.00 will be sent back to your bank account by Dales Coaches.'
    await page.heard(`The trip is called off. ${due}`)
    mustNotSpeakOfCards()
    await market.advance(days(2))
    page.look()
    expect(page.text('#booking-text')).toBe(due)
  })

  test.each(['', 'cbt_nonsense'])('says so when the link is not whole (%s)', async (token) => {
    const market = await openShared()
    await using page = await visit(market, token)

    expect(page.isShown('#trip')).toBe(false)
    expect(page.text('#news')).toMatch(/link/)
  })
})
