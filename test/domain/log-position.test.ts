import { describe, expect, test } from 'bun:test'
import { LogPosition } from '../../src/domain/log-position.ts'

const lines = (...ids: number[]) => ids.map((id) => ({ id }))
const missedForMs = 20_000

describe('a log that is read on', () => {
  test('tells each line once, and moves on behind the last', () => {
    const position = new LogPosition(7)
    expect(position.advance(lines(8, 9), 0)).toEqual(lines(8, 9))
    expect(position.from).toBe(9)
    expect(position.advance(lines(), 1)).toEqual([])
  })

  test('waits for a line that is missing, and tells what came before it only once', () => {
    const position = new LogPosition(0)
    expect(position.advance(lines(1, 3), 0)).toEqual(lines(1, 3))
    expect(position.from).toBe(1)
    expect(position.advance(lines(3, 4), 1_000)).toEqual(lines(4))
    expect(position.advance(lines(2, 3, 4), 2_000)).toEqual(lines(2))
    expect(position.from).toBe(4)
  })

  test('gives up what is missing after a while, and waits anew for the next', () => {
    const position = new LogPosition(0)
    position.advance(lines(2), 0)
    position.advance(lines(2, 4), 1_000)
    position.advance(lines(2, 4), missedForMs)
    expect(position.from).toBe(2)
    expect(position.advance(lines(3, 4, 5), missedForMs + 1)).toEqual(lines(3, 5))
    expect(position.from).toBe(5)
  })
})
