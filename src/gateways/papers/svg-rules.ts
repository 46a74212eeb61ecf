type Rule = { readonly rank: number; readonly nth: number; readonly declarations: string }

/**
 * Reads the style sheets of an SVG, with rules for elements by their name, class or id, as in files of drawing programs.
 * Returns the rules of an element, the strongest last. Throws for rules of any other kind.
 */
export function readSvgRules(styles: string): (name: string, attributes: ReadonlyMap<string, string>) => string[] {
  const rules = new Map<string, Rule[]>()
  for (const [nth, part] of stripCssComments(styles).split('}').entries()) {
    const [selectors = '', declarations, ...more] = part.split('{')
    if (declarations === undefined && selectors.trim() === '') continue
    if (declarations === undefined || more.length > 0) throw new Error('not a plain rule')
    for (const selector of selectors.split(',').map((one) => one.trim())) {
      if (!/^(\w+|\w*\.[\w-]+|#[\w-]+)$/.test(selector)) throw new Error('not a plain selector')
      const rank = selector.startsWith('#') ? 3 : selector.startsWith('.') ? 1 : selector.includes('.') ? 2 : 0
      const same = rules.get(selector)
      if (same === undefined) rules.set(selector, [{ rank, nth, declarations }])
      else same.push({ rank, nth, declarations })
    }
  }
  return (name, attributes) => {
    const classes = new Set((attributes.get('class') ?? '').split(' '))
    const selectors = [name, ...[...classes].flatMap((one) => [`.${one}`, `${name}.${one}`]), `#${attributes.get('id')}`]
    const found = selectors.flatMap((selector) => rules.get(selector) ?? [])
    return found
      .toSorted((one, other) => one.rank - other.rank || one.nth - other.nth)
      .map(({ declarations }) => declarations.replace(/\s+/g, ' '))
  }
}

function stripCssComments(styles: string): string {
  const [first = '', ...rest] = styles.split('/*')
  return [first, ...rest.map((part) => part.split('*/').slice(1).join('*/'))].join(' ')
}
