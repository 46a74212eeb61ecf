import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import type { SvgElement, SvgElements } from './svg-elements.ts'
import { mostSize, requireShortSvg } from './svg-measure.ts'
import { readSvgRules } from './svg-rules.ts'

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']
const containers = ['svg', 'g', 'a', 'defs', 'symbol', 'clipPath', 'mask', 'linearGradient', 'radialGradient']
const drawn: ReadonlySet<string> = new Set([...shapes, ...containers, 'use', 'stop'])
const notDrawn: ReadonlySet<string> = new Set(['style', 'title', 'desc', 'metadata'])

/**
 * Reads an SVG of shapes as a tree, with its styles on their elements. Throws for an SVG that would be drawn incorrectly,
 * because it contains letters, pictures, patterns, filters or other things. It also throws for a short text with a huge
 * drawing, such as a repeated shape.
 */
export function readSvgTree(bytes: Uint8Array): SvgElement {
  const elements = new Map<SvgElement, Map<string, string>>()
  const byId = new Map<string, SvgElement>()
  const findById = (id: string) => byId.get(id) ?? null
  /** Elements from the root to the present one; null for undrawn ones. */
  const path: (SvgElement | null)[] = []
  let styles = ''
  let isInStyle = false
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', refuse)
  parser.on('opentag', ({ local, uri, attributes }) => {
    const parent = path.at(-1) ?? null
    const isRead = uri === 'http://www.w3.org/2000/svg' && (path.length === 0 || parent !== null)
    isInStyle = isRead && local === 'style'
    if (!isRead || notDrawn.has(local)) return void path.push(null)
    if (!drawn.has(local) || (parent !== null && !containers.includes(parent.nodeName))) refuse()
    const own = listSvgAttributes(Object.values(attributes))
    const element = createElement(local, parent, own, findById)
    elements.set(element, own)
    parent?.childNodes.push(element)
    const id = own.get('id')
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
    path.push(element)
  })
  parser.on('closetag', () => {
    path.pop()
    isInStyle = false
  })
  const hear = (text: string) => {
    if (isInStyle) styles += text
  }
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close()
  const [root] = elements.keys()
  if (root === undefined) return refuse()
  applyStyles(elements, styles)
  requireShortSvg(root, elements, findById)
  return root
}

function refuse(): never {
  throw new Error('This SVG is not drawn.')
}

/** The attributes of SVG itself, in one line each, and the old way to write `href`. */
function listSvgAttributes(all: readonly SaxesAttributeNS[]): Map<string, string> {
  const own = all.filter(({ prefix }) => prefix === '')
  const linked = all.filter(({ uri, local }) => uri === 'http://www.w3.org/1999/xlink' && local === 'href')
  return new Map([...linked, ...own].map(({ local, value }) => [local, value.replace(/\s+/g, ' ')]))
}

function createElement(
  local: string,
  parentNode: SvgElement | null,
  attributes: ReadonlyMap<string, string>,
  getElementById: SvgElement['getElementById'],
): SvgElement {
  return {
    // A paper holds no links.
    nodeName: local === 'a' ? 'g' : local,
    nodeType: 1,
    parentNode,
    childNodes: [],
    getAttribute: (name) => attributes.get(name) ?? null,
    getElementById,
    getElementsByTagName: () => [],
  }
}

/** Names of properties that affect an element but are not drawn. With a value of `usual` they have no effect. */
const undrawn: ReadonlySet<string> = new Set([
  'filter',
  'mask-type',
  'mix-blend-mode',
  'pathLength',
  'requiredFeatures',
  'spreadMethod',
  'systemLanguage',
])
const usual: ReadonlySet<string> = new Set(['none', 'normal', 'luminance', 'pad'])

/** Copies the rules of the style sheets to each element, before its own attributes, which are stronger. */
function applyStyles(elements: SvgElements, styles: string): void {
  const rules = readSvgRules(styles)
  let written = 0
  for (const [{ nodeName }, attributes] of elements) {
    const style = [...rules(nodeName, attributes), attributes.get('style') ?? ''].join(';')
    written += style.length
    const declarations = style.split(';').map((one) => one.split(':').map((part) => part.trim()))
    if (written > mostSize || declarations.some(([name = '', value = '']) => !isDrawnSo(name, value, true))) refuse()
    if ([...attributes].some(([name, value]) => !isDrawnSo(name, value, false))) refuse()
    attributes.set('style', style)
  }
}

/** Whether the value can be drawn. A style moves things by other rules than an attribute. */
function isDrawnSo(name: string, value: string, isStyle: boolean): boolean {
  return !(isStyle && name.startsWith('transform')) && (!undrawn.has(name) || usual.has(value))
}
