import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type DaySpan, findDayIndex, findPeriodStart, parseDaySpan, periodLengths } from '../../src/domain/day-span.ts'
import { hourMs, minuteMs, toLocalDate } from '../../src/domain/instant.ts'
import { occupationKinds } from '../../src/domain/occupation.ts'
import { quoteStatuses } from '../../src/domain/quote.ts'
import { countPunctualTrips, sumTakings } from '../../src/domain/takings.ts'
import { countUtilisation, listCoachDays } from '../../src/domain/utilisation.ts'
import { computeShareBps, countQuoteEnds, findPercentile, listResponseMinutes } from '../../src/domain/win-rate.ts'

/** Zones with summer time from 02:00, from midnight, by half of an hour, and without summer time. */
const timezones = ['Europe/London', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'] as const
const anyTimezone = fc.constantFrom(...timezones)

/** Some days of 2027, with the clock changes of spring and autumn. */
const anyDays = fc
  .record({ timezone: anyTimezone, first: fc.integer({ min: 0, max: 360 }), count: fc.integer({ min: 1, max: 40 }) })
  .map(({ timezone, first, count }) => {
    const from = Temporal.PlainDate.from('2027-01-01').add({ days: first })
    return { timezone, days: parseDaySpan(String(from), String(from.add({ days: count - 1 })), timezone) }
  })

const around = ({ from, to }: DaySpan) => fc.integer({ min: from - 50 * hourMs, max: to + 50 * hourMs })

describe('local days', () => {
  test('contain the instants of their date across every change of the clocks', () => {
    const anyInstant = anyDays.chain(({ timezone, days }) => around(days).map((at) => ({ timezone, days, at })))
    fc.assert(
      fc.property(anyInstant, ({ timezone, days, at }) => {
        const date = toLocalDate(at, timezone)
        expect(days.dates[findDayIndex(days, at)]).toBe(days.dates.includes(date) ? date : undefined)
        expect(at >= days.from && at <= days.to).toBe(days.dates.includes(date))
      }),
    )
  })

  test('have 23 and 25 hours at changes of the clocks', () => {
    const lengths = ({ starts, dates }: DaySpan) => dates.map((_, nth) => ((starts[nth + 1] ?? 0) - (starts[nth] ?? 0)) / hourMs)
    expect(lengths(parseDaySpan('2027-03-27', '2027-03-29', 'Europe/London'))).toEqual([24, 23, 24])
    expect(lengths(parseDaySpan('2027-10-30', '2027-11-01', 'Europe/London'))).toEqual([24, 25, 24])
  })

  test('are at most 400, and end after they begin', () => {
    expect(parseDaySpan('2027-01-01', '2028-02-04', 'UTC').dates).toHaveLength(400)
    const rule = (from: string, to: string) => {
      try {
        parseDaySpan(from, to, 'UTC')
        return null
      } catch (fault) {
        return (fault as { facts: { faults: { path: string[]; rule: string }[] } }).facts.faults.map(({ path, rule }) => [
          path,
          rule,
        ])
      }
    }
    expect(rule('2027-01-01', '2028-02-05')).toEqual([[['to'], 'withinDaysOf']])
    expect(rule('0000-01-01', '9999-12-31')).toEqual([[['to'], 'withinDaysOf']])
    expect(rule('2027-01-02', '2027-01-01')).toEqual([[['to'], 'notBefore']])
    expect(rule('9999-12-31', '9999-12-31')).toBeNull()
  })

  test('are grouped by weeks from Monday, and by months', () => {
    expect(periodLengths.map((length) => findPeriodStart('2027-01-03', length))).toEqual([
      '2027-01-03',
      '2026-12-28',
      '2027-01-01',
    ])
    expect(findPeriodStart('2027-01-04', 'week')).toBe('2027-01-04')
  })
})

describe('quote numbers', () => {
  test('count quotes by result, and the won share of decided ones', () => {
    const anyQuotes = fc.array(fc.record({ status: fc.constantFrom(...quoteStatuses) }))
    fc.assert(
      fc.property(anyQuotes, (quotes) => {
        const ended = (status: string) => quotes.filter((quote) => quote.status === status).length
        const [booked, lost, expired, rejected] = [ended('booked'), ended('lost'), ended('expired'), ended('rejected')]
        const decided = booked + lost + expired + rejected
        const winRateBps = decided === 0 ? null : Math.round((booked / decided) * 10_000)
        expect(countQuoteEnds(quotes)).toEqual({ sent: quotes.length, booked, lost, expired, rejected, winRateBps })
      }),
    )
    expect([computeShareBps(1, 3), computeShareBps(2, 3), computeShareBps(1, 8), computeShareBps(0, 0)]).toEqual([
      3_333,
      6_667,
      1_250,
      null,
    ])
  })

  test('use percentiles by the nearest rank, the least value that covers the share', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(99)), fc.constantFrom(50, 90, 1, 100), (values, percent) => {
        const reached = values.filter((one) => values.filter((other) => other <= one).length * 100 >= percent * values.length)
        expect(findPercentile(values, percent)).toBe(values.length === 0 ? null : Math.min(...reached))
      }),
    )
    expect([findPercentile([15, 20, 35, 40, 50], 50), findPercentile([15, 20, 35, 40, 50], 90)]).toEqual([35, 50])
  })

  test('count a response to a job once, in whole minutes', () => {
    const quote = { status: 'lost', offeredAt: 1_000, submittedAt: 1_000 + 3 * minuteMs - 1, isAnother: false } as const
    expect(listResponseMinutes([quote, { ...quote, isAnother: true }, { ...quote, submittedAt: 0 }])).toEqual([2, 0])
  })
})

describe('booking numbers', () => {
  const anyBookings = ({ timezone, days }: { timezone: string; days: DaySpan }) =>
    fc
      .array(
        fc.record({
          status: fc.constantFrom('active', 'cancelled'),
          departsAt: around(days),
          priceAmount: fc.nat(99_999),
          extrasAmount: fc.nat(999),
          paidAmount: fc.nat(99_999),
          currencyCode: fc.constantFrom('GBP', 'EUR'),
        }),
      )
      .map((bookings) => ({ timezone, days, bookings }))

  test('match a recount by local dates', () => {
    fc.assert(
      fc.property(anyDays.chain(anyBookings), fc.constantFrom(...periodLengths), ({ timezone, days, bookings }, length) => {
        const counted = bookings.filter(({ departsAt }) => days.dates.includes(toLocalDate(departsAt, timezone)))
        const placeOf = (one: (typeof bookings)[number]) =>
          `${findPeriodStart(toLocalDate(one.departsAt, timezone), length)} ${one.currencyCode}`
        const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)
        const recounted = [...new Set(counted.map(placeOf))].sort().map((place) => {
          const there = counted.filter((one) => placeOf(one) === place)
          const activeBookings = there.filter(({ status }) => status === 'active')
          const off = there.filter(({ status }) => status === 'cancelled')
          const [period, currencyCode] = place.split(' ')
          return {
            period,
            bookedAmount: sum(activeBookings.map((one) => one.priceAmount + one.extrasAmount)),
            paidAmount: sum(activeBookings.map(({ paidAmount }) => paidAmount)),
            cancelledAmount: sum(off.map((one) => one.priceAmount + one.extrasAmount)),
            currencyCode,
          }
        })
        expect<unknown>(sumTakings(bookings, days, length)).toEqual(recounted)
      }),
    )
  })

  test('count a trip as on time if every vehicle arrived by departure', () => {
    const at = (bookingId: number, occurredAt: number) => ({ bookingId, occurredAt, departsAt: 100 })
    expect(countPunctualTrips([at(1, 100), at(2, 99), at(2, 101), at(3, 500)])).toEqual({ arrived: 1, late: 2 })
  })
})

test('counts a vehicle as out on each day of a booking, and else as blocked on days of a block', () => {
  const anyBusy = anyDays.chain(({ timezone, days }) =>
    fc
      .array(
        fc.record({ what: fc.constantFrom(...occupationKinds), from: around(days), hours: fc.integer({ min: 1, max: 99 }) }),
        { maxLength: 8 },
      )
      .map((busy) => ({ timezone, days, busy: busy.map((one) => ({ ...one, to: one.from + one.hours * hourMs })) })),
  )
  fc.assert(
    fc.property(anyBusy, ({ timezone, days, busy }) => {
      const recounted = days.dates.map((date) => {
        const touched = busy
          .filter(({ from, to }) => toLocalDate(from, timezone) <= date && date <= toLocalDate(to - 1, timezone))
          .map(({ what }) => what)
        return touched.includes('booking') ? 'out' : touched.includes('block') ? 'blocked' : 'free'
      })
      const made = listCoachDays(busy, days)
      expect<unknown>(made).toEqual(recounted)
      const { daysOut, daysAvailable } = countUtilisation(made)
      expect(daysOut).toBeLessThanOrEqual(daysAvailable)
    }),
  )
})
