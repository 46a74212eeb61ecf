import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { contrastOf, darkShade, lightShade, readAccent } from '../../src/domain/brand.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('a colour that an operator chooses', () => {
  test('is legible by day and in the dark, on plain and on tinted grounds, and so is what stands on it', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const [light, dark] = [lightShade(accent), darkShade(accent)]
        for (const ground of ['#ffffff', '#eef3f9', light.onAccent])
          expect(contrastOf(light.accent, ground)).toBeGreaterThanOrEqual(4.5)
        for (const ground of ['#181c21', '#1f2731', dark.onAccent])
          expect(contrastOf(dark.accent, ground)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('stays as it is where it is legible', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        if (contrastOf(accent, '#ffffff') >= 5.2) expect(lightShade(accent).accent).toBe(accent)
        if (contrastOf(accent, '#181c21') >= 5.2) expect(darkShade(accent).accent).toBe(accent)
      }),
    )
  })

  test('stands apart from another as WCAG says', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrastOf('#ffffff', '#ffffff')).toBe(1)
  })

  test.each(['', '#fff', 'red', '#12345g', '#1234567', ' #123456', 'url(#a)', '#123456;'])('is refused as %p', (text) => {
    expect(() => readAccent(text)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  })

  test('is kept in small letters', () => {
    expect(readAccent('#AbCdEf')).toBe('#abcdef')
  })
})
