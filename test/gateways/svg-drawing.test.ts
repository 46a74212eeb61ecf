import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { mostLogoBytes } from '../../src/domain/brand.ts'
import type { PrintedPaper } from '../../src/domain/printed-paper.ts'
import { drawPaper } from '../../src/gateways/papers/draw.ts'
import { openSvg } from '../../src/gateways/papers/svg-drawing.ts'
import { coloursAt, readPdf } from '../support/pdf-reader.ts'
import { svg } from '../support/sample-pictures.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
/** A drawing printed at its own size, with its corner at the margin. */
const logo = (inside: string, attributes = '') => svg(inside, attributes).replace('viewBox="0 0 160 40"', 'viewBox="0 0 150 40"')
const room = { width: 150, height: 40 }
const open = (text: string) => openSvg(bytesOf(text), room)
const margin = 42

function paperWith(text: string): PrintedPaper {
  const brand = { logo: { type: 'image/svg+xml', bytes: bytesOf(text) }, accent: null } as const
  return {
    title: 'Paper',
    fileName: 'paper',
    letterhead: { name: 'Dales Coaches', lines: [], brand },
    sheets: [
      { heading: 'One', warning: null, blocks: [] },
      { heading: 'Two', warning: null, blocks: [] },
    ],
    foot: 'Foot',
    printedAt: 0,
  }
}

describe('an SVG logo', () => {
  test.each<[string, string, [x: number, y: number, colour: string][]]>([
    [
      'shapes',
      '<rect width="20" height="40" fill="red"/><circle cx="50" cy="20" r="15" fill="#00ff00"/>',
      [
        [10, 20, '#ff0000'],
        [50, 20, '#00ff00'],
        [30, 20, '#ffffff'],
      ],
    ],
    [
      'a path that is moved',
      '<path d="M0 0h10v10h-10z" transform="translate(20 5) scale(2)" fill="rgb(0,0,255)"/>',
      [
        [30, 15, '#0000ff'],
        [10, 10, '#ffffff'],
      ],
    ],
    [
      'classes',
      '<style>/* made by a program */ .a, .b { fill: #f00 } .b { fill: #00f; }</style><g><rect class="a" width="20" height="40"/><rect class="b a" x="40" width="20" height="40"/></g>',
      [
        [10, 20, '#ff0000'],
        [50, 20, '#0000ff'],
      ],
    ],
    [
      'a style of its own before that of its class',
      '<style>.a{fill:red}</style><rect class="a" style="fill:blue" width="20" height="40"/>',
      [[10, 20, '#0000ff']],
    ],
    [
      'what is used again',
      '<defs><rect id="r" width="10" height="40" fill="red"/></defs><use xlink:href="#r" x="30"/><use href="#r" x="60"/>',
      [
        [35, 20, '#ff0000'],
        [65, 20, '#ff0000'],
        [5, 20, '#ffffff'],
      ],
    ],
    [
      'a gradient',
      '<linearGradient id="g"><stop stop-color="red"/><stop offset=".01" stop-color="blue"/></linearGradient><rect fill="url(#g)" width="150" height="40"/>',
      [[100, 20, '#0000ff']],
    ],
    [
      'what is cut out',
      '<clipPath id="c"><rect width="20" height="40"/></clipPath><g clip-path="url(#c)"><rect width="150" height="40" fill="red"/></g>',
      [
        [10, 20, '#ff0000'],
        [30, 20, '#ffffff'],
      ],
    ],
    [
      'a mask',
      '<mask id="m" style="mask-type:luminance" maskUnits="userSpaceOnUse" x="0" y="0" width="150" height="40"><rect width="20" height="40" fill="white"/></mask><g mask="url(#m)"><rect width="150" height="40" fill="red"/></g>',
      [
        [10, 20, '#ff0000'],
        [30, 20, '#ffffff'],
      ],
    ],
    ['a link, drawn without its target', '<a href="#x"><rect width="20" height="40" fill="red"/></a>', [[10, 20, '#ff0000']]],
    [
      'words for programs',
      '<title>Dales</title><metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:li/></rdf:RDF></metadata><x:view xmlns:x="urn:x"><rect xmlns="http://www.w3.org/2000/svg" width="150" height="40"/></x:view>',
      [[10, 20, '#ffffff']],
    ],
  ])('is drawn with %s', async (_, inside, places) => {
    const drawn = await drawPaper(paperWith(logo(inside)))
    expect(
      await coloursAt(
        drawn,
        places.map(([x, y]) => [margin + x, margin + y] as const),
      ),
    ).toEqual(places.map(([, , colour]) => colour))
  })

  test('is printed on every sheet within a logo’s space, with its alternative text', async () => {
    const plain = await readPdf(await drawPaper(paperWith('')), 'no-svg')
    const drawn = await drawPaper(
      paperWith(logo('<rect width="150" height="40" fill="none" stroke="red" stroke-dasharray="4 2"/>')),
    )
    const paper = await readPdf(drawn, 'svg')
    expect(paper.figures).toEqual(['Logo of Dales Coaches', 'Logo of Dales Coaches'])
    expect(paper.text.replace(/\s+/g, ' ')).toBe(plain.text.replace(/\s+/g, ' '))
    expect(paper.fonts.split('\n')).toHaveLength(plain.fonts.split('\n').length)
    expect(open('<svg xmlns="http://www.w3.org/2000/svg" width="10px" height="20px"/>')).toMatchObject({ width: 20, height: 40 })
    expect(open('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0,0 30 4"/>')).toMatchObject({ width: 150, height: 20 })
  })

  test.each([
    ['letters', '<text>Dales</text>'],
    ['a picture', '<image href="data:image/png;base64,AAAA"/>'],
    ['a pattern', '<pattern id="p"/>'],
    ['a filter', '<filter id="f"/>'],
    ['a filter of its own', '<g style="filter: blur(2px)"/>'],
    ['something that moves', '<rect width="9" height="9"><animate attributeName="x"/></rect>'],
    ['a blend', '<g style="mix-blend-mode:multiply"/>'],
    ['a gradient that repeats', '<linearGradient id="g" spreadMethod="repeat"/>'],
    ['a rule for some of its parts', '<style>g > rect { fill: red }</style>'],
    ['a rule for some papers', '<style>@media print { rect { fill: red } }</style>'],
    ['a rule without an end', '<style>rect { fill: red</style>'.replace('red', 'red; } a')],
    ['a style that moves it', '<g style="transform: rotate(3deg)"/>'],
    ['a colour of another kind', '<rect width="9" height="9" fill="hsl(1,2%,3%)"/>'],
    ['an invalid line', '<path d="M0 0 L x"/>'],
    ['a dash of nothing', '<path d="M0 0h9" stroke="red" stroke-dasharray="3 0"/>'],
    ['what draws itself', '<g id="g"><use href="#g"/></g>'],
  ])('is left out if it has %s', (_, inside) => {
    expect(open(logo(inside))).toBeNull()
  })

  test.each([
    ['no size', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a size of nothing', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 40"/>'],
    ['no namespace', '<svg viewBox="0 0 9 9"/>'],
    ['no end', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'],
    ['nothing in it', ''],
  ])('is left out if it has %s', (_, text) => {
    expect(open(text)).toBeNull()
  })

  const many = (text: string, room = mostLogoBytes - 600) => text.repeat(Math.floor(room / text.length))
  const doubled = Array.from({ length: 30 }, (_, nth) => `<g id="u${nth + 1}"><use href="#u${nth}"/><use href="#u${nth}"/></g>`)
  const chained = Array.from({ length: 900 }, (_, nth) => `<g id="u${nth + 1}"><use href="#u${nth}"/></g>`)
  const cut = '<g clip-path="url(#c)">'
  test.each([
    ['doubles itself thirty times', `<rect id="u0" width="9" height="9"/>${doubled.join('')}`],
    ['leads from one to the next', `<rect id="u0" width="9" height="9"/>${chained.join('')}<use href="#u900"/>`],
    ['nests without end', `${'<g>'.repeat(8_000)}${'</g>'.repeat(8_000)}`],
    [
      'is cut out again and again',
      `<clipPath id="c"><rect width="9" height="9"/></clipPath>${cut.repeat(30)}<path d="M0 0${many('l1 1', 50_000)}"/>${'</g>'.repeat(30)}`,
    ],
    ['has one long line', `<path d="M0 0${many('l1 1')}" stroke="red"/>`],
    ['has many points', `<polygon points="${many('1,1 ')}"/>`],
    ['has many small parts', many('<g/>')],
    ['has many small parts and rules', `<style>${many('g{}', 30_000)}</style>${many('<g/>', 30_000)}`],
    ['has many classes', `<style>${many('.a{}', 20_000)}</style><g class="${many('a ', 40_000)}"/>`],
    ['says nothing in its rules', `<style>${many(' ')}</style>`],
    ['begins many rules', `<style>${many('{')}</style>`],
    ['refers to much', `<g fill='url("${many('#')}'/>`],
    ['refers to much over lines', `<use href="${many('#&#10;')}"/>`],
    ['is moved by nothing', `<g transform="${many('a')}"/>`],
    ['is moved often', `<g transform="${many('scale(2)')}"/>`],
    ['has a long dash', `<path d="M0 0h9" stroke="red" stroke-dasharray="${many('1 ')}"/>`],
  ])('is read within 3 seconds if it %s', (_, inside) => {
    const began = performance.now()
    open(logo(inside))
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  const value = fc.constantFrom(
    '0',
    '9',
    '-3',
    '1e20',
    '1e300',
    '50%',
    'none',
    'red',
    'url(#a)',
    'inherit',
    'x',
    '',
    '0.5',
    'M0 0a1 1 0 1 1 9 9z',
  )
  const name = fc.constantFrom(
    'd',
    'x',
    'width',
    'height',
    'r',
    'cx',
    'fill',
    'stroke',
    'opacity',
    'clip-path',
    'mask',
    'stroke-width',
    'points',
    'viewBox',
    'href',
    'display',
    'transform',
    'stroke-dasharray',
    'gradientTransform',
    'overflow',
  )
  const tag = fc.constantFrom(
    'g',
    'path',
    'rect',
    'circle',
    'line',
    'polygon',
    'use',
    'symbol',
    'svg',
    'clipPath',
    'mask',
    'linearGradient',
    'radialGradient',
    'stop',
  )
  const said = fc.tuple(tag, fc.dictionary(name, value, { maxKeys: 5 }), fc.boolean())
  const element = fc.letrec<{ node: string; parts: string }>((tie) => ({
    node: fc.tuple(said, tie('parts')).map(([[local, attributes, isNamed], parts]) => {
      const all = Object.entries({ ...attributes, ...(isNamed && { id: 'a' }) }).map(([key, text]) => ` ${key}="${text}"`)
      return `<${local}${all.join('')}>${parts}</${local}>`
    }),
    parts: fc.oneof(
      { maxDepth: 3 },
      fc.constant(''),
      fc.tuple(tie('node'), tie('node')).map((two) => two.join('')),
    ),
  })).node

  test('never stops a paper from being printed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 4 }), async (parts) => {
        expect((await drawPaper(paperWith(logo(parts.join(''))))).length).toBeGreaterThan(1_000)
      }),
      { numRuns: 60 },
    )
  })
})
