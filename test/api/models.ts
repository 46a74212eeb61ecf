import { type Anything, resolved } from './document.ts'

/**
 * The models of a document, one generated class each: their number, and unnamed models that occur twice.
 * Some generators add a few of their own.
 */
export function modelsOf(document: Anything): { count: number; twice: string[] } {
  const inline = new Map<string, number>()
  const note = (part: Anything, isNamed = false): void => {
    if (typeof part !== 'object' || part === null) return
    if (!isNamed && (part.type === 'object' || part.enum)) {
      const text = JSON.stringify(part)
      inline.set(text, (inline.get(text) ?? 0) + 1)
    }
    for (const [key, value] of Object.entries<Anything>(part)) if (key !== 'example' && key !== 'examples') note(value)
  }
  for (const schema of Object.values(document.components.schemas)) note(schema, true)
  note(document.paths)
  note(document.components.responses)
  note(document.components.parameters)
  return {
    count: Object.keys(document.components.schemas).length + [...inline.values()].reduce((sum, count) => sum + count, 0),
    twice: [...inline].filter(([, count]) => count > 1).map(([text]) => text),
  }
}

/** Copies of a value, one for each enumeration in it, with an unknown word there. */
export function endlessWords(schema: Anything, value: Anything): Anything[] {
  const here = resolved(schema)
  const parts: Anything[] = (here.anyOf ?? [here]).map(resolved)
  if (typeof value === 'string') return parts.some((part) => part.enum) ? ['a_new_word'] : []
  if (typeof value !== 'object' || value === null) return []
  const object = parts.find((part) => part.type === 'object' || part.type?.includes?.('object'))
  const items = parts.find((part) => part.items)?.items
  return Object.entries<Anything>(value).flatMap(([key, inner]) => {
    const shape = Array.isArray(value) ? items : object?.properties?.[key]
    if (shape === undefined) return []
    return endlessWords(shape, inner).map((changed) =>
      Array.isArray(value) ? value.map((one, nth) => (String(nth) === key ? changed : one)) : { ...value, [key]: changed },
    )
  })
}
