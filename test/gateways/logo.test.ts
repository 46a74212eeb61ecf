import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { mostLogoBytes } from '../../src/domain/brand.ts'
import { readLogo } from '../../src/gateways/logo.ts'
import { png, svg } from '../support/sample-pictures.ts'

const base64 = (bytes: string | Buffer) => Buffer.from(bytes as string).toString('base64')
const refused = expect.objectContaining({ code: 'validation_failed' })

describe('a PNG', () => {
  test('is read as it is', () => {
    const picture = png(160, 40)
    expect(Buffer.from(readLogo('image/png', base64(picture)).bytes)).toEqual(picture)
  })

  test('is refused where any of its bytes is another, or is missing', () => {
    const picture = png(4, 4)
    fc.assert(
      fc.property(fc.nat(picture.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const other = Buffer.from(picture)
        other[at] = (other[at] ?? 0) ^ change
        expect(() => readLogo('image/png', base64(other))).toThrow(refused)
        expect(() => readLogo('image/png', base64(picture.subarray(0, at)))).toThrow(refused)
      }),
    )
  })

  test.each([
    ['no base64', '%%%'],
    ['a drawing', base64(svg())],
    ['wider than any logo', base64(png(2_049, 1))],
    ['over 64 KiB', base64(Buffer.alloc(mostLogoBytes + 1))],
    ['a page of HTML', base64('<script>alert(1)</script>')],
  ])('is refused where it is %s', (_, data) => {
    expect(() => readLogo('image/png', data)).toThrow(refused)
  })
})

describe('an SVG', () => {
  test.each([
    ['shapes', svg()],
    ['a gradient of its own', svg('<linearGradient id="g"/><rect fill="url(#g)" width="9" height="9"/><use xlink:href="#g"/>')],
    ['a style', svg('<style>.a { fill: url(#g) }</style><path class="a" d="M0 0h9v9z"/>')],
    ['a picture within', svg(`<image href="data:image/png;base64,${base64(png(2, 2))}" width="9" height="9"/>`)],
    ['a declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${svg()}`],
  ])('is read with %s', (_, text) => {
    expect(Buffer.from(readLogo('image/svg+xml', base64(text)).bytes).toString()).toBe(text)
  })

  test.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a script in capitals', svg('<SCRIPT>alert(1)</SCRIPT>')],
    ['a script under another name', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>')],
    ['a handler', svg('', 'onload="alert(1)"')],
    ['a link that runs', svg('<a xlink:href="javascript:alert(1)"><path d="M0 0"/></a>')],
    ['a link elsewhere', svg('<a href="https://evil.example"><path d="M0 0"/></a>')],
    ['a picture from elsewhere', svg('<image href="https://evil.example/p.png"/>')],
    ['a drawing within', svg('<image href="data:image/svg+xml,%3Csvg/%3E"/>')],
    ['a style from elsewhere', svg('<style>@import "https://evil.example/a.css";</style>')],
    ['an import spelt otherwise', svg('<style>@\\69mport "https://evil.example/a.css";</style>')],
    ['a fill from elsewhere', svg('<path fill="url(https://evil.example/#g)" d="M0 0"/>')],
    ['a page within', svg('<foreignObject><b xmlns="http://www.w3.org/1999/xhtml">x</b></foreignObject>')],
    ['a sheet of its own', `<?xml-stylesheet href="https://evil.example/a.css"?>${svg()}`],
    ['a doctype', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg()}`],
    ['something behind it', `${svg()}<b/>`],
    ['no end', svg().slice(0, -3)],
    ['another root', '<html xmlns="http://www.w3.org/1999/xhtml"></html>'],
    ['no namespace', '<svg/>'],
    ['nothing in it', ''],
  ])('is refused with %s', (_, text) => {
    expect(() => readLogo('image/svg+xml', base64(text))).toThrow(refused)
  })

  test('is refused where it is no UTF-8', () => {
    expect(() => readLogo('image/svg+xml', base64(Buffer.from([0xff, 0xfe, 0x00])))).toThrow(refused)
  })

  test('never throws anything else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          readLogo('image/svg+xml', base64(svg(text)))
        } catch (fault) {
          expect(fault).toEqual(refused)
        }
      }),
    )
  })
})
