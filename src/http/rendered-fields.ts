import type { Static, TObject } from '@sinclair/typebox'
import { stringifyChecked } from './checked.ts'

/** A value as its stored text. */
type KeptText<Value> = { readonly text: string; read(): Value }

/** Greatest number of JSON characters, rendered and stored, in each renderer's cache. */
const mostRemembered = 4_000_000

/**
 * Renders stored data as the fields of a record, without its braces. Each text is rendered, checked against the schema and
 * serialised once, then cached. The stored text is the key, so a cached value is never out of date. `mapUrl` is the template of map
 * links. Throws if the data breaks the schema.
 */
export function createFieldRenderer<Value, Schema extends TObject>(
  schema: Schema,
  show: (value: Value, mapUrl: string) => Static<Schema>,
): (stored: KeptText<Value>, mapUrl: string) => string {
  const remembered = new Map<string, string>()
  let length = 0
  let linkedBy = ''

  function remember(text: string, fields: string): void {
    remembered.set(text, fields)
    length += text.length + fields.length
    for (const [oldest, rendered] of remembered) {
      if (length <= mostRemembered) return
      remembered.delete(oldest)
      length -= oldest.length + rendered.length
    }
  }

  return (stored, mapUrl) => {
    // All requests of a server have the same template.
    if (mapUrl !== linkedBy) {
      remembered.clear()
      length = 0
      linkedBy = mapUrl
    }
    const before = remembered.get(stored.text)
    if (before !== undefined) return before
    const fields = stringifyChecked(schema, show(stored.read(), mapUrl)).slice(1, -1)
    remember(stored.text, fields)
    return fields
  }
}
