/** The values of a form's body or a query: texts, lists and groups, as deep as the brackets. */
type FormValue = string | FormValue[] | FormGroup
export type FormGroup = { [name: string]: FormValue }

/** Decodes `a[b][0][c]=…` as Stripe does: consecutive numbers from 0, or empty brackets, make a list. */
export function decodeForm(text: string): FormGroup {
  const whole: FormGroup = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
    place(whole, [first, ...rest], value)
  }
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, listed(value)]))
}

function place(group: FormGroup, [name = '', ...deeper]: readonly string[], value: string): void {
  const key = name === '' ? `${Object.keys(group).length}` : name
  if (deeper.length === 0) {
    group[key] = value
    return
  }
  const there = group[key]
  const inner: FormGroup = typeof there === 'object' && !Array.isArray(there) ? there : {}
  group[key] = inner
  place(inner, deeper, value)
}

function listed(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, one]) => [name, listed(one)] as const)
  const isList = entries.length > 0 && entries.every(([name], nth) => name === `${nth}`)
  return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}
