import { describe, expect, test } from 'bun:test'
import { factNames, facts, tellingOf } from '../../src/domain/notices.ts'
import { smsLength } from '../../src/domain/sms.ts'
import { tokenText } from '../../src/domain/token.ts'
import { htmlOf, letterHead, letterOf, smsOf, smsPlaces } from '../../src/gateways/notices/letter.ts'
import { previewPage } from '../../src/gateways/notices/preview.ts'
import { type NoticeSample, noticeSamples, type TypedNames, usualNames } from '../../src/gateways/notices/samples.ts'

const baseUrl = 'https://coaches.example/hire'
const token = tokenText('trip_link', new Uint8Array(32).fill(9))
const link = { label: 'Your trip', url: `${baseUrl}/trip#${token}` }

/** The same hostile text wherever somebody may type one. */
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
  test('of the table is there for each who hears of it, and no other', () => {
    const wanted = factNames.flatMap((fact) => {
      const { customer, people, driver } = tellingOf(fact)
      return [
        ...(customer === undefined ? [] : [`${fact} to customer`]),
        ...(people === undefined ? [] : [`${fact} to people`]),
        ...(driver === undefined ? [] : [`${fact} to driver`]),
      ]
    })
    expect(noticeSamples().map(nameOf).sort()).toEqual(wanted.sort())
    expect(Object.keys(facts).length).toBeGreaterThan(25)
  })

  test.each(noticeSamples().map((sample) => [nameOf(sample), sample] as const))(
    '%s has one link and says which trip',
    (_, { to, words }) => {
      const { subject, text, html } = letterOf([words], link, letterHead(to, 'Dales Coaches'))
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
      if (words.sms.includes('TR-')) expect(subject).toContain('TR-7GQ2MX')
      for (const line of words.lines) expect(line).not.toMatch(/undefined|null|NaN|\bobject\b/)
    },
  )

  test.each(hostile)('stays what it is with %j in every name', (text) => {
    for (const { fact, to, words } of noticeSamples(everywhere(text))) {
      const letter = letterOf([words], link, letterHead(to, 'Dales Coaches'))
      expect(letter.subject, fact).not.toMatch(control)
      expect([...letter.subject].length, fact).toBeLessThanOrEqual(200)
      expect(letter.text.replaceAll('\n', ''), fact).not.toMatch(control)
      expect(linksIn(letter.html), fact).toHaveLength(1)
      expect(letter.html.replaceAll('\n', ''), fact).not.toMatch(control)
      expect(letter.html, fact).not.toMatch(/<(?!\/?(!doctype|html|head|meta|title|body|div|p|a|h1|h2|table|tr|th|td)\b)/i)
      const sms = smsOf([words], text, link)
      expect(smsLength(sms), `${fact} to ${to}: ${sms}`).toBeLessThanOrEqual(smsPlaces)
      expect(smsLength(sms)).not.toBeNull()
      expect(sms).toEndWith(link.url)
    }
  })

  test('fits two parts of an SMS', () => {
    expect(smsPlaces).toBe(306)
    for (const { fact, words } of noticeSamples()) {
      const length = smsLength(smsOf([words], 'K'.repeat(160), { label: 'Sign in', url: `${baseUrl}/sign-in` })) ?? 999
      expect(length, fact).toBeLessThanOrEqual(smsPlaces)
    }
  })

  test('to a driver names neither price nor contact, one to the operator before a booking neither contact nor customer', () => {
    const said = (to: NoticeSample['to']) => JSON.stringify(noticeSamples().filter((sample) => sample.to === to))
    expect(said('driver')).not.toMatch(/[£€$]|\d\.\d\d|0113|@|Ann/)
    expect(said('people')).not.toMatch(/0113|07700|@|Ann/)
  })

  test('tells a driver by SMS which coach and legs, when and where to report, however long the names are', () => {
    const sign = { label: 'Sign in', url: `${baseUrl}/sign-in` }
    const said = (names: TypedNames, operator: string) =>
      noticeSamples(names)
        .filter(({ fact, to }) => to === 'driver' && (fact === 'crew_changed' || fact === 'day_before'))
        .map(({ words }) => smsOf([words], operator, sign))
    const usual = said({ ...usualNames, reason: 'Depot, bay 4' }, 'Dales Coaches')
    expect(usual).toHaveLength(2)
    for (const sms of usual) {
      expect(sms).toContain('in YX20 ABC, coach 2, legs 1 + 3. Report: Sat 1 May, 10:00, Depot, bay 4.')
    }
    for (const sms of said(everywhere('Widdecombe '.repeat(30)), 'K'.repeat(160))) {
      expect(sms).toMatch(/, coach 2, legs 1 \+ 3\. Report: Sat 1 May, 10:00, Widde/)
      expect(smsLength(sms)).toBeLessThanOrEqual(smsPlaces)
    }
  })

  test('carries no token and no code of its own', () => {
    expect(JSON.stringify(noticeSamples())).not.toMatch(/cb[kodptl]_|\b\d{6}\b/)
  })
})

describe('several notices', () => {
  const [one, two] = noticeSamples().map(({ words }) => words)
  const both = one === undefined || two === undefined ? [] : [one, two]

  test('has the operator’s colour on its button, and below it what the operator says', () => {
    const words = { subject: 'Booked', lines: ['It is booked.'], sms: 'Booked' }
    const head = { ...letterHead('customer', 'Dales Coaches'), signOff: 'Kind regards\n<b>Ruth</b>', accent: '#aa3300' }
    const { text, html } = letterOf([words], link, head)
    expect(text).toEndWith(`Your trip: ${link.url}\n\nKind regards\n<b>Ruth</b>\n\n-- \n${head.why}`)
    expect(html).toContain('style="background:#aa3300;')
    expect(html).toContain('Kind regards<br>&lt;b&gt;Ruth&lt;/b&gt;')
    const plain = letterOf([words], link, letterHead('customer', 'Dales Coaches'))
    expect(plain.html).toContain('style="background:#1b4f9c;')
    expect(plain.text).not.toContain('Kind regards')
  })

  test('are one mail under the headline of each, with one link', () => {
    const { subject, text, html } = letterOf(both, link, letterHead('customer', 'Dales Coaches'))
    expect(subject).toBe('2 things to know')
    for (const { subject, heading: headline = subject, lines } of both) {
      expect(text).toContain(headline)
      expect(text).toContain(lines[0] ?? '')
    }
    expect(linksIn(html)).toHaveLength(1)
    expect(html.match(/<h2/g)).toHaveLength(2)
  })

  test('are one SMS that counts them', () => {
    expect(smsOf(both, 'Dales', { label: 'Sign in', url: 'https://x.example' })).toBe(
      'Dales: 2 things to know Sign in: https://x.example',
    )
  })
})

test('a mail with words of its own has the same as HTML, with its links', () => {
  const html = htmlOf('Your <link>', 'Hello & welcome.\nHere:\n\nhttps://coaches.example/sign-in#cbl_1\n\nBye.', 'Dales & Moors')
  expect(html).toContain('<title>Your &lt;link&gt;</title>')
  expect(html).toContain('>Hello &amp; welcome.<br>Here:</p>')
  expect(html).toContain('>Dales &amp; Moors</p>')
  expect(html).toContain('href="https://coaches.example/sign-in#cbl_1"')
  expect(linksIn(html)).toHaveLength(1)
})

test('the preview shows every notice, and runs nothing', () => {
  const page = previewPage(baseUrl)
  expect(page.match(/<iframe [^>]*sandbox srcdoc/g)).toHaveLength(noticeSamples().length)
  expect(page).not.toMatch(/<script|https?:\/\/(?!coaches\.example)/)
})
