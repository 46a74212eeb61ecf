import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { mostLogoBytes } from '../../src/domain/brand.ts'
import { readLogo } from '../../src/gateways/logo.ts'
import { png, svg } from '../support/sample-pictures.ts'

const base64 = (bytes: string | Buffer) => Buffer.from(bytes as string).toString('base64')
const refused = expect.objectContaining({ code: 'validation_failed' })

describe('a PNG logo', () => {
  test('returns the bytes unchanged', () => {
    const picture = png(160, 40)
    expect(Buffer.from(readLogo('image/png', base64(picture)).bytes)).toEqual(picture)
  })

  test('rejects a PNG with a changed or missing byte', () => {
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
  ])('rejects a PNG that is %s', (_, data) => {
    expect(() => readLogo('image/png', data)).toThrow(refused)
  })
})

describe('an SVG logo', () => {
  test.each([
    ['shapes', svg()],
    ['a gradient of its own', svg('<linearGradient id="g"/><rect fill="url(#g)" width="9" height="9"/><use xlink:href="#g"/>')],
    ['a style', svg('<style>.a { fill: url(#g) }</style><path class="a" d="M0 0h9v9z"/>')],
    ['a picture within', svg(`<image href="data:image/png;base64,${base64(png(2, 2))}" width="9" height="9"/>`)],
    ['text', svg('<text x="1" y="9" font-family="Gill Sans, sans-serif">Dales <tspan>&amp; Moors</tspan> url(x) @</text>')],
    ['words for a screen reader', svg('<title>Dales</title><desc>A coach</desc>', 'role="img" aria-label="Dales"')],
    [
      'colours of a wide gamut',
      svg('<path d="M0 0h9v9z" style="fill:#0ac;fill:color(display-p3 0.04 0.81 0.51);stroke:rgb(1 2 3 / 50%)"/>'),
    ],
    [
      'a filter and a mask',
      svg(
        '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><mask id="m"><rect/></mask><g filter="url(#f)" mask="url(\'#m\')"/>',
      ),
    ],
    [
      'the notes of a drawing program',
      svg(
        '<sodipodi:namedview pagecolor="#ffffff" inkscape:zoom="1.4"/><metadata><rdf:RDF><cc:Work rdf:about="https://dales.example"/></rdf:RDF></metadata><g inkscape:label="Layer 1" style="fill:url(#g);-inkscape-stroke:none" data-name="a"/>',
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#" xml:space="preserve"',
      ),
    ],
    ['a declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${svg()}`],
  ])('accepts an SVG with %s', (_, text) => {
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
    ['an attribute that is set', svg('<rect><set attributeName="href" to="javascript:alert(1)"/></rect>')],
    ['an animation', svg('<rect><animate attributeName="x" values="0;9" dur="1s"/></rect>')],
    ['an animated move', svg('<rect><animateTransform attributeName="transform" type="rotate"/></rect>')],
    ['a path to move along', svg('<rect><animateMotion path="M0 0"/></rect>')],
    ['a link within the drawing', svg('<a href="#x"><path d="M0 0"/></a>')],
    ['a link in a namespace of its own', svg('<x:a xmlns:x="http://www.w3.org/1999/xhtml" href="https://evil.example">x</x:a>')],
    ['an element of HTML', svg('<img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>')],
    ['an unknown element', svg('<blink/>')],
    ['an unknown attribute', svg('<path ping="https://evil.example"/>')],
    ['a handler of another event', svg('<path onbegin="alert(1)" d="M0 0"/>')],
    ['a handler on a note of an editor', svg('<i:x xmlns:i="http://www.inkscape.org/namespaces/inkscape" onclick="alert"/>')],
    ['another base', svg('<g xml:base="https://evil.example/"><use href="#x"/></g>')],
    ['a choice by language', svg('<switch><path d="M0 0"/></switch>')],
    ['a use from elsewhere', svg('<use href="https://evil.example/a.svg#x"/>')],
    ['a use of a relative file', svg('<use xlink:href="a.svg#x"/>')],
    ['a use of data', svg('<use href="data:image/svg+xml,%3Csvg/%3E#x"/>')],
    ['a filter that loads', svg('<filter id="f"><feImage href="https://evil.example/p.png"/></filter>')],
    ['an attribute of a link', svg('<use href="#x" xlink:show="embed"/>')],
    ['a set of pictures', svg('<path style="fill:image-set(\'https://evil.example/p.png\' 1x)"/>')],
    ['a set of pictures by its old name', svg('<style>path{background:-webkit-image-set("p.png" 1x)}</style>')],
    ['a picture function', svg('<style>path{background:image("p.png")}</style>')],
    ['a style with an address', svg('<style>path{fill:url(https://evil.example/#g)}</style>')],
    ['a style with a relative address', svg('<path style="mask:url(m.svg#m)"/>')],
    ['a style with data', svg('<path style="mask:url(data:image/svg+xml,x)"/>')],
    ['a font', svg('<style>@font-face{font-family:x;src:url(#x)}</style>')],
    ['an address in two texts', svg('<style>path{fill:u<!-- -->rl(p.png)}</style>')],
    ['an address in two kinds of text', svg('<style>path{fill:u<![CDATA[rl(p.png)}]]></style>')],
    ['an address after a comment in a string', svg('<style>path{font:"/*";fill:url(p.png);x:"*/"}</style>')],
    ['an address that is not closed', svg('<path style="fill:url(#g"/>')],
    ['an address in capitals', svg('<path style="fill:URL(p.png)"/>')],
    ['an escape in an attribute', svg('<path fill="u\\72l(p.png)"/>')],
    ['a sheet of its own', `<?xml-stylesheet href="https://evil.example/a.css"?>${svg()}`],
    ['a doctype', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg()}`],
    ['something behind it', `${svg()}<b/>`],
    ['no end', svg().slice(0, -3)],
    ['another root', '<html xmlns="http://www.w3.org/1999/xhtml"></html>'],
    ['no namespace', '<svg/>'],
    ['nothing in it', ''],
  ])('rejects an SVG with %s', (_, text) => {
    expect(() => readLogo('image/svg+xml', base64(text))).toThrow(refused)
  })

  test('rejects bytes that are not UTF-8', () => {
    expect(() => readLogo('image/svg+xml', base64(Buffer.from([0xff, 0xfe, 0x00])))).toThrow(refused)
  })

  test('throws no other error for any text', () => {
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
