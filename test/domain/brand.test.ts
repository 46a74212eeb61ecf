import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { computeContrast, computeDarkShade, computeLightShade, readAccent } from '../../src/domain/brand.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('a colour of an operator', () => {
  test('is legible in light and dark mode, on plain and tinted backgrounds, with its text', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const [light, dark] = [computeLightShade(accent), computeDarkShade(accent)]
        for (const ground of ['#ffffff', '#eef3f9', light.onAccent])
          expect(computeContrast(light.accent, ground)).toBeGreaterThanOrEqual(4.5)
        for (const ground of ['#181c21', '#1f2731', dark.onAccent])
          expect(computeContrast(dark.accent, ground)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  test('stays unchanged if it is legible', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        if (computeContrast(accent, '#ffffff') >= 5.2) expect(computeLightShade(accent).accent).toBe(accent)
        if (computeContrast(accent, '#181c21') >= 5.2) expect(computeDarkShade(accent).accent).toBe(accent)
      }),
    )
  })

  test('calculates contrast as in WCAG', () => {
    expect(computeContrast('#000000', '#ffffff')).toBe(21)
    expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(computeContrast('#ffffff', '#ffffff')).toBe(1)
  })

  test.each(['', '#fff', 'red', '#12345g', '#1234567', ' #123456', 'url(#a)', '#123456;'])('refuses %p', (text) => {
    expect(() => readAccent(text)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  })

  test('stores lower case letters', () => {
    expect(readAccent('#AbCdEf')).toBe('#abcdef')
  })
})
