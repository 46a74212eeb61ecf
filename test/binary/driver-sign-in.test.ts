import { describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { days, hours, type Market, type MarketAnswer, minutes, ok, openMarket, statusAndCode } from '../support/market.ts'
import { patience } from '../support/patience.ts'
import { codeIn, exchangeLinkToken, linkTokenIn, messagesTo, signInDriverByLink } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

let phones = 0

/** Returns a phone number that no other test uses. */
const newPhone = () => `07700 900${200 + ++phones}`

const askFor = (market: Market, number: unknown) => market.call('POST', '/api/v1/driver/auth/code', { body: { phone: number } })
const verify = (market: Market, body: Record<string, unknown>) =>
  market.call('POST', '/api/v1/driver/auth/verify', { body: { device_name: 'Pat’s phone', ...body } })

async function codeFor(market: Market, number: string, count = 1): Promise<string> {
  ok(await askFor(market, number))
  return codeIn((await messagesTo(market.server, number, count)).at(-1)?.text ?? '')
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** Returns the parts of an answer that a caller can compare. */
function seen({ status, headers, text }: MarketAnswer) {
  const same = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  return JSON.stringify([status, same, text])
}

describe('a sign-in code', () => {
  test('signs a driver in, and makes the driver active', async () => {
    const market = await openShared()
    const phone = newPhone()
    const operator = await market.operator()
    const id = await operator.driver({ phone })

    const code = await codeFor(market, phone)
    const answer = await verify(market, { phone, code })

    expect(answer.status).toBe(201)
    expect(Object.keys(answer.data)).toEqual(['token', 'token_id', 'device_name', 'abilities', 'expires_at'])
    expect(answer.data).toMatchObject({ device_name: 'Pat’s phone', abilities: [] })
    expect(answer.data.token).toMatch(/^cbd_[0-9A-Za-z]{49}$/)
    expect(Date.parse(answer.data.expires_at)).toBeWithin(
      market.now() + days(180) * 1000 - 60_000,
      market.now() + days(180) * 1000,
    )
    const [driver] = ok(await operator.get('/drivers'))
    expect(driver).toMatchObject({ id, status: 'active', app_last_seen_at: expect.stringMatching(/Z$/) })
    expect(statusAndCode(await market.call('GET', '/api/v1/jobs', { token: answer.data.token }))).toBe('403 missing_ability')
    expect(statusAndCode(await market.call('GET', '/api/v1/me', { token: answer.data.token }))).toBe('403 wrong_credential')
  })

  test.each(['+447700900…', '+44 (0)7700 900…', '0044 7700 900…', '07700900…', '07700-900-…'])(
    'is sent to the number on the roster for any spelling: %s',
    async (pattern) => {
      const market = await openShared()
      const phone = newPhone()
      const operator = await market.operator()
      const typed = pattern.replace('…', phone.slice(-3))
      await operator.driver({ phone })
      ok(await askFor(market, typed))
      const [sms] = await messagesTo(market.server, phone)
      const code = codeIn(sms?.text ?? '')
      expect(sms?.subject).toBe('')
      expect(statusAndCode(await verify(market, { phone: typed, code: `${code.slice(0, 3)} ${code.slice(3)}` }))).toBe('201')
    },
  )

  test('is sent to a foreign driver for any spelling of the number', async () => {
    const market = await openShared()
    const berlin = await market.operator('Spree Reisen', { timezone: 'Europe/Berlin', currency_code: 'EUR', phone: '030 901820' })
    for (const kept of ['0151 12345678', '+49 151 22345678']) {
      await berlin.driver({ phone: kept })
      const digits = kept.slice(-8)
      for (const [nth, typed] of [`0151/${digits}`, `0151 ${digits}`, `+49 151 ${digits}`, `0049151${digits}`].entries()) {
        ok(await askFor(market, typed))
        const code = codeIn((await messagesTo(market.server, kept, nth + 1)).at(-1)?.text ?? '')
        expect([typed, statusAndCode(await verify(market, { phone: typed, code }))]).toEqual([typed, '201'])
      }
      const taken = await market.call('POST', '/api/v1/drivers', {
        token: berlin.token,
        body: { name: 'Uwe', phone: `0049 151 ${digits}` },
      })
      expect([statusAndCode(taken), taken.json.error?.fields]).toEqual(['422 validation_failed', { phone: [expect.any(String)] }])
    }
  })

  test('is sent to each of two drivers with the same digits in two countries', async () => {
    const market = await openShared()
    const berlin = await market.operator('Spree Reisen', { timezone: 'Europe/Berlin', currency_code: 'EUR', phone: '030 901820' })
    const dales = await market.operator('Dales Coaches')
    const abroad = await berlin.driver({ name: 'Uwe', phone: '01612 345679' })
    const home = await dales.driver({ name: 'Pat', phone: '+44 1612 345679' })
    const ids: number[] = []
    for (const kept of ['01612 345679', '+44 1612 345679']) {
      ok(await askFor(market, '01612 345679'))
      const code = codeIn((await messagesTo(market.server, kept, ids.length + 1)).at(-1)?.text ?? '')
      const token = ok(await verify(market, { phone: '01612345679', code })).token
      ids.push(ok(await market.call('GET', '/api/v1/driver/me', { token })).id)
    }
    expect(ids).toEqual([abroad, home])
  })

  test('is requested with the same answer for known and unknown numbers', async () => {
    await using market = await openMarket()
    const phone = newPhone()
    const operator = await market.operator()
    await operator.driver({ phone })
    await operator.driver({ name: 'Sam', phone: '07700 900111' })
    const codes = async () => (await market.server.ask('SELECT phone_hash FROM sign_in_codes')).length

    const answers: MarketAnswer[] = []
    for (const number of [phone, '07700 900999', '07700 900111', 'nonsense']) {
      const before = await codes()
      answers.push(await askFor(market, number))
      expect(await codes()).toBe(before + 1)
    }

    expect(answers.map(statusAndCode)).toEqual(Array(4).fill('202'))
    expect(new Set(answers.map(seen)).size).toBe(1)
    await messagesTo(market.server, '07700 900111')
    expect(market.server.mails().map(({ to }) => to)).toEqual([phone, '07700 900111'])
  })

  test('works once, for ten minutes, for five tries and until the next code', async () => {
    const market = await openShared()
    const phone = newPhone()
    const operator = await market.operator()
    await operator.driver({ phone })

    const used = await codeFor(market, phone)
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(market, { phone, code: used })))
    expect(answers.map(statusAndCode).sort()).toEqual(['201', ...Array(9).fill('401 invalid_code')])

    const late = await codeFor(market, phone, 2)
    await market.advance(minutes(10))
    expect(statusAndCode(await verify(market, { phone, code: late }))).toBe('401 invalid_code')

    const tried = await codeFor(market, phone, 3)
    for (let count = 0; count < 4; count++) await verify(market, { phone, code: otherThan(tried) })
    const replaced = await codeFor(market, phone, 4)
    expect(statusAndCode(await verify(market, { phone, code: tried }))).toBe('401 invalid_code')
    for (let count = 0; count < 4; count++) {
      expect(statusAndCode(await verify(market, { phone, code: otherThan(replaced) }))).toBe('401 invalid_code')
    }
    expect(statusAndCode(await verify(market, { phone, code: replaced }))).toBe('401 invalid_code')

    const last = await codeFor(market, phone, 5)
    for (let count = 0; count < 4; count++) await verify(market, { phone, code: otherThan(last) })
    expect(statusAndCode(await verify(market, { phone, code: last }))).toBe('201')
  })

  test('is refused with one answer when it is wrong, used or for another phone', async () => {
    const market = await openShared()
    const phone = newPhone()
    const operator = await market.operator()
    await operator.driver({ phone })
    const code = await codeFor(market, phone)
    ok(await askFor(market, '07700 900999'))

    const answers = [
      await verify(market, { phone, code: otherThan(code) }),
      await verify(market, { phone, code: 'abcdef' }),
      await verify(market, { phone, code: '1' }),
      await verify(market, { phone: '07700 900999', code }),
      await verify(market, { phone: '07700 900888', code }),
    ]
    ok(await verify(market, { phone, code }))
    answers.push(await verify(market, { phone, code }))

    expect(answers.map(statusAndCode)).toEqual(Array(6).fill('401 invalid_code'))
    expect(new Set(answers.map(seen)).size).toBe(1)
  })

  test('requires a choice of operator for a phone number of two rosters', async () => {
    const market = await openShared()
    const phone = newPhone()
    const dales = await market.operator('Dales Coaches')
    const moors = await market.operator('Moors Coaches')
    await dales.driver({ phone })
    const atMoors = await moors.driver({ phone: phone.replace('0', '+44 ') })
    const code = await codeFor(market, phone)

    expect(statusAndCode(await verify(market, { phone, code: otherThan(code) }))).toBe('401 invalid_code')
    const answer = await verify(market, { phone, code })
    expect(statusAndCode(answer)).toBe('409 operator_choice_required')
    expect(answer.json.error.operators).toEqual([
      { operator_ref: dales.ref, name: 'Dales Coaches' },
      { operator_ref: moors.ref, name: 'Moors Coaches' },
    ])
    const elsewhere = await verify(market, { phone, code, operator_ref: 'OP-00000' })
    expect([statusAndCode(elsewhere), Object.keys(elsewhere.json.error.fields)]).toEqual([
      '422 validation_failed',
      ['operator_ref'],
    ])
    expect(statusAndCode(await verify(market, { phone, code, operator_ref: moors.ref }))).toBe('201')

    const [atDales] = ok(await dales.get('/drivers'))
    expect(atDales.status).toBe('not_invited')
    expect(ok(await moors.get('/drivers'))).toMatchObject([{ id: atMoors, status: 'active' }])
    expect(market.server.mails().filter(({ to }) => to === phone)).toHaveLength(1)
  })

  test('is refused for an invalid body when it is requested or verified', async () => {
    const market = await openShared()
    const phone = newPhone()
    const broken: readonly [string, unknown, string][] = [
      ['code', {}, 'phone'],
      ['code', { phone: '0'.repeat(25) }, 'phone'],
      ['code', { phone: 447700900456 }, 'phone'],
      ['code', undefined, 'body'],
      ['verify', { code: '123456' }, 'phone'],
      ['verify', { phone }, 'code'],
      ['verify', { phone, code: 123456 }, 'code'],
      ['verify', { phone, code: '123456', device_name: 'x'.repeat(61) }, 'device_name'],
    ]
    for (const [task, body, field] of broken) {
      const answer = await market.call('POST', `/api/v1/driver/auth/${task}`, body === undefined ? {} : { body })
      expect([task, body, statusAndCode(answer)]).toEqual([task, body, '422 validation_failed'])
      expect(Object.keys(answer.json.error.fields)).toEqual([field])
    }
  })

  test('is limited to five requests in 15 minutes for one phone, known or not, in any spelling', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_SIGN_IN: '5/15m;20/15m', CHARABANC_LIMIT_EXCHANGE: '3/15m' } })
    const phone = newPhone()
    const operator = await market.operator()
    await operator.driver({ phone })
    const known: string[] = []
    const unknown: string[] = []
    const bare = phone.replace(' ', '')
    for (const typed of [phone, bare.replace('0', '+44'), phone.replace('0', '0044 '), bare, phone, phone.replace('0', '+44 ')]) {
      known.push(statusAndCode(await askFor(market, typed)))
      unknown.push(statusAndCode(await askFor(market, '07700 900999')))
    }
    expect(known).toEqual([...Array(5).fill('202'), '429 rate_limited'])
    expect(unknown).toEqual(known)

    const tries: string[] = []
    for (let count = 0; count < 4; count++) tries.push(statusAndCode(await verify(market, { phone, code: '1' })))
    expect(tries).toEqual([...Array(3).fill('401 invalid_code'), '429 rate_limited'])
  })
})

describe('the limits of a phone for one day', () => {
  const sentTo = (market: Market, phone: string) => market.server.mails().filter(({ to }) => to === phone)

  test('send ten codes and give the eleventh request the same answer, across a crash and nodes', async () => {
    await using market = await openMarket({ nodes: 2 })
    const phone = newPhone()
    const operator = await market.operator()
    const id = await operator.driver({ phone })
    for (let count = 1; count <= 9; count++) await codeFor(market, phone, count)
    // Waits until sent messages are marked, so that none is sent twice after the crash.
    await market.server.dueTasksDone()
    await market.server.kill()
    await market.server.start()

    const tenth = await codeFor(market, phone, 10)
    const ways = [phone, phone.replace('0', '+44 '), phone.replaceAll(' ', '')]
    const refused = await Promise.all(ways.map((typed) => askFor(market, typed)))
    const stranger = await askFor(market, '07700 900999')
    expect(refused.map(seen)).toEqual(ways.map(() => seen(stranger)))
    expect(statusAndCode(stranger)).toBe('202')

    // The latest code stays valid, and nothing else was sent by the time it has been used.
    expect(statusAndCode(await verify(market, { phone, code: tenth }))).toBe('201')
    await market.server.dueTasksDone()
    expect(sentTo(market, phone)).toHaveLength(10)
    ok(await operator.post(`/drivers/${id}/reinvite`, {}))

    await market.advance(days(1) - hours(1))
    ok(await askFor(market, phone))
    await market.advance(hours(2))
    expect(statusAndCode(await verify(market, { phone, code: await codeFor(market, phone, 12) }))).toBe('201')
  })

  test('refuse the right code at the 31st try as a wrong one, across a crash, and leave the link valid', async () => {
    await using market = await openMarket({ nodes: 2 })
    const phone = newPhone()
    const operator = await market.operator()
    await operator.driver({ phone })
    for (let count = 1; count <= 6; count++) {
      const code = await codeFor(market, phone, count)
      const tries = await Promise.all(Array.from({ length: 5 }, () => verify(market, { phone, code: otherThan(code) })))
      expect(tries.map(statusAndCode)).toEqual(Array(5).fill('401 invalid_code'))
    }
    // Waits until sent messages are marked, so that none is sent twice after the crash.
    await market.server.dueTasksDone()
    await market.server.kill()
    await market.server.start()

    const right = await codeFor(market, phone, 7)
    const refused = [
      await verify(market, { phone, code: right }),
      await verify(market, { phone: phone.replace('0', '+44 '), code: right }),
      await verify(market, { phone: '07700 900998', code: right }),
    ]
    expect(refused.map(statusAndCode)).toEqual(Array(3).fill('401 invalid_code'))
    expect(new Set(refused.map(seen)).size).toBe(1)

    const { text } = (await messagesTo(market.server, phone, 7)).at(-1) ?? { text: '' }
    expect(statusAndCode(await exchangeLinkToken(market, linkTokenIn(text)))).toBe('201')

    await market.advance(days(1) + minutes(1))
    expect(statusAndCode(await verify(market, { phone, code: await codeFor(market, phone, 8) }))).toBe('201')
  })
})

describe('an invitation', () => {
  test('signs the driver in, within seven days', async () => {
    const market = await openShared()
    const operator = await market.operator()
    const id = await operator.driver({ email: 'pat@dales.example', invite_now: true })
    const [mail] = await messagesTo(market.server, 'pat@dales.example')
    expect(ok(await operator.get('/drivers'))[0]).toMatchObject({ id, status: 'invited' })
    await market.advance(days(7) - minutes(1))

    const issued = ok(await exchangeLinkToken(market, linkTokenIn(mail?.text ?? ''), 'Pat’s phone'))

    expect(issued).toMatchObject({ abilities: [], token: expect.stringMatching(/^cbd_/) })
    expect(ok(await operator.get('/drivers'))[0]).toMatchObject({ id, status: 'active' })
  })

  test('is sent by SMS without an email address, and expires after seven days', async () => {
    const market = await openShared()
    const phone = newPhone()
    const operator = await market.operator()
    await operator.driver({ phone, invite_now: true })
    const [sms] = await messagesTo(market.server, phone)
    await market.advance(days(7))

    expect(statusAndCode(await exchangeLinkToken(market, linkTokenIn(sms?.text ?? '')))).toBe('401 invalid_sign_in_link')
  })
})

describe('a driver', () => {
  test('signs out, and the token is refused on the next call', async () => {
    const market = await openShared()
    const phone = newPhone()
    const operator = await market.operator()
    const id = await operator.driver({ phone })
    const [one, other] = [await signInDriverByLink(market, operator.ref, id), await signInDriverByLink(market, operator.ref, id)]

    const answer = await market.call('POST', '/api/v1/driver/auth/logout', { token: one.token, key: 'a b' })
    expect([answer.status, answer.text]).toEqual([204, ''])

    const again = await market.call('POST', '/api/v1/driver/auth/logout', { token: one.token })
    expect(statusAndCode(again)).toBe('401 unauthenticated')
    expect(ok(await market.call('GET', '/api/v1/auth/devices', { token: other.token }))).toHaveLength(1)
    expect(statusAndCode(await market.call('POST', '/api/v1/driver/auth/logout', { token: operator.token }))).toBe(
      '403 wrong_credential',
    )
    expect(statusAndCode(await market.call('POST', '/api/v1/driver/auth/logout'))).toBe('401 unauthenticated')
  })

  test('rotates the token, and keeps the device and its rate limits', async () => {
    await using market = await openMarket({ env: { CHARABANC_LIMIT_DRIVER_READ: '3/m', CHARABANC_LIMIT_READ: '1/h' } })
    const phone = newPhone()
    const operator = await market.operator()
    let { token } = await signInDriverByLink(market, operator.ref, await operator.driver({ phone }))
    const statuses: string[] = []
    for (let round = 0; round < 4; round++) {
      statuses.push(statusAndCode(await market.call('GET', '/api/v1/auth/devices', { token })))
      token = ok(await market.call('POST', '/api/v1/auth/rotate', { token })).token
      expect(token).toStartWith('cbd_')
    }
    expect(statuses).toEqual([...Array(3).fill('200'), '429 rate_limited'])
  })

  test('has an app_last_seen_at that follows the use of the token', async () => {
    const market = await openShared()
    const phone = newPhone()
    const operator = await market.operator()
    const { token } = await signInDriverByLink(market, operator.ref, await operator.driver({ phone }))
    const [before] = ok(await operator.get('/drivers'))
    await market.advance(minutes(90))
    ok(await market.call('GET', '/api/v1/auth/devices', { token }))
    const after = await eventually(async () => {
      const [driver] = ok(await operator.get('/drivers'))
      return driver.app_last_seen_at !== before.app_last_seen_at && driver
    })

    const laterMs = Date.parse(after.app_last_seen_at) - Date.parse(before.app_last_seen_at)
    expect(laterMs).toBeWithin(5_399_000, 5_400_000 + patience(20_000))
  })

  test('cannot have the phone number of another driver on the roster in any spelling', async () => {
    const market = await openShared()
    const phone = newPhone()
    const operator = await market.operator()
    await operator.driver({ phone })
    const answer = await operator.post('/drivers', { name: 'Sam', phone: `+44 7700 900 ${phone.slice(-3)}` })
    expect([statusAndCode(answer), Object.keys(answer.json.error.fields)]).toEqual(['422 validation_failed', ['phone']])
    await (await market.operator('Moors Coaches')).driver({ phone })
  })
})
