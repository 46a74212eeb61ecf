type Leaf = string | number | boolean

/** The dotted paths of a body to its values of type `Value`: `name`, `address.town`, `vehicles.0.seats`. */
export type PathTo<Body, Value> = Body extends Leaf
  ? never
  : Body extends readonly (infer Item)[]
    ? PathInto<`${number}`, Item, Value>
    : { [Key in keyof Body & string]: PathInto<Key, Body[Key], Value> }[keyof Body & string]

type PathInto<Key extends string, Inner, Value> =
  | (NonNullable<Inner> extends Value ? Key : never)
  | `${Key}.${PathTo<NonNullable<Inner>, Value>}`

/** The value at a dotted path. Undefined if a part of the path is missing. */
export function findValueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isObject(at) ? Reflect.get(at, key) : undefined), values)
}

/** A copy of `values` with another value at a dotted path. Makes missing objects and lists on the way. */
export function withValueAt(values: unknown, path: string, value: unknown): unknown {
  const [key = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : withValueAt(findValueAt(values, key), rest.join('.'), value)
  if (!/^\d+$/.test(key)) return { ...(isObject(values) && values), [key]: inner }
  const list = Array.isArray(values) ? [...values] : []
  list[Number(key)] = inner
  return list
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
