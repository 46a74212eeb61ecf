import type { Static, TObject } from '@sinclair/typebox'
import { stringifyChecked } from './checked.ts'

/** A value as the text it is stored as. */
type KeptText<Value> = { readonly text: string; read(): Value }

/** Greatest number of characters of JSON, rendered and as it was stored, that each renderer remembers. */
const mostRemembered = 4_000_000

/**
 * Renders what is stored as the fields of a record, without its braces: shown, checked against the schema and written out once, then
 * remembered. It is found by the very text it was made of, so that it cannot be out of date. What breaks the schema is thrown.
 */
export function fieldRenderer<Value, Schema extends TObject>(
  schema: Schema,
  show: (value: Value) => Static<Schema>,
): (stored: KeptText<Value>) => string {
  const remembered = new Map<string, string>()
  let length = 0

  function remember(text: string, fields: string): void {
    remembered.set(text, fields)
    length += text.length + fields.length
    for (const [oldest, rendered] of remembered) {
      if (length <= mostRemembered) return
      remembered.delete(oldest)
      length -= oldest.length + rendered.length
    }
  }

  return (stored) => {
    const before = remembered.get(stored.text)
    if (before !== undefined) return before
    const fields = stringifyChecked(schema, show(stored.read())).slice(1, -1)
    remember(stored.text, fields)
    return fields
  }
}
