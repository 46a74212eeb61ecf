import { describe, expect, test } from 'bun:test'
import { abilitiesOfRole, type Role, roles } from '../../src/domain/ability.ts'
import { dayMs, hourMs, isLocalTimeWithin, minuteMs } from '../../src/domain/instant.ts'
import {
  channelsTo,
  chooseWishes,
  factNames,
  heldUntil,
  mayHear,
  type Topic,
  tellingOf,
  topics,
  topicsOf,
  type Wishes,
  wishesOf,
} from '../../src/domain/notices.ts'

const london = 'Europe/London'
const wishes = (differing: Partial<Wishes> = {}): Wishes => ({
  mail: [...topics],
  sms: [],
  digest: 'at_once',
  quiet: null,
  ...differing,
})
const someone = (role: Role, notifications: Wishes | null = null, phone: string | null = '07700 900123') => ({
  role,
  phone,
  notifications,
})

describe('who hears of a topic', () => {
  test.each<[Role, readonly Topic[]]>([
    ['admin', topics],
    [
      'dispatcher',
      [
        'job_offered',
        'quote_reminder',
        'booking_request',
        'booking',
        'cancellation',
        'amendment',
        'driver',
        'balance',
        'compliance',
      ],
    ],
    ['accounts', ['booking', 'cancellation', 'amendment', 'balance']],
  ])('%s', (role, may) => {
    expect(topicsOf(role)).toEqual([...may])
  })

  test('no one hears of what their role may not read, whatever they wish', () => {
    for (const role of roles) {
      for (const topic of topics) {
        const channels = channelsTo(someone(role, wishes({ sms: [...topics] })), topic)
        expect(channels).toEqual(mayHear(role, topic) ? ['mail', 'sms'] : [])
      }
    }
    expect(mayHear('accounts', 'driver')).toBe(abilitiesOfRole.accounts.includes('drivers:read'))
  })

  test('who has chosen nothing gets everything by mail, and booking requests by SMS too where they have a phone', () => {
    expect(wishesOf(someone('dispatcher'))).toEqual({
      mail: topicsOf('dispatcher'),
      sms: ['booking_request'],
      digest: 'at_once',
      quiet: null,
    })
    expect(channelsTo(someone('admin'), 'booking_request')).toEqual(['mail', 'sms'])
    expect(channelsTo(someone('admin', null, null), 'booking_request')).toEqual(['mail'])
    expect(channelsTo(someone('admin'), 'booking')).toEqual(['mail'])
    expect(channelsTo(someone('admin', wishes({ mail: [] })), 'booking')).toEqual([])
  })

  test('what they chose is kept in the order of the list, and shown as far as their role goes', () => {
    const chosen = chooseWishes('admin', wishes({ mail: ['system', 'booking', 'job_offered'], sms: ['driver'] }))
    expect(chosen).toEqual(wishes({ mail: ['job_offered', 'booking', 'system'], sms: ['driver'] }))
    expect(wishesOf(someone('accounts', chosen))).toEqual(wishes({ mail: ['booking'], sms: [] }))
    expect(wishesOf(someone('accounts')).sms).toEqual([])
  })

  test('what their role may not read cannot be chosen, and each is told where it stands', () => {
    const refused = () => chooseWishes('accounts', wishes({ mail: ['booking', 'driver'], sms: ['system'] }))
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        facts: {
          faults: [
            { path: ['mail', 1], rule: 'notForRole', facts: {} },
            { path: ['sms', 0], rule: 'notForRole', facts: {} },
          ],
        },
      }),
    )
  })

  test('every fact tells somebody', () => {
    for (const fact of factNames) {
      const { customer, people, driver } = tellingOf(fact)
      expect(
        [customer, people, driver].some((one) => one !== undefined),
        fact,
      ).toBe(true)
    }
  })
})

describe('when it may go', () => {
  const at = (text: string) => Date.parse(text)

  test.each<[string, Partial<Wishes>, string, string]>([
    ['at once', {}, '2027-03-02T08:20:00Z', '2027-03-02T08:20:00Z'],
    ['at the hour', { digest: 'hourly' }, '2027-03-02T08:20:00Z', '2027-03-02T09:00:00Z'],
    ['in the morning', { digest: 'daily' }, '2027-03-02T08:20:00Z', '2027-03-03T07:00:00Z'],
    ['in the morning by the summer clock', { digest: 'daily' }, '2027-06-02T08:20:00Z', '2027-06-03T06:00:00Z'],
    ['after the quiet', { quiet: { from: '22:00', to: '06:30' } }, '2027-03-02T23:20:00Z', '2027-03-03T06:30:00Z'],
    ['at the end of the quiet', { quiet: { from: '22:00', to: '06:30' } }, '2027-03-02T06:30:00Z', '2027-03-02T06:30:00Z'],
    ['by day', { quiet: { from: '22:00', to: '06:30' } }, '2027-03-02T12:00:00Z', '2027-03-02T12:00:00Z'],
    ['after a quiet noon', { quiet: { from: '12:00', to: '14:00' } }, '2027-03-02T13:00:00Z', '2027-03-02T14:00:00Z'],
    [
      'after a quiet morning',
      { digest: 'daily', quiet: { from: '22:00', to: '09:00' } },
      '2027-03-02T12:00:00Z',
      '2027-03-03T09:00:00Z',
    ],
    ['in an hour that comes twice', { quiet: { from: '00:30', to: '01:30' } }, '2027-10-31T01:10:00Z', '2027-10-31T01:30:00Z'],
  ])('%s', (_, differing, queued, slot) => {
    expect(new Date(heldUntil(wishes(differing), 'booking', at(queued), london))).toEqual(new Date(slot))
  })

  test('is never before it was queued, never in quiet hours, never more than two days off, and for a request at once', () => {
    const zones = [london, 'Pacific/Auckland', 'America/St_Johns', 'Australia/Lord_Howe']
    const clock = (n: number) => `${String(Math.floor(n / 60) % 24).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let turn = 0; turn < 2_000; turn++) {
      const quiet = random(3) === 0 ? null : { from: clock(random(1_440)), to: clock(random(1_440)) }
      const digest = (['at_once', 'hourly', 'daily'] as const)[random(3)] ?? 'daily'
      const zone = zones[random(zones.length)] ?? london
      const queuedAt = Date.UTC(2027, 0, 1) + random(365 * 24 * 60) * minuteMs + random(60_000)
      const wished = wishes({ quiet, digest })
      const until = heldUntil(wished, 'booking', queuedAt, zone)
      const said = JSON.stringify({ wished, zone, queuedAt, until })
      expect(until, said).toBeGreaterThanOrEqual(queuedAt)
      expect(until, said).toBeLessThanOrEqual(queuedAt + 2 * dayMs + hourMs)
      if (quiet !== null) expect(isLocalTimeWithin(until, zone, quiet), said).toBe(false)
      expect(heldUntil(wished, 'booking_request', queuedAt, zone)).toBe(queuedAt)
    }
  })
})
