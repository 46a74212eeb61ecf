import { describe, expect, test } from 'bun:test'
import { LogPosition } from '../../src/domain/log-position.ts'

const lines = (...ids: number[]) => ids.map((id) => ({ id }))
const missedForMs = 20_000

describe('a reader of a log', () => {
  test('returns each line once, and continues after the last', () => {
    const position = new LogPosition(7)
    expect(position.advance(lines(8, 9), 0)).toEqual(lines(8, 9))
    expect(position.from).toBe(9)
    expect(position.advance(lines(), 1)).toEqual([])
  })

  test('waits for a missing line, and returns the lines after it only once', () => {
    const position = new LogPosition(0)
    expect(position.advance(lines(1, 3), 0)).toEqual(lines(1, 3))
    expect(position.from).toBe(1)
    expect(position.advance(lines(3, 4), 1_000)).toEqual(lines(4))
    expect(position.advance(lines(2, 3, 4), 2_000)).toEqual(lines(2))
    expect(position.from).toBe(4)
  })

  test('skips a missing line after a while, and waits again for the next', () => {
    const position = new LogPosition(0)
    position.advance(lines(2), 0)
    position.advance(lines(2, 4), 1_000)
    position.advance(lines(2, 4), missedForMs)
    expect(position.from).toBe(2)
    expect(position.advance(lines(3, 4, 5), missedForMs + 1)).toEqual(lines(3, 5))
    expect(position.from).toBe(5)
  })
})
