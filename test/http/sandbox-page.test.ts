import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openFolderLedger } from '../../src/gateways/payments/ledger-folder.ts'
import type { PaymentPage } from '../../src/gateways/payments/payments.ts'
import { createSandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import { type InProcessServer, startInProcess } from '../support/in-process-server.ts'
import { samplePaymentPage } from '../support/sample-payments.ts'

const good = 'pm_card_visa'
const declined = 'pm_card_chargeDeclined'
const secured = 'pm_card_authenticationRequired'
const absent = 'pm_card_chargeCustomerFail'

/** A server with test money. */
async function openPlayDesk(options: Pick<NonNullable<Parameters<typeof startInProcess>[0]>, 'baseUrl' | 'rateLimits'> = {}) {
  const desk = await startInProcess({
    ...{ payments: (folder) => createSandboxPayments(openFolderLedger(join(folder, 'ledger')), 0) },
    ...options,
  })
  const { payments } = desk.app
  if (payments.kind !== 'cards') throw new Error('The desk takes no cards.')
  return Object.assign(desk, { bank: payments })
}

/** A server shared by the tests that need no own server. */
let shared: ReturnType<typeof openPlayDesk> | null = null

function openShared(): ReturnType<typeof openPlayDesk> {
  shared ??= openPlayDesk({ rateLimits: { exchange: 'off' } })
  return shared
}

afterAll(async () => (await shared)?.[Symbol.asyncDispose]())

type PlayDesk = Awaited<ReturnType<typeof openPlayDesk>>

/** A page on a server, as a browser without scripts sees it. */
async function openPage(desk: PlayDesk, differing: Partial<PaymentPage> = {}) {
  const page = samplePaymentPage(differing)
  const { ref, url } = await desk.bank.openPage(page)
  const { pathname } = new URL(url)
  return {
    page,
    ref,
    path: pathname,
    look: (query = '') => ask(desk, 'GET', `${pathname}${query}`),
    send: (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const form = { 'Content-Type': 'application/x-www-form-urlencoded', ...headers }
      return ask(desk, 'POST', pathname, form, new URLSearchParams(fields).toString())
    },
    state: () => desk.bank.readPage(ref),
  }
}

async function ask(desk: InProcessServer, method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const answer = await fetch(`http://127.0.0.1:${desk.port}${path}`, {
    ...{ method, headers, redirect: 'manual' },
    ...(body !== undefined && { body }),
  })
  const { status } = answer
  return { status, headers: answer.headers, location: answer.headers.get('location'), text: await answer.text() }
}

const buttonsIn = (html: string) => [...html.matchAll(/<button [^>]*>([^<]*)<\/button>/g)].map(([, words]) => words)

describe('the page of test money', () => {
  test('shows that no money moves, the purpose, the amount and the consent', async () => {
    const desk = await openShared()
    const { look, page } = await openPage(desk, {
      title: 'Deposit <b>1</b>',
      summary: 'Leeds & York "by coach"',
      consent: 'Dales Coaches may charge £512.00 to this card on 13 December.',
    })
    const { status, headers, text } = await look()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'none'; style-src 'self'")
    expect(headers.get('content-security-policy')).toContain("form-action 'self' http://charabanc.test; frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).not.toContain('<script')
    expect(text).toContain('<title>Deposit &lt;b&gt;1&lt;/b&gt;</title>')
    expect(text).toContain('Test payments: no money moves.')
    expect(text).toContain('Leeds &amp; York &quot;by coach&quot;')
    expect(text).toContain('£128.00')
    expect(text).toContain('Dales Coaches may charge £512.00 to this card on 13 December.')
    expect(text).toContain('This page stays open for 31 minutes.')
    expect(text).toContain(`<a href="${page.backUrl}">Go back without paying</a>`)
    expect(buttonsIn(text)).toEqual([
      'Pay with a card that works',
      'Pay with a card that is declined',
      'Pay with a card that the bank checks',
      'Pay with a card that is declined later',
    ])
  })

  test('is paid once in several tabs, and returns to the trip', async () => {
    const desk = await openShared()
    const { look, send, state, page, path } = await openPage(desk)
    const sent = await Promise.all([send({ card: good }), send({ card: absent }), send({ card: good })])
    for (const { status, location } of sent) expect([status, location]).toEqual([303, page.backUrl])
    const paid = await state()
    expect(paid).toMatchObject({ status: 'paid', amount: 12_800, currencyCode: 'GBP' })
    // A tab opened earlier changes nothing.
    expect((await send({ card: declined })).location).toBe(page.backUrl)
    expect(await state()).toEqual(paid)
    const over = await look()
    expect([over.status, buttonsIn(over.text)]).toEqual([200, []])
    expect(over.text).toContain('<h1>Payment complete</h1>')
    expect(over.text).toContain('You paid £128.00 of test money.')
    expect(over.text).toContain(`<a class="button" href="${page.backUrl}">Back to your trip</a>`)
    expect((await look('?said=declined')).text).not.toContain('declined')
    expect((await ask(desk, 'PUT', path)).status).toBe(405)
  })

  test('stays open after a declined card and shows the reason', async () => {
    const desk = await openShared()
    const { look, send, state, path } = await openPage(desk)
    const sent = await send({ card: declined })
    expect([sent.status, sent.location]).toEqual([303, `${path}?said=declined`])
    const { text } = await look('?said=declined')
    expect(text).toContain('<title>The card was declined · Deposit</title>')
    expect(text).toMatch(/role="alert"[^>]*><strong>The card was declined\.<\/strong> Nothing was charged/)
    expect(buttonsIn(text)).toHaveLength(4)
    expect(await state()).toEqual({ status: 'open' })
    expect((await look('?said=%3Cb%3E')).text).not.toContain('role="alert"')
  })

  test('asks for the bank’s confirmation if the card needs it', async () => {
    const desk = await openShared()
    const { look, send, state, page, path } = await openPage(desk)
    const asked = await send({ card: secured })
    expect([asked.status, asked.location]).toEqual([303, `${path}?card=${secured}`])
    const { text } = await look(`?card=${secured}`)
    expect(text).toContain('<h1>Confirm with your bank</h1>')
    expect(text).toContain('Do you want to pay £128.00 with your card?')
    expect(buttonsIn(text)).toEqual(['Confirm', 'Refuse'])
    expect(buttonsIn((await look(`?card=${good}`)).text)).toHaveLength(4)

    expect((await send({ card: secured, bank: 'refused' })).location).toBe(`${path}?said=bank_refused`)
    expect((await look('?said=bank_refused')).text).toContain('you did not confirm the payment')
    expect(await state()).toEqual({ status: 'open' })
    expect((await send({ card: secured, bank: 'confirmed' })).location).toBe(page.backUrl)
    expect(await state()).toMatchObject({ status: 'paid', card: { method: secured } })
  })

  test('charges nothing if it saves a card', async () => {
    const desk = await openShared()
    const { look, send, state, page } = await openPage(desk, { purpose: 'save_card', title: 'Your card' })
    const { text } = await look()
    expect(text).toContain('No charge now')
    expect(text).not.toContain('£128.00')
    expect(buttonsIn(text)[0]).toBe('Save a card that works')
    expect(text).toContain('Go back without saving a card')
    expect((await send({ card: declined })).location).toEndWith('?said=declined')
    expect((await send({ card: absent })).location).toBe(page.backUrl)
    expect(await state()).toMatchObject({ status: 'saved', card: { method: absent, last4: '0341' } })
    expect((await look()).text).toContain('<h1>Your card is saved</h1>')
  })

  test('shows that it has closed and accepts no card', async () => {
    const desk = await openShared()
    const lapsed = await openPage(desk, { expiresAt: Date.now() })
    const closed = await openPage(desk)
    await desk.bank.closePage(closed.ref, closed.page)
    for (const { look, send, state, page, path } of [lapsed, closed]) {
      const { status, text } = await look()
      expect([status, buttonsIn(text)]).toEqual([200, []])
      expect(text).toContain('<h1>This page has closed</h1>')
      expect(text).toContain(`href="${page.backUrl}">Back to your trip</a>`)
      const sent = await send({ card: good })
      expect([sent.status, sent.location]).toEqual([303, path])
      expect(await state()).toEqual({ status: 'expired' })
    }
  })

  test('is served under a path prefix of the proxy', async () => {
    await using desk = await openPlayDesk({ baseUrl: 'https://coaches.example/coach' })
    const { look, send, path } = await openPage(desk, { backUrl: 'https://coaches.example/coach/trip?back=TR-7K3MQ2' })
    expect(path).toStartWith('/coach/sandbox-page/page_')
    const { text, headers } = await look()
    expect(text).toContain(`action="${path}"`)
    expect(text).toContain('href="/coach/assets/')
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https://coaches.example;")
    expect((await send({ card: declined })).location).toBe(`${path}?said=declined`)
    const [, sheet = ''] = /href="\/coach(\/assets\/[^"]+\.css)"/.exec(text) ?? []
    expect((await ask(desk, 'GET', sheet)).status).toBe(200)
  })
})

describe('an address without a page', () => {
  const odd = [
    'page_0',
    `page_${'0'.repeat(24)}`,
    '%',
    '%00',
    '%ff',
    '..%2f..%2fetc',
    'x'.repeat(5_000),
    '__proto__',
    '%F0%9F%9A%8C',
  ]

  test.each(odd)('is answered with 404 (%#)', async (ref) => {
    const desk = await openShared()
    const nowhere = await ask(desk, 'GET', '/nowhere')
    const answers = [await ask(desk, 'GET', `/sandbox-page/${ref}`)]
    for (const body of ['card=pm_card_visa', '{}']) answers.push(await ask(desk, 'POST', `/sandbox-page/${ref}`, {}, body))
    for (const { status, text } of answers) expect([status, text]).toEqual([404, nowhere.text])
  })

  test('is answered with 404 if payments are not test money', async () => {
    const desk = await openShared()
    await using manual = await startInProcess()
    const { path } = await openPage(desk)
    const nowhere = await ask(manual, 'GET', '/nowhere')
    for (const method of ['GET', 'POST']) {
      const { status, text, headers } = await ask(manual, method, path)
      expect([status, text, headers.get('content-type')]).toEqual([404, nowhere.text, nowhere.headers.get('content-type')])
    }
    expect((await ask(desk, 'GET', '/sandbox-page')).status).toBe(404)
    expect((await ask(desk, 'GET', `${path}/`)).status).toBe(404)
  })
})

describe('a form sent to the page', () => {
  const form = 'application/x-www-form-urlencoded'

  test.each([
    ['', '', 422],
    [form, '', 303],
    [form, 'card=', 303],
    [form, 'card=4242424242424242&bank=confirmed', 303],
    [form, 'card=__proto__&__proto__=1&bank=constructor', 303],
    [form, 'bank=confirmed', 303],
    [form, 'card=pm_card_chargeDeclined&card=pm_card_visa', 303],
    ['application/json', '{"card":"pm_card_visa"}', 422],
    ['multipart/form-data; boundary=x', '--x--', 422],
    [form, 'card=%ff', 422],
    [form, 'card=%00', 422],
    [form, `card=${'x'.repeat(300_000)}`, 413],
    [form, 'a=1&'.repeat(1_200), 422],
  ])('never pays without a card: %s (%#)', async (type, body, status) => {
    const desk = await openShared()
    const { path, state } = await openPage(desk)
    const answer = await ask(desk, 'POST', path, type === '' ? {} : { 'Content-Type': type }, body)
    expect(answer.status).toBe(status)
    if (status === 303) expect(answer.location).toStartWith(`${path}?said=`)
    else {
      expect(answer.headers.get('content-type')).toBe('text/html;charset=utf-8')
      expect(answer.text).toContain(`<a href="${path}">Back to the page</a>`)
    }
    expect(await state()).toEqual({ status: 'open' })
  })

  test('is refused if a page of another site sends it', async () => {
    const desk = await openShared()
    const { send, state } = await openPage(desk)
    expect((await send({ card: good }, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect(await state()).toEqual({ status: 'open' })
    expect((await send({ card: good }, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(303)
  })

  test('does not count if the page does not exist', async () => {
    await using desk = await openPlayDesk({ rateLimits: { exchange: '1/h' } })
    for (let nth = 0; nth < 3; nth++) expect((await ask(desk, 'POST', '/sandbox-page/page_0')).status).toBe(404)
    const unknown = await ask(desk, 'GET', '/sandbox-page/page_0', { Accept: 'text/html' })
    expect([unknown.status, unknown.text.includes('<h1>Page not found</h1>')]).toEqual([404, true])
  })

  test('is refused beyond the rate limit, and the page can still be read', async () => {
    await using desk = await openPlayDesk({ rateLimits: { exchange: '2/h' } })
    const { look, send, path } = await openPage(desk)
    for (let nth = 0; nth < 2; nth++) expect((await send({ card: declined })).status).toBe(303)
    const third = await send({ card: good })
    expect([third.status, Number(third.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(third.text).toMatch(/Too many cards from your network\. Try again in \d+ minutes\./)
    expect(third.text).toContain(`<a href="${path}">`)
    expect((await look()).status).toBe(200)
  })

  test('is logged without the card and the page’s name', async () => {
    await using desk = await openPlayDesk()
    const { look, send, ref } = await openPage(desk)
    await look()
    await send({ card: secured })
    await look(`?card=${secured}`)
    await send({ card: secured, bank: 'confirmed' })
    const log = JSON.stringify(desk.log())
    expect(log).toContain('/sandbox-page/:ref')
    expect(log).not.toContain(ref)
    expect(log).not.toContain('pm_card')
  })
})
