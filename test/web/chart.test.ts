import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  chooseNamedColumns,
  findBarLength,
  findScale,
  findShade,
  formatShare,
  listGridLines,
  placeColumns,
} from '../../src/web/plain/chart.ts'

const figure = fc.double({ min: 0.01, max: 1e9, noNaN: true })

describe('a chart', () => {
  test('returns a scale up to the highest value with few lines', () => {
    fc.assert(
      fc.property(figure, fc.integer({ min: 1, max: 8 }), (most, lines) => {
        const scale = findScale(most, lines)
        const all = listGridLines(scale)
        expect(scale.top).toBeGreaterThanOrEqual(most * (1 - 1e-6))
        expect(scale.top).toBeLessThan(most + scale.step * 1.001)
        expect(all.length).toBeLessThanOrEqual(lines + 1)
        expect([all[0], all.at(-1)]).toEqual([0, expect.closeTo(scale.top, 6)])
      }),
    )
    expect([findScale(0), findScale(Number.NaN), findScale(-3)]).toEqual(Array(3).fill({ top: 1, step: 1 }))
    expect([findScale(100), findScale(9), findScale(64_000)]).toEqual([
      { step: 25, top: 100 },
      { step: 2.5, top: 10 },
      { step: 20_000, top: 80_000 },
    ])
  })

  test('returns bars within the room, proportional to their values', () => {
    fc.assert(
      fc.property(figure, figure, figure, (one, other, top) => {
        const lengths = [one, other].map((value) => findBarLength(value, top, 200))
        for (const length of lengths) expect(length >= 1 && length <= 200).toBe(true)
        if (one >= other) expect(lengths[0]).toBeGreaterThanOrEqual(lengths[1] ?? 0)
      }),
    )
    expect([findBarLength(0, 10, 200), findBarLength(-5, 10, 200), findBarLength(5, 0, 200), findBarLength(5, 10, 200)]).toEqual([
      0, 0, 0, 100,
    ])
  })

  test('places columns side by side without overlap', () => {
    const layout = fc.record({
      groups: fc.integer({ min: 0, max: 60 }),
      inGroup: fc.integer({ min: 1, max: 3 }),
      room: fc.record({ at: fc.integer({ min: 0, max: 80 }), size: fc.integer({ min: 100, max: 1200 }) }),
    })
    fc.assert(
      fc.property(layout, (wish) => {
        const columns = placeColumns(wish).flatMap((placed) => placed.columns)
        expect(columns).toHaveLength(wish.groups * wish.inGroup)
        let end = wish.room.at
        for (const { at, size } of columns) {
          expect(at).toBeGreaterThanOrEqual(end - 1e-6)
          expect(size > 0 && size <= 40).toBe(true)
          end = at + size
        }
        expect(end).toBeLessThanOrEqual(wish.room.at + wish.room.size + 1e-6)
      }),
    )
  })

  test('returns as many names as there is room for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 50, max: 1200 }), (count, size) => {
        const named = [...chooseNamedColumns(count, size, 48)]
        const middles = named.map((nth) => (nth + 0.5) * (size / count))
        expect(named[0]).toBe(0)
        for (const [nth, middle] of middles.entries()) {
          if (nth === 0) continue
          expect(middle - (middles[nth - 1] ?? 0)).toBeGreaterThanOrEqual(48 - 1e-6)
          expect(middle + 24).toBeLessThanOrEqual(size + 1e-6)
        }
      }),
    )
    const namedOf = (groups: number, size: number) => [...chooseNamedColumns(groups, size, 48)]
    expect([namedOf(0, 100), namedOf(3, 0), namedOf(2, 100), namedOf(6, 100)]).toEqual([[], [0], [0, 1], [0, 3]])
  })

  test('returns a darker shade for a larger part', () => {
    expect([findShade(0, 0), findShade(0, 4), findShade(1, 100), findShade(1, 2), findShade(4, 4), findShade(9, 4)]).toEqual([
      null,
      0,
      1,
      2,
      4,
      4,
    ])
  })

  test('formats shares in whole per cents', () => {
    expect([formatShare(null), formatShare(0), formatShare(3_149), formatShare(10_000)]).toEqual(['–', '0%', '31%', '100%'])
  })
})
