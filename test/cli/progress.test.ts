import { describe, expect, test } from 'bun:test'
import { createProgress, formatByteCount } from '../../src/cli/progress.ts'

function screen(isTerminal: boolean) {
  const shown = { text: '', ms: 0 }
  const progress = createProgress({
    isTerminal,
    now: () => shown.ms,
    write: (text) => {
      shown.text += text
    },
  })
  return { shown, progress }
}

describe('progress', () => {
  test('is one plain line for each stage without a terminal', () => {
    const { shown, progress } = screen(false)
    progress.tell('copying', 0, 2_000_000)
    progress.tell('copying', 1_000_000, 2_000_000)
    progress.tell('checking', 0, null)
    progress.printSentence('Migrating to 0007_more.')
    progress.end()

    expect(shown.text).toBe('Copying 2.0 MB …\nChecking …\nMigrating to 0007_more.\n')
  })

  test('is a bar on a terminal, drawn over itself and removed at the end', () => {
    const { shown, progress } = screen(true)
    progress.tell('copying', 0, 2_000_000)
    progress.tell('copying', 500_000, 2_000_000)
    shown.ms = 100
    progress.tell('copying', 1_000_000, 2_000_000)
    progress.tell('copying', 2_500_000, 2_000_000)
    progress.end()

    const drawn = shown.text.split('\r\x1b[2K')
    expect(drawn).toEqual([
      '',
      `Copying      ${'░'.repeat(30)}   0 % of 2.0 MB`,
      `Copying      ${'█'.repeat(15)}${'░'.repeat(15)}  50 % of 2.0 MB`,
      `Copying      ${'█'.repeat(30)} 100 % of 2.0 MB`,
      '',
    ])
  })

  test('counts rows for stages that move rows', () => {
    const [lines, bar] = [screen(false), screen(true)]
    for (const { progress } of [lines, bar]) {
      progress.tell('moving', 0, 311_310)
      progress.tell('comparing', 311_310, 311_310)
      progress.end()
    }

    expect(lines.shown.text).toBe('Moving 311,310 rows …\nComparing 311,310 rows …\n')
    expect(bar.shown.text).toContain(`Moving       ${'░'.repeat(30)}   0 % of 311,310 rows`)
    expect(bar.shown.text).toContain(`Comparing    ${'█'.repeat(30)} 100 % of 311,310 rows`)
  })

  test('replaces the bar with a sentence', () => {
    const { shown, progress } = screen(true)
    progress.tell('checking', 0, null)
    progress.printSentence('Done.')

    expect(shown.text).toBe('\r\x1b[2KChecking     …\r\x1b[2KDone.\n')
  })
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [487_424, '487.4 kB'],
  [1_500_000_000, '1.5 GB'],
  [2e15, '2000.0 TB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatByteCount(bytes)).toBe(text)
})
