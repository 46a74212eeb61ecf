import type { Limits } from './limits.ts'

/**
 * The body of a draft. Texts lose the blanks around them, but not passwords. An empty text becomes null if the API allows it, else it
 * is left out. So are an empty password, null where the API refuses it, and everything that the schema does not name.
 */
export function buildBody(values: object, limits: Limits): object {
  const byPath = new Map(Object.entries(limits))

  const build = (value: unknown, path: string): unknown => {
    const limit = byPath.get(path)
    if (typeof value === 'string') {
      const isPassword = path.endsWith('password')
      const text = isPassword ? value : value.trim()
      if (text !== '') return text
      return limit?.isNullable && !isPassword ? null : limit?.isRequired ? '' : undefined
    }
    if (value === null) return limit?.isNullable || limit?.isRequired ? null : undefined
    if (Array.isArray(value)) return value.map((item) => build(item, `${path}.*`)).filter((item) => item !== undefined)
    return typeof value === 'object' ? buildObject(value, `${path}.`) : value
  }

  const buildObject = (object: object, below: string): object =>
    Object.fromEntries(
      Object.entries(object).flatMap(([key, value]) => {
        const built = byPath.has(below + key) ? build(value, below + key) : undefined
        return built === undefined ? [] : [[key, built]]
      }),
    )

  return buildObject(values, '')
}
