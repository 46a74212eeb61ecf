import { sumNumbers } from '../../domain/leg.ts'
import type { SvgElement, SvgElements } from './svg-elements.ts'

/** Greatest size (letters) with all repetitions expanded: eight times the limit of a logo. */
export const mostSize = 512 * 1024
const mostDepth = 40
/** Size (letters) of an element itself, without its attributes. */
const elementSize = 32
/** Greatest length (letters) of one attribute, or of one part of a style; `d`, `points` and `transform` may be longer. */
const longestAttribute = 300

type Measure = { readonly size: number; readonly depth: number }

/**
 * Throws for an SVG that takes too long to draw. Each reference draws its target again, and a clipping path is read twice. An
 * element that refers to itself never ends.
 */
export function requireShortSvg(root: SvgElement, elements: SvgElements, findById: SvgElement['getElementById']): void {
  const known = new Map<SvgElement, Measure | null>()
  const measure = (element: SvgElement): Measure => {
    const found = known.get(element)
    if (found === null) throw new Error('round and round')
    if (found !== undefined) return found
    known.set(element, null)
    const { size, references } = measureAttributes(elements.get(element) ?? new Map())
    const named = references.flatMap((id) => findById(id) ?? [])
    const parts = [...element.childNodes, ...named].map(measure)
    const whole = elementSize + size + sumNumbers(parts.map((part) => part.size))
    const made = {
      size: references.length > 0 ? 2 * whole : whole,
      depth: 1 + parts.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
    }
    if (made.size > mostSize || made.depth > mostDepth) throw new Error('too much')
    known.set(element, made)
    return made
  }
  measure(root)
}

/** The size (letters) of an element's attributes, and the ids in them. */
function measureAttributes(attributes: ReadonlyMap<string, string>) {
  const references: string[] = []
  let size = 0
  for (const [name, value] of attributes) {
    size += value.length
    if (name === 'd' || name === 'points' || name === 'transform') continue
    for (const said of name === 'style' ? value.split(';') : [value]) {
      if (said.length > longestAttribute) throw new Error('a long word')
      const [, id] = /(?:url\(\s*["']?|^\s*)#([^\s"')]+)/.exec(said) ?? []
      if (id !== undefined) references.push(id)
    }
  }
  return { size, references }
}
