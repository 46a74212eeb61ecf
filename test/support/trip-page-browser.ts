import { expect } from 'bun:test'
import type { BrowserVisit, OpenBrowserVisit } from './browser.ts'
import { eventually } from './eventually.ts'
import type { Market } from './market.ts'

/** Sets the clock of every page of the visit to the server's current time. */
export async function useServerClock(visit: BrowserVisit, market: Market): Promise<void> {
  await visit.context.addInitScript(`{
    const Real = Date
    globalThis.ahead = ${market.now() - Date.now()}
    globalThis.Date = class Date extends Real {
      constructor(...parts) { if (parts.length === 0) super(Date.now()); else super(...parts) }
      static now() { return Real.now() + globalThis.ahead }
    }
  }`)
}

/**
 * Opens the page of a trip by its link on a phone: `await using page = await openTripPage(openVisit, market, customer.token)`.
 */
export async function openTripPage(openVisit: OpenBrowserVisit, market: Market, token: string): Promise<TripPage> {
  const visit = await openVisit(market.server.url, { width: 390, height: 844 })
  await useServerClock(visit, market)
  const page = new TripPage(visit, market)
  await visit.page.goto(`/trip#${token}`)
  await visit.page.locator('#trip-shown, #lost').first().waitFor()
  return page
}

/** The customer on the page of their trip. */
export class TripPage implements AsyncDisposable {
  /** Every call of the API: `POST /customer/v1/trip/book`. */
  readonly calls: string[] = []
  readonly bodies: Record<string, unknown>[] = []

  constructor(
    readonly visit: BrowserVisit,
    readonly market: Market,
  ) {
    visit.context.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/customer/')) return
      this.calls.push(`${request.method()} ${pathname}`)
      const body = request.postDataJSON()
      if (body !== null) this.bodies.push(body)
    })
  }

  get #page() {
    return this.visit.page
  }

  /** The text of the first element that a selector finds; empty without one. */
  async text(selector: string): Promise<string> {
    const found = this.#page.locator(selector).first()
    return (await found.count()) === 0 ? '' : ((await found.textContent()) ?? '')
  }

  isShown(selector: string): Promise<boolean> {
    return this.#page.locator(selector).first().isVisible()
  }

  /** Reads the trip again, as the page does every ten seconds. */
  async refresh(): Promise<void> {
    await this.#page.evaluate(
      `ahead = ${this.market.now()} - (Date.now() - ahead); document.dispatchEvent(new Event('visibilitychange'))`,
    )
  }

  /** Refreshes until the page contains the words. */
  async waitForText(selector: string, words: string): Promise<void> {
    await eventually(async () => {
      await this.refresh()
      return (await this.text(selector)).includes(words)
    })
  }

  press(words: string | RegExp): Promise<void> {
    return this.#page.getByRole('button', { name: words, exact: true }).click()
  }

  /** Opens the form of an offer, and agrees to the terms. */
  async choose(words: string): Promise<void> {
    if (await this.#page.getByRole('button', { name: words, exact: true }).isVisible()) await this.press(words)
    await this.#page.getByRole('checkbox').check()
  }

  /** Presses the button that leads to the test money page, and waits for that page. */
  async openPaymentPage(words: string | RegExp): Promise<void> {
    await this.press(words)
    await this.#page.waitForURL(/\/sandbox-page\//)
  }

  /** Chooses this card on the test money page, which leads back to the trip. */
  async takeCard(card = 'a card that works'): Promise<void> {
    await this.#page.getByRole('button', { name: new RegExp(`${card}$`) }).click()
    await this.#back()
  }

  /** Leaves the test money page for the trip without paying. */
  async leavePaymentPage(): Promise<void> {
    await this.#page.getByRole('link', { name: /^Go back without/ }).click()
    await this.#back()
  }

  /** Opens the test money page with a press, and returns with a card that works. */
  async payOnPage(words: string | RegExp): Promise<void> {
    await this.openPaymentPage(words)
    await this.takeCard()
  }

  async #back(): Promise<void> {
    await this.#page.waitForURL(/\/trip#cbt_/)
    await this.#page.locator('#trip-shown').waitFor()
  }

  /** The labels of all buttons, from the top. */
  async buttons(): Promise<string[]> {
    return this.#page.getByRole('button').allTextContents()
  }

  /** Waits for an answer with these words, and returns the element around it. It is visible and has the focus. */
  async waitForAnswer(words: string): Promise<string> {
    await eventually(async () => (await this.text('#answer')).includes(words))
    const [has, place] = await eventually(async () => {
      const found: [string, string] = await this.#page.evaluate(
        "[document.activeElement.id, document.getElementById('answer').parentElement.closest('[id]').id]",
      )
      return found[0] === 'answer' ? found : null
    })
    expect(has).toBe('answer')
    expect(await this.isShown('#answer')).toBe(true)
    return place
  }

  /** Presses the button to cancel the trip, and returns the question before it is done. */
  async callOff(reason: string): Promise<string> {
    await this.#page.locator('#reason').fill(reason)
    await this.press(/^Cancel (booking|request)$/)
    const asked = this.#page.locator('#confirm-text')
    await asked.waitFor()
    await eventually(() => this.#page.evaluate("document.activeElement.id === 'confirm-text'"))
    return (await asked.textContent()) ?? ''
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.visit[Symbol.asyncDispose]()
  }
}
