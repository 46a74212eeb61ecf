import { describe, expect, test } from 'bun:test'
import { factNames, facts, findNoticeRule } from '../../src/domain/notices.ts'
import { countSmsLength } from '../../src/domain/sms.ts'
import { formatToken } from '../../src/domain/token.ts'
import { composeBalanceDue } from '../../src/gateways/notices/balance-words.ts'
import { type CrewFacts, composeDayBefore } from '../../src/gateways/notices/booking-words.ts'
import {
  composeOwnQuote,
  composeRequestExpired,
  composeRequestRejected,
  composeTripEntered,
} from '../../src/gateways/notices/customer-words.ts'
import {
  buildEmailHead,
  renderEmail,
  renderEmailHtml,
  renderSms,
  smsPartPlaces,
  smsPlaces,
} from '../../src/gateways/notices/letter.ts'
import { renderPreviewPage } from '../../src/gateways/notices/preview.ts'
import { listNoticeSamples, type NoticeSample, type TypedNames, usualNames } from '../../src/gateways/notices/samples.ts'

const baseUrl = 'https://coaches.example/hire'
const token = formatToken('trip_link', new Uint8Array(32).fill(9))
const link = { label: 'Your trip', url: `${baseUrl}/trip#${token}` }

const day = { day: 'Sat 1 May', date: '1 May', departs: 'Sat 1 May, 10:00' }
const tripFacts = { ref: 'TR-7GQ2MX', summary: 'Leeds → York', route: 'Leeds → York', ...day }

const crew = (driverId: number, driver: string, vehicle: string): CrewFacts => ({ driverId, driver, vehicle })

/** Fills every typed field with the same hostile text. */
const everywhere = (text: string): TypedNames =>
  Object.fromEntries(Object.keys(usualNames).map((name) => [name, text])) as TypedNames

const hostile = [
  '<script>alert(1)</script><a href="https://evil.example">x</a>',
  '"\'& onmouseover="x" </p><img src=x onerror=alert(1)>',
  'Dales\r\nBcc: everybody@example.org\r\n\r\nHello',
  'Left\u202Eright\u2066\u0007\u001b[31m\u2028red',
  '東京観光バス株式会社'.repeat(20),
  'Łódź “Söhne” – €{}[]~|^\\ '.repeat(30),
  '',
]

const nameOf = ({ fact, to }: NoticeSample) => `${fact} to ${to}`

const linksIn = (html: string) => html.match(/<a\b/g) ?? []
const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

describe('every notice', () => {
  test('has words for each reader in the table of facts, and for no other reader', () => {
    const expected = factNames.flatMap((fact) => {
      const { customer, people, driver } = findNoticeRule(fact)
      return [
        ...(customer === undefined ? [] : [`${fact} to customer`]),
        ...(people === undefined ? [] : [`${fact} to people`]),
        ...(driver === undefined ? [] : [`${fact} to driver`]),
      ]
    })
    expect(listNoticeSamples().map(nameOf).sort()).toEqual(expected.sort())
    expect(Object.keys(facts).length).toBeGreaterThan(25)
  })

  test.each(listNoticeSamples().map((sample) => [nameOf(sample), sample] as const))(
    'has one link and names its trip in the facts: %s',
    (_, { to, words }) => {
      const { subject, text, html } = renderEmail([words], link, buildEmailHead(to, 'Dales Coaches'))
      expect(linksIn(html)).toHaveLength(1)
      expect(html).toContain(`href="${link.url}"`)
      expect(text.match(/https?:\/\//g)).toHaveLength(1)
      expect(html).not.toMatch(/<img|<link|<script|src=|url\(/)
      expect(subject).not.toBe('')
      const [from, heading] = text.split('\n\n')
      expect([from, heading]).toEqual(['Dales Coaches', words.heading ?? subject])
      expect(html).toMatch(/<h1/)
      for (const [name, value] of words.facts ?? []) {
        expect(value, name).not.toBe('')
        expect(text).toContain(`${name}: ${value}`)
      }
      expect(subject).not.toContain('TR-')
      if (words.facts !== undefined) expect(text).toContain('Reference: TR-7GQ2MX')
      for (const line of words.lines) expect(line).not.toMatch(/undefined|null|NaN|\bobject\b/)
    },
  )

  test.each(hostile)('keeps its form with %j in every name', (text) => {
    for (const { fact, to, words } of listNoticeSamples(everywhere(text))) {
      const letter = renderEmail([words], link, buildEmailHead(to, 'Dales Coaches'))
      expect(letter.subject, fact).not.toMatch(control)
      expect([...letter.subject].length, fact).toBeLessThanOrEqual(200)
      expect(letter.text.replaceAll('\n', ''), fact).not.toMatch(control)
      expect(linksIn(letter.html), fact).toHaveLength(1)
      expect(letter.html.replaceAll('\n', ''), fact).not.toMatch(control)
      expect(letter.html, fact).not.toMatch(/<(?!\/?(!doctype|html|head|meta|title|body|div|p|a|h1|h2|table|tr|th|td)\b)/i)
      const sms = renderSms([words], text, link)
      expect(countSmsLength(sms), `${fact} to ${to}: ${sms}`).toBeLessThanOrEqual(smsPlaces)
      expect(countSmsLength(sms)).not.toBeNull()
      expect(sms).toEndWith(link.url)
    }
  })

  test('fits two parts of an SMS', () => {
    expect(smsPlaces).toBe(306)
    for (const { fact, words } of listNoticeSamples()) {
      const length = countSmsLength(renderSms([words], 'K'.repeat(160), { label: 'Sign in', url: `${baseUrl}/sign-in` })) ?? 999
      expect(length, fact).toBeLessThanOrEqual(smsPlaces)
    }
  })

  test('leaves prices out for drivers, and contacts and customer names out for drivers and operators', () => {
    const said = (to: NoticeSample['to']) => JSON.stringify(listNoticeSamples().filter((sample) => sample.to === to))
    expect(said('driver')).not.toMatch(/[£€$]|\d\.\d\d|0113|@|Ann/)
    expect(said('people')).not.toMatch(/0113|07700|@|Ann/)
  })

  test('includes the vehicle, legs, report time and place in a driver’s SMS, however long the names', () => {
    const sign = { label: 'Sign in', url: `${baseUrl}/sign-in` }
    const said = (names: TypedNames, operator: string) =>
      listNoticeSamples(names)
        .filter(({ fact, to }) => to === 'driver' && (fact === 'crew_changed' || fact === 'day_before'))
        .map(({ words }) => renderSms([words], operator, sign))
    const usual = said({ ...usualNames, reason: 'Depot, bay 4' }, 'Dales Coaches')
    expect(usual).toEqual([
      `Dales Coaches: New job Sat 1 May: report 09:40 at Depot, bay 4, 10:00 Leeds to York, YX20 ABC, coach 2, legs 1 + 3. Accept: ${sign.url}`,
      `Dales Coaches: Reminder Sat 1 May: report 09:40 at Depot, bay 4, 10:00 Leeds to York, YX20 ABC, coach 2, legs 1 + 3. Accept: ${sign.url}`,
    ])
    for (const sms of said(everywhere('Widdecombe '.repeat(30)), 'K'.repeat(160))) {
      expect(sms).toMatch(/: report 09:40 at Widde.*, 10:00 Widde.* to Widde.*, coach 2, legs 1 \+ 3\. Accept: /)
      expect(countSmsLength(sms)).toBeLessThanOrEqual(smsPlaces)
    }
  })

  test('shortens the places in a driver’s SMS only if the SMS then fits one part', () => {
    const url = 'https://dales.example/driver/trips/TR-FA3X50'
    const sms = (event: string, sms: string, smsBrief: string) =>
      renderSms([{ subject: event, lines: [], sms, smsBrief, smsAsks: 'Accept' }], 'Dales Coaches', { label: 'See the job', url })
    const full = 'New job Fri 11 Dec: report 07:40, 08:30 Ilkley Grammar School → Alton Towers, YJ21 DCL.'
    expect(sms('New job', full, 'short')).toBe(`Dales Coaches: ${full.replace('→', 'to')} Accept: ${url}`)
    expect(countSmsLength(sms('New job', full, 'short'))).toBeLessThanOrEqual(smsPartPlaces)
    const long = `${full} ${'x'.repeat(20)}.`
    expect(sms('New job', long, 'Brief.')).toBe(`Dales Coaches: Brief. Accept: ${url}`)
    expect(sms('New job', long, long)).toContain('x'.repeat(20))
  })

  test('mentions no other offers to the customer of an operator’s own sale', () => {
    const sale = { ...tripFacts, operator: 'Dales Coaches', reason: 'No coach is free.', isOwn: true, others: 0 }
    const quote = { ...sale, price: '£640.00', validUntil: 'Tue 16 Mar, 08:00', journey: 'Leeds → York, 45 passengers' }
    const moves = (['sent', 'changed', 'ended'] as const).map((move) => composeOwnQuote({ ...quote, move }))
    const own = [composeRequestRejected(sale), composeRequestExpired(sale), ...moves]
    expect(JSON.stringify(own)).not.toMatch(/offer|choose/i)
    expect(composeRequestRejected(sale).lines).toEqual(['Dales Coaches declined your request because no coach is free.'])
    expect(composeRequestRejected({ ...sale, isOwn: false, others: 2 }).lines).toEqual([
      'Dales Coaches declined your request because no coach is free; you have 2 other offers.',
    ])
    expect(composeRequestRejected({ ...sale, reason: 'Sorry! Fully booked.' }).lines).toEqual([
      'Dales Coaches declined your request.',
      'Reason: Sorry! Fully booked.',
    ])
  })

  test.each([
    ['no coach is free', 'No coach is free.'],
    ['the coach is in the workshop', 'The coach is in the workshop'],
    [null, 'No vehicles available'],
    [null, 'IT systems are down'],
    [null, 'NO COACH IS FREE'],
    [null, 'All Saints Church is closed'],
    [null, 'We have no coach'],
    [null, 'Our driver is ill'],
    [null, 'The coach is ill. The driver is broken.'],
    [null, ''],
  ])('puts %p after “because” for the reason “%s”', (clause, reason) => {
    const rejected = { ...tripFacts, operator: 'Dales Coaches', reason, isOwn: true, others: 0 }
    expect(composeRequestRejected(rejected).lines).toEqual(
      clause !== null
        ? [`Dales Coaches declined your request because ${clause}.`]
        : ['Dales Coaches declined your request.', ...(reason === '' ? [] : [`Reason: ${reason}`])],
    )
  })

  test('asks for no payment of a balance that the card pays', () => {
    const due = { ...tripFacts, amount: '£512.00', dueAt: 'Sat 17 Apr, 10:00', dueOn: 'Sat 17 Apr', isDue: true, payTo: null }
    const byCard = composeBalanceDue({ ...due, card: { amount: '£512.00', at: 'Sun 18 Apr, 10:00' } })
    expect(`${byCard.lines.join(' ')} ${byCard.sms}`).not.toMatch(/Please pay/)
    expect(byCard.lines[0]).toBe('The balance of £512.00 for your trip on 1 May is due now.')
    expect(composeBalanceDue({ ...due, card: null }).lines[0]).toBe(
      'Please pay the balance of £512.00 now for your trip on 1 May.',
    )
  })

  test('names drivers of later legs apart, and two drivers with one name twice', () => {
    const booked = { ...tripFacts, operator: 'Dales Coaches Ltd.', phone: null, licence: null }
    const when = { when: 'Tomorrow', time: '10:00', pickup: 'St. Mary’s St.' }
    const [pat, kim] = [crew(1, 'Dave', 'YX20 ABC'), crew(2, 'Dave', 'YX21 DEF')]
    const both = composeDayBefore({ ...booked, ...when, crew: [pat, kim], laterCrew: [crew(3, 'Lee', 'YX22 GHI')] })
    expect(both.subject).toBe('Tomorrow 10:00: your drivers are Dave, Dave and Lee')
    expect(both.lines).toEqual([
      'Dave in YX20 ABC and Dave in YX21 DEF will collect you at 10:00 from St. Mary’s St.',
      'On later legs: Lee in YX22 GHI.',
      'Questions? Ask Dales Coaches Ltd.',
    ])
    const one = composeDayBefore({ ...booked, ...when, crew: [pat, { ...pat, vehicle: 'YX21 DEF' }], laterCrew: [] })
    expect(one.subject).toBe('Tomorrow 10:00: your driver is Dave')
  })

  test('keeps the words after a long route in an SMS', () => {
    const far = { ...tripFacts, route: `${'Llanfair'.repeat(20)} → ${'Gogogoch'.repeat(20)}` }
    const entered = composeTripEntered({ ...far, operator: null, quoteBy: 'Tue 16 Mar, 08:00' })
    const sms = renderSms([entered], 'Dales Coaches', { label: 'Your trip', url: `${baseUrl}/trip` })
    expect(sms).toContain(', Sat 1 May. Operators can send you a price until Tue 16 Mar, 08:00. Your trip: ')
  })

  test('contains no token and no code in its own words', () => {
    expect(JSON.stringify(listNoticeSamples())).not.toMatch(/cb[kodptl]_|\b\d{6}\b/)
  })
})

describe('several notices', () => {
  const [one, two] = listNoticeSamples().map(({ words }) => words)
  const both = one === undefined || two === undefined ? [] : [one, two]

  test('use the operator’s colour on the button and end with the operator’s sign-off', () => {
    const words = { subject: 'Booked', lines: ['It is booked.'], sms: 'Booked' }
    const head = { ...buildEmailHead('customer', 'Dales Coaches'), signOff: 'Kind regards\n<b>Ruth</b>', accent: '#aa3300' }
    const { text, html } = renderEmail([words], link, head)
    expect(text).toEndWith(`Your trip: ${link.url}\n\nKind regards\n<b>Ruth</b>\n\n-- \n${head.why}`)
    expect(html).toContain('style="background:#aa3300;')
    expect(html).toContain('Kind regards<br>&lt;b&gt;Ruth&lt;/b&gt;')
    const plain = renderEmail([words], link, buildEmailHead('customer', 'Dales Coaches'))
    expect(plain.html).toContain('style="background:#1b4f9c;')
    expect(plain.text).not.toContain('Kind regards')
  })

  test('make one email with a headline for each and one link', () => {
    const { subject, text, html } = renderEmail(both, link, buildEmailHead('customer', 'Dales Coaches'))
    expect(subject).toBe('2 updates')
    for (const { subject, heading: headline = subject, lines } of both) {
      expect(text).toContain(headline)
      expect(text).toContain(lines[0] ?? '')
    }
    expect(linksIn(html)).toHaveLength(1)
    expect(html.match(/<h2/g)).toHaveLength(2)
  })

  test('make one SMS that counts them', () => {
    expect(renderSms(both, 'Dales', { label: 'Sign in', url: 'https://x.example' })).toBe(
      'Dales: 2 updates. Sign in: https://x.example',
    )
  })
})

test('renders the same words and links as HTML for an email with its own words', () => {
  const html = renderEmailHtml(
    'Your <link>',
    'Hello & welcome.\nHere:\n\nhttps://coaches.example/sign-in#cbl_1\n\nBye.',
    'Dales & Moors',
  )
  expect(html).toContain('<title>Your &lt;link&gt;</title>')
  expect(html).toContain('>Hello &amp; welcome.<br>Here:</p>')
  expect(html).toContain('>Dales &amp; Moors</p>')
  expect(html).toContain('href="https://coaches.example/sign-in#cbl_1"')
  expect(linksIn(html)).toHaveLength(1)
})

test('previews every notice and runs no script', () => {
  const page = renderPreviewPage(baseUrl)
  expect(page.match(/<iframe [^>]*sandbox srcdoc/g)).toHaveLength(listNoticeSamples().length)
  expect(page).not.toMatch(/<script|https?:\/\/(?!coaches\.example)/)
})
