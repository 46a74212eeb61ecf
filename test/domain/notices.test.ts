import { describe, expect, test } from 'bun:test'
import { abilitiesOfRole, type Role, roles } from '../../src/domain/ability.ts'
import { dayMs, hourMs, isLocalTimeWithin, minuteMs } from '../../src/domain/instant.ts'
import {
  computeSendTime,
  factNames,
  findNoticeRule,
  isTopicAllowed,
  listChannelsTo,
  listTopicsOfRole,
  mergeNotificationChoices,
  type NotificationChoices,
  readNotificationChoices,
  type Topic,
  topics,
} from '../../src/domain/notices.ts'

const london = 'Europe/London'
const wishes = (differing: Partial<NotificationChoices> = {}): NotificationChoices => ({
  mail: [...topics],
  sms: [],
  digest: 'at_once',
  quiet: null,
  ...differing,
})
const person = (role: Role, notifications: NotificationChoices | null = null, phone: string | null = '07700 900123') => ({
  role,
  phone,
  notifications,
})

describe('the topics of a person', () => {
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
  ])('returns the topics of the role %s', (role, may) => {
    expect(listTopicsOfRole(role)).toEqual([...may])
  })

  test('sends no topic that the role cannot read, with any preferences', () => {
    for (const role of roles) {
      for (const topic of topics) {
        const channels = listChannelsTo(person(role, wishes({ sms: [...topics] })), topic)
        expect(channels).toEqual(isTopicAllowed(role, topic) ? ['mail', 'sms'] : [])
      }
    }
    expect(isTopicAllowed('accounts', 'driver')).toBe(abilitiesOfRole.accounts.includes('drivers:read'))
  })

  test('uses by default email for all topics, and SMS for booking requests with a phone', () => {
    expect(readNotificationChoices(person('dispatcher'))).toEqual({
      mail: listTopicsOfRole('dispatcher'),
      sms: ['booking_request'],
      digest: 'at_once',
      quiet: null,
    })
    expect(listChannelsTo(person('admin'), 'booking_request')).toEqual(['mail', 'sms'])
    expect(listChannelsTo(person('admin', null, null), 'booking_request')).toEqual(['mail'])
    expect(listChannelsTo(person('admin'), 'booking')).toEqual(['mail'])
    expect(listChannelsTo(person('admin', wishes({ mail: [] })), 'booking')).toEqual([])
  })

  test('sorts chosen topics like the list, and shows only those of the role', () => {
    const chosen = mergeNotificationChoices('admin', wishes({ mail: ['system', 'booking', 'job_offered'], sms: ['driver'] }))
    expect(chosen).toEqual(wishes({ mail: ['job_offered', 'booking', 'system'], sms: ['driver'] }))
    expect(readNotificationChoices(person('accounts', chosen))).toEqual(wishes({ mail: ['booking'], sms: [] }))
    expect(readNotificationChoices(person('accounts')).sms).toEqual([])
  })

  test('refuses topics that the role cannot read, and names each', () => {
    const refused = () => mergeNotificationChoices('accounts', wishes({ mail: ['booking', 'driver'], sms: ['system'] }))
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

  test('sends every notice to at least one reader', () => {
    for (const fact of factNames) {
      const { customer, people, driver } = findNoticeRule(fact)
      expect(
        [customer, people, driver].some((one) => one !== undefined),
        fact,
      ).toBe(true)
    }
  })
})

describe('the time of a notice', () => {
  const at = (text: string) => Date.parse(text)

  test.each<[string, Partial<NotificationChoices>, string, string]>([
    ['is immediate by default', {}, '2027-03-02T08:20:00Z', '2027-03-02T08:20:00Z'],
    ['is the next hour for hourly notices', { digest: 'hourly' }, '2027-03-02T08:20:00Z', '2027-03-02T09:00:00Z'],
    ['is the next morning for daily notices', { digest: 'daily' }, '2027-03-02T08:20:00Z', '2027-03-03T07:00:00Z'],
    ['is the next morning in summer time', { digest: 'daily' }, '2027-06-02T08:20:00Z', '2027-06-03T06:00:00Z'],
    ['is after quiet hours', { quiet: { from: '22:00', to: '06:30' } }, '2027-03-02T23:20:00Z', '2027-03-03T06:30:00Z'],
    ['is immediate when quiet ends', { quiet: { from: '22:00', to: '06:30' } }, '2027-03-02T06:30:00Z', '2027-03-02T06:30:00Z'],
    ['is immediate in the daytime', { quiet: { from: '22:00', to: '06:30' } }, '2027-03-02T12:00:00Z', '2027-03-02T12:00:00Z'],
    ['is after quiet hours at noon', { quiet: { from: '12:00', to: '14:00' } }, '2027-03-02T13:00:00Z', '2027-03-02T14:00:00Z'],
    [
      'is after a quiet morning for daily notices',
      { digest: 'daily', quiet: { from: '22:00', to: '09:00' } },
      '2027-03-02T12:00:00Z',
      '2027-03-03T09:00:00Z',
    ],
    ['is correct in a repeated hour', { quiet: { from: '00:30', to: '01:30' } }, '2027-10-31T01:10:00Z', '2027-10-31T01:30:00Z'],
  ])('%s', (_, differing, queued, slot) => {
    expect(new Date(computeSendTime(wishes(differing), 'booking', at(queued), london))).toEqual(new Date(slot))
  })

  test('is outside quiet hours within two days, and immediate for a request', () => {
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
      const until = computeSendTime(wished, 'booking', queuedAt, zone)
      const said = JSON.stringify({ wished, zone, queuedAt, until })
      expect(until, said).toBeGreaterThanOrEqual(queuedAt)
      expect(until, said).toBeLessThanOrEqual(queuedAt + 2 * dayMs + hourMs)
      if (quiet !== null) expect(isLocalTimeWithin(until, zone, quiet), said).toBe(false)
      expect(computeSendTime(wished, 'booking_request', queuedAt, zone)).toBe(queuedAt)
    }
  })
})
