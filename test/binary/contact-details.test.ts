import { beforeAll, describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { type DriverClient, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { days, type Market, type MarketAnswer, type OperatorClient, ok, statusAndCode } from '../support/market.ts'
import { addOperatorPerson } from '../support/people.ts'
import { type PortalClient, portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'

const binary = resolve(import.meta.dir, '../../dist/charabanc')

const openShared = shareMarket()
let market: Market
let dales: OperatorClient
let office: PortalClient
let pat: DriverClient
let booked: { readonly ref: string }
let people: { readonly user: number; readonly customer: number }

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator()
  office = await portalClientOf(market, dales)
  pat = await signInDriver(dales)
  booked = await market.bookedTrip(dales)
  people = { user: (await addOperatorPerson(market, dales.ref)).id, customer: await office.customer() }
})

// biome-ignore lint/suspicious/noExplicitAny: tests send values that no type allows
type Send = (value: any) => Promise<MarketAnswer>

const faultsOf = ({ json }: MarketAnswer) => Object.keys(json?.error?.fields ?? {})
const account = { currency_code: 'GBP', timezone: 'Europe/London' }
const person = () => ({ name: 'Kim', role: 'dispatcher', email: `${crypto.randomUUID()}@dales.example` })
const asked = (fields: object) => ({
  customer: { name: 'Ann Smith', email: 'ann@example.org' },
  pickup: { label: 'Leeds Station', kind: 'station' },
  dropoff: { label: 'York Minster', kind: 'venue' },
  departs_at: market.at(days(60)),
  passenger_count: 8,
  timezone: 'Europe/London',
  ...fields,
})
const enquire = (fields: object) =>
  market.call('POST', '/customer/v1/enquiries', { body: { ...asked(fields), operator_ref: dales.ref } })
const change = (changes: object) =>
  office.call('POST', `/bookings/${booked.ref}/amendments`, { changes, reason: 'They called.', consent: 'given' })

const waysOfPhones: readonly (readonly [way: string, field: string, send: Send])[] = [
  ['a new operator', 'phone', (phone) => market.platform('POST', '/operators', { ...account, name: 'Moors', phone })],
  ['an operator of the marketplace', 'phone', (phone) => market.platform('PATCH', `/operators/${dales.ref}`, { phone })],
  ['the company', 'phone', (phone) => office.call('PATCH', '/operator', { phone })],
  ['a new person', 'phone', (phone) => office.call('POST', '/users', { ...person(), phone })],
  ['a person', 'phone', (phone) => office.call('PATCH', `/users/${people.user}`, { phone })],
  ['a new driver', 'phone', (phone) => dales.post('/drivers', { name: 'Sam', phone })],
  ['a driver', 'phone', (phone) => office.call('PATCH', `/drivers/${pat.id}`, { phone })],
  ['an emergency contact', 'emergency_contact_phone', (phone) => pat.call('PATCH', '/me', { emergency_contact_phone: phone })],
  ['a new customer', 'phone', (phone) => office.call('POST', '/customers', { name: 'Di', phone })],
  ['a customer', 'phone', (phone) => office.call('PATCH', `/customers/${people.customer}`, { phone })],
  ['a caller', 'customer.phone', (phone) => office.enter({ customer: { name: 'Bo', phone } })],
  ['a lead passenger', 'lead_passenger.phone', (phone) => office.enter({ lead_passenger: { name: 'Bo', phone } })],
  [
    'a trip of the marketplace',
    'customer.phone',
    (phone) =>
      market.platform('POST', '/trips', asked({ customer: { name: 'Bo', email: 'bo@a.example', phone }, offer_to: [dales.ref] })),
  ],
  [
    'its lead passenger',
    'lead_passenger.phone',
    (phone) => market.platform('POST', '/trips', asked({ lead_passenger: { name: 'Bo', phone }, offer_to: 'all' })),
  ],
  ['an enquiry', 'customer.phone', (phone) => enquire({ customer: { name: 'Bo', email: 'bo@a.example', phone } })],
  ['a changed booking', 'changes.customer.phone', (phone) => change({ customer: { phone } })],
  ['its lead', 'changes.lead_passenger.phone', (phone) => change({ lead_passenger: { name: 'Bo', phone } })],
]

const invalidNumbers = ['xyz', '☎ abc', '-----', '07700 900 1234', '0113', '+44 7700', '07700 900123 and 07700 900124', '']

describe('a phone number', () => {
  test.each(waysOfPhones)('is refused for %s in the field %s when it is invalid', async (_, field, send) => {
    for (const phone of invalidNumbers) {
      const answer = await send(phone)
      expect([phone, statusAndCode(answer), ...faultsOf(answer)]).toEqual([phone, '422 validation_failed', field])
    }
  })

  test.each(waysOfPhones)('is accepted for %s as a landline, a mobile and a foreign number', async (_, __, send) => {
    const last = 100 + waysOfPhones.findIndex(([, , one]) => one === send)
    for (const phone of [`0113 496 0${last}`, `07700 900${last}`, `+33 6 12 34 5${last}`]) {
      const answer = await send(phone)
      expect([phone, answer.status < 300 || faultsOf(answer).join()]).toEqual([phone, true])
    }
  })

  test('is checked by the rules of the operator’s country, taken from its time zone', async () => {
    const berlin = await market.operator('Spree Reisen', { timezone: 'Europe/Berlin', currency_code: 'EUR', phone: '030 901820' })
    const desk = await portalClientOf(market, berlin)
    const long = '0151 12345678'
    expect(ok(await desk.call('POST', '/customers', { name: 'Uta', phone: long })).phone).toBe(long)
    expect(faultsOf(await office.call('POST', '/customers', { name: 'Uta', phone: long }))).toEqual(['phone'])
  })

  test('is checked by the rules of the country of an address sent with it', async () => {
    const dales = await market.operator('Moor Coaches')
    const address = { lines: ['Uferweg 1'], town: 'Berlin', postcode: '10115', country: 'DE' }
    const change = { phone: '0151 12345678', address }
    expect(ok(await market.platform('PATCH', `/operators/${dales.ref}`, change))).toMatchObject(change)
  })

  test('stays readable when it was stored invalid, and is refused only when it changes', async () => {
    const { customer } = people
    await market.server.change(`update own_customers set phone = 'xyz' where id = ${customer}`)
    expect(ok(await office.call('GET', `/customers/${customer}`)).phone).toBe('xyz')
    expect(ok(await office.call('PATCH', `/customers/${customer}`, { phone: 'xyz', notes: 'Calls on Fridays.' })).phone).toBe(
      'xyz',
    )
    expect(faultsOf(await office.call('PATCH', `/customers/${customer}`, { phone: 'xyzz' }))).toEqual(['phone'])
  })
})

test('shows a booking on the board when its customer has no email address or valid phone number', async () => {
  const lines = async () => {
    const { needs_you } = ok(await office.call('GET', '/board'))
    return needs_you.filter(({ kind }: { kind: string }) => kind === 'customer_unreachable')
  }
  const trip = await office.booked({}, { customer: { name: 'Di', phone: '0113 496 0001' } })
  expect(await lines()).toEqual([])
  const theirs = `id = (select customer_id from trips where ref = '${trip.ref}')`
  for (const phone of ["'xyz'", "'07700 900 1234'", 'null']) {
    await market.server.change(`update customers set phone = ${phone} where ${theirs}`)
    expect(await lines()).toMatchObject([{ ref: trip.ref, severity: 'soon', summary: expect.stringContaining(trip.ref) }])
  }
  await market.server.change(`update customers set email = 'di@example.org' where ${theirs}`)
  expect(await lines()).toEqual([])
})

const waysOfAddresses: readonly (readonly [way: string, field: string, send: Send])[] = [
  ['a new operator', 'email', (email) => market.platform('POST', '/operators', { ...account, name: 'Moors', email })],
  [
    'its first admin',
    'admin_email',
    (email) => market.platform('POST', '/operators', { ...account, name: 'M', admin_email: email }),
  ],
  ['the company', 'email', (email) => office.call('PATCH', '/operator', { email })],
  ['a new person', 'email', (email) => office.call('POST', '/users', { ...person(), email })],
  ['a new driver', 'email', (email) => dales.post('/drivers', { name: 'Sam', email })],
  ['a driver', 'email', (email) => office.call('PATCH', `/drivers/${pat.id}`, { email })],
  ['a new customer', 'email', (email) => office.call('POST', '/customers', { name: 'Di', email })],
  ['a customer', 'email', (email) => office.call('PATCH', `/customers/${people.customer}`, { email })],
  ['a caller', 'customer.email', (email) => office.enter({ customer: { name: 'Bo', email } })],
  [
    'a trip of the marketplace',
    'customer.email',
    (email) => market.platform('POST', '/trips', asked({ customer: { name: 'Bo', email }, offer_to: 'all' })),
  ],
  ['an enquiry', 'customer.email', (email) => enquire({ customer: { name: 'Bo', email } })],
  ['a changed booking', 'changes.customer.email', (email) => change({ customer: { email } })],
  ['a sign-in', 'email', (email) => market.call('POST', '/api/v1/auth/link', { body: { email } })],
  ['a lost link', 'email', (email) => market.call('POST', '/customer/v1/link', { body: { email, ref: 'TR-7K3MQ2' } })],
  [
    'a sender',
    'mail_server.sender',
    (sender) => office.call('PUT', '/mail-server', { mail_server: { host: 'mail.example', port: 25, security: 'none', sender } }),
  ],
]

const invalidAddresses = [
  'jo@',
  'a..b@example.org',
  '.jo@example.org',
  `${'a'.repeat(65)}@example.org`,
  'jo@-example.org',
  'jö@example.org',
]

describe('an email address', () => {
  test.each(waysOfAddresses)('is refused for %s in the field %s when no mail server accepts it', async (_, field, send) => {
    for (const email of invalidAddresses) {
      const answer = await send(email)
      expect([email, statusAndCode(answer), ...faultsOf(answer)]).toEqual([email, '422 validation_failed', field])
    }
  })

  test('is shown as typed, stored as punycode and found in either form when its domain is not ASCII', async () => {
    const [typed, stored] = ['uta@münchen.example', 'uta@xn--mnchen-3ya.example']
    const shown = ok(await office.call('POST', '/users', { ...person(), email: typed }))
    expect(shown.email).toBe(typed)
    expect(await market.server.ask(`select email from users where id = ${shown.id}`)).toEqual([{ email: stored }])
    expect(faultsOf(await office.call('POST', '/users', { ...person(), email: stored }))).toEqual(['email'])

    const id = await dales.driver({ name: 'Uta', email: typed })
    expect(faultsOf(await dales.post('/drivers', { name: 'Uta', email: stored.toUpperCase() }))).toEqual(['email'])
    const roster: { readonly id: number; readonly email: string }[] = ok(await dales.get('/drivers'))
    expect(roster.find((one) => one.id === id)?.email).toBe(typed)

    const { ref } = ok(await office.enter({ customer: { name: 'Uta', email: typed } }))
    expect(ok(await office.call('GET', `/trips/${ref}`)).customer.email).toBe(typed)
  })

  test('signs its person in with either form of the domain, and receives emails at the punycode form', async () => {
    const [typed, stored] = ['kim@bücher.example', 'kim@xn--bcher-kva.example']
    ok(await office.call('POST', '/users', { ...person(), email: typed }))
    const links = () => market.server.mails().filter(({ to, subject }) => to === stored && subject === 'Your sign-in link')
    for (const [nth, email] of [typed, stored, typed.toUpperCase()].entries()) {
      ok(await market.call('POST', '/api/v1/auth/link', { body: { email } }))
      const mail = await eventually(() => links()[nth] ?? null)
      const token = /cbl_[0-9A-Za-z]+/.exec(mail.text)?.[0] ?? ''
      const device = ok(await market.call('POST', '/api/v1/auth/exchange', { body: { token, device_name: 'Desk' } })).token
      expect(ok(await market.call('GET', '/api/v1/me', { token: device })).user.email).toBe(typed)
    }
  })
})

describe('operator create', () => {
  const words = ['operator', 'create', '--name', 'Fell Travel', '--currency', 'GBP', '--timezone', 'Europe/London']
  const contact = { phone: '0113 496 0000', email: 'office@fell.example', operator_licence: 'PB1234567' }
  const flags = ['--phone', contact.phone, '--email', contact.email, '--licence', contact.operator_licence]
  type Check = { readonly check: string; readonly state: string; readonly found: string }
  const warningsIn = async (dataDir: string) => {
    const { stdout } = await runExecutable(['doctor', '--offline', '--json'], { dataDir })
    const { checks }: { checks: Check[] } = JSON.parse(stdout)
    return checks.filter(({ check }) => check === 'operators')
  }

  test('accepts a phone number, an email address and a licence, and the doctor reports missing ones', async () => {
    const { operator_ref: ref, ...made } = await market.server.cliJson<Record<string, string>>([...words, ...flags])
    expect(made).toMatchObject(contact)
    expect(ok(await market.platform('GET', `/operators/${ref}`))).toMatchObject(contact)

    using folder = makeFolder()
    const options = { dataDir: folder.path }
    await runExecutableJson([...words, ...flags], options)
    expect(await warningsIn(folder.path)).toEqual([])
    const other = await runExecutableJson<Record<string, string>>([...words, '--phone', contact.phone], options)
    const found = `${other.operator_ref} has no email address, no operator licence.`
    expect(await warningsIn(folder.path)).toEqual([expect.objectContaining({ state: 'warn', found })])
  })

  test.each([
    ['--phone', 'xyz'],
    ['--phone', '07700 900 1234'],
    ['--email', 'jo@'],
    ['--email', 'a..b@example.org'],
    ['--licence', 'x'.repeat(81)],
  ])('refuses %s %s', async (flag, value) => {
    const { exitCode, stderr } = await market.server.cli([...words, flag, value])
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(flag === '--phone' ? /phone/ : flag)])
  })

  test('prompts at a terminal for missing values until they are valid', async () => {
    using folder = makeFolder()
    const { email, licence } = { email: contact.email, licence: contact.operator_licence }
    const line = [binary, ...words, '--email', email, '--data-dir', folder.path].map((word) => `'${word}'`).join(' ')
    const typed = new Blob([`xyz\n${contact.phone}\n${licence}\n`])
    const options = { env: { PATH: '/usr/bin:/bin' }, stdin: typed, stdout: 'pipe', stderr: 'ignore' } as const
    const child = Bun.spawn(['script', '-qec', line, '/dev/null'], options)
    expect(await child.stdout.text()).toMatch(/Phone number.*Enter a phone number.*Operator licence.* is OP-/s)
    const { stdout } = await runExecutable(['operator', 'list', '--json'], { dataDir: folder.path })
    const [made] = JSON.parse(stdout).data
    const { stdout: checked } = await runExecutable(['doctor', '--offline', '--json'], { dataDir: folder.path })
    expect(checked).not.toContain(`${made.operator_ref} has no`)
  })

  test('leaves a line on the board of an admin while contact details are missing', async () => {
    const { operator_ref: ref = '' } = await market.server.cliJson<Record<string, string>>([...words, '--email', contact.email])
    const token = await market.personToken({ ref })
    const lines = async () => {
      const { needs_you } = ok(await market.call('GET', '/portal/v1/board', { token }))
      return needs_you.filter(({ kind }: { kind: string }) => kind === 'company_contact_missing')
    }
    const missing = 'Your company has no phone number, no operator licence. Add it in Settings for customers and drivers.'
    expect(await lines()).toMatchObject([{ ref: null, severity: 'soon', summary: missing }])
    ok(await market.call('PATCH', '/portal/v1/operator', { token, body: { phone: contact.phone, operator_licence: 'PB1' } }))
    expect(await lines()).toEqual([])
  })
})
