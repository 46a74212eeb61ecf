import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { Window } from 'happy-dom'
import { eventually } from '../support/eventually.ts'
import { addOperatorPerson, codeIn, exchangeLinkToken, messagesTo } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

test('keeps a link valid however often scanners open its page', async () => {
  const market = await openShared()
  const operator = await market.operator()
  const { email } = await addOperatorPerson(market, operator.ref)
  const { token, url } = await market.server.cliJson<{ token: string; url: string }>(['user', 'link', '--email', email])
  expect(url).toBe(`${market.server.url}/portal/sign-in#${token}`)

  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
    await fetch(url, { method })
    await fetch(`${market.server.url}/sign-in#${token}`, { method })
    await fetch(`${market.server.url}/sign-in?token=${token}`, { method })
    await fetch(`${market.server.url}/api/v1/auth/exchange?token=${token}`, { method: 'GET' })
  }

  expect((await exchangeLinkToken(market, token)).status).toBe(201)
})

test('allows the page only its own script and requests to this server', async () => {
  const { server } = await openShared()
  const response = await server.fetch('/sign-in')
  const html = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(policy).toStartWith("default-src 'none'; script-src 'sha256-")
  expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toMatch(/unsafe|\*|http/)
  expect(html).not.toMatch(/https?:\/\/|src=|@import|url\(/)
  expect(html.match(/<script|<style/g)).toHaveLength(2)
  expect((await server.fetch('/sign-in', { method: 'HEAD' })).headers.get('content-security-policy')).toBe(policy)
  expect((await server.fetch('/sign-in', { method: 'POST' })).status).toBe(405)
})

/** A minimal browser for the page's script: elements with a few properties, and a fetch that returns `answers`. */
function browse(script: string, hash: string, answers: { status: number; json: unknown }) {
  type Listener = (event: { preventDefault(): void }) => Promise<void>
  const element = () => ({
    hidden: true,
    value: '',
    textContent: '',
    disabled: false,
    listeners: new Map<string, Listener>(),
    addEventListener(name: string, listener: Listener) {
      this.listeners.set(name, listener)
    },
    button: null as { disabled: boolean; focus(): void } | null,
    querySelector() {
      this.button ??= { disabled: false, focus: () => {} }
      return this.button
    },
    children: [] as unknown[],
    replaceChildren(...children: unknown[]) {
      this.children = children
    },
    querySelectorAll() {
      return this.children
    },
    focus: () => {},
    select: () => {},
  })
  const elements = new Map<string, ReturnType<typeof element>>()
  const byId = (id: string) => elements.getOrInsertComputed(id, element)
  const asked: { path: string; body: unknown }[] = []
  const world = {
    document: { getElementById: byId, createElement: element },
    location: { hash, pathname: '/sign-in' },
    history: { replaceState: () => {} },
    navigator: {},
    addEventListener: () => {},
    fetch: async (path: string, init: { body: string }) => {
      asked.push({ path, body: JSON.parse(init.body) })
      return { status: answers.status, json: async () => answers.json }
    },
  }
  new Function(...Object.keys(world), script)(...Object.values(world))
  const submit = (id: string) => byId(id).listeners.get('submit')?.({ preventDefault: () => {} })
  const shown = () => ['exchange', 'choice', 'ask', 'issued'].filter((id) => !byId(id).hidden)
  const choices = () => byId('choice').children as ReturnType<typeof element>[]
  return { byId, asked, submit, shown, choices, answers }
}

test('exchanges the link, shows the token once, and offers a new link after a refusal', async () => {
  const { server } = await openShared()
  const html = await (await server.fetch('/sign-in')).text()
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []

  const good = browse(script, '#cbl_x', { status: 201, json: { data: { token: 'cbo_new', device_name: 'Desk' } } })
  expect([good.shown(), good.asked]).toEqual([['exchange'], []])
  good.byId('device').value = ' Desk '
  await good.submit('exchange')
  expect(good.asked).toEqual([{ path: 'api/v1/auth/exchange', body: { token: 'cbl_x', device_name: 'Desk' } }])
  expect([good.shown(), good.byId('token').value]).toEqual([['issued'], 'cbo_new'])
  expect(good.byId('news').textContent).toBe('You are signed in on Desk.')

  const refused = browse(script, '#cbl_x', { status: 401, json: { error: { message: 'It is over.' } } })
  await refused.submit('exchange')
  expect([refused.shown(), refused.byId('news').textContent]).toEqual([['exchange', 'ask'], 'It is over.'])

  const bare = browse(script, '', { status: 202, json: { message: 'On its way.' } })
  expect(bare.shown()).toEqual(['exchange', 'ask'])
  bare.byId('email').value = 'jo@dales.example'
  await bare.submit('ask')
  expect(bare.asked).toEqual([{ path: 'api/v1/auth/link', body: { email: 'jo@dales.example' } }])
  expect(bare.byId('news').textContent).toBe('On its way.')
})

test('signs a driver in by phone, and asks for the operator if several have the number', async () => {
  const market = await openShared()
  const phone = '07700 900111'
  const [dales, moor] = [await market.operator(), await market.operator('Moor Travel')]
  for (const operator of [dales, moor]) await operator.driver({ phone })
  const window = new Window({ url: `${market.server.url}/sign-in` })
  const html = await (await market.server.fetch('/sign-in')).text()
  window.document.write(html)
  const { document, location, history, navigator } = window
  const ask = (path: string, init: RequestInit) => fetch(`${market.server.url}/${path}`, init)
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  const listen = window.addEventListener.bind(window)
  const world = { document, location, history, navigator, fetch: ask, addEventListener: listen }
  new Function(...Object.keys(world), script)(...Object.values(world))
  const field = (id: string) => document.getElementById(id) as unknown as { value: string; hidden: boolean }
  const submit = (id: string) => document.getElementById(id)?.dispatchEvent(new window.Event('submit', { cancelable: true }))

  field('phone').value = phone
  submit('ask-code')
  const [sms] = await messagesTo(market.server, phone)
  expect(sms?.text).toContain(`within 10 minutes. ${market.server.url}/driver/sign-in`)
  await eventually(() => !field('verify').hidden)
  field('sms-code').value = codeIn(sms?.text ?? '')
  submit('verify')
  const choice = () => [...document.querySelectorAll('#choice button')] as unknown as { textContent: string; click(): void }[]
  const wanted = await eventually(() => choice().find(({ textContent }) => textContent === 'Moor Travel'))
  wanted.click()
  await eventually(() => !field('issued').hidden)

  const me = await market.call('GET', '/api/v1/driver/me', { token: field('token').value })
  expect(me.data.operator.name).toBe('Moor Travel')
  await window.happyDOM.close()
})

test('shows a button for each account of an address, and signs in to the chosen one', async () => {
  const { server } = await openShared()
  const html = await (await server.fetch('/sign-in')).text()
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  const operators = [
    { operator_ref: 'OP-AAAAA', name: 'Dales Coaches' },
    { operator_ref: 'OP-BBBBB', name: '<b>Rival</b>' },
    { operator_ref: 'OP-CCCCC', name: 'Dales Coaches' },
  ]

  const page = browse(script, '#cbl_x', { status: 409, json: { error: { code: 'operator_choice_required', operators } } })
  await page.submit('exchange')
  expect(page.shown()).toEqual(['choice'])
  expect(page.choices().map(({ textContent }) => textContent)).toEqual([
    'Dales Coaches (OP-AAAAA)',
    '<b>Rival</b>',
    'Dales Coaches (OP-CCCCC)',
  ])

  page.answers.status = 201
  page.answers.json = { data: { token: 'cbo_new', device_name: 'Unknown device' } }
  await page.choices()[1]?.listeners.get('click')?.({ preventDefault: () => {} })
  expect(page.asked.at(-1)?.body).toEqual({ token: 'cbl_x', device_name: null, operator_ref: 'OP-BBBBB' })
  expect([page.shown(), page.byId('token').value]).toEqual([['issued'], 'cbo_new'])
})
