import { invalid, noSuch } from './errors.ts'
import type { StripeState } from './state.ts'

type Range = { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number }

export type ListParams = {
  readonly limit?: number
  readonly starting_after?: string
  readonly created?: number | Range
  readonly expand?: readonly string[]
}

type Listed = { readonly id: string; readonly created: number }

/** A page of a list, newest first, as Stripe's lists are. */
export function listed<Item extends Listed>(
  path: string,
  all: Iterable<Item>,
  { limit = 10, starting_after, created }: ListParams,
): { readonly object: 'list'; readonly data: readonly Item[]; readonly has_more: boolean; readonly url: string } {
  if (limit < 1 || limit > 100) {
    throw invalid('This value must be between 1 and 100 (inclusive).', { code: 'parameter_invalid_integer', param: 'limit' })
  }
  const fitting = [...all].filter((item) => isWithin(item.created, created)).reverse()
  const after = starting_after === undefined ? -1 : fitting.findIndex(({ id }) => id === starting_after)
  if (starting_after !== undefined && after < 0) throw noSuch('object', starting_after, 'starting_after', 400)
  const rest = fitting.slice(after + 1)
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url: path }
}

function isWithin(at: number, range: number | Range | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return at === range
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range
  return at > gt && at >= gte && at < lt && at <= lte
}

/** A copy of an answer, in which the ids named by `expand` are replaced by their objects. */
export function expanded(state: StripeState, answer: object, expand: readonly string[] = []): object {
  const copy = structuredClone(answer)
  for (const path of expand) {
    if (path.split('.').length > 4) throw invalid('You cannot expand more than 4 levels of a property.')
    expandOne(state, copy, path.split('.'), path)
  }
  return copy
}

function expandOne(state: StripeState, at: unknown, [name = '', ...deeper]: readonly string[], path: string): void {
  if (Array.isArray(at)) {
    for (const one of at) expandOne(state, one, [name, ...deeper], path)
    return
  }
  const group = at as Record<string, unknown>
  const value = group[name]
  const thing = typeof value === 'string' ? thingOf(state, value) : value
  if (thing === undefined) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
  if (thing === null) return
  if (typeof value === 'string') group[name] = structuredClone(thing)
  if (deeper.length > 0) expandOne(state, group[name], deeper, path)
}

/** The object of an id, if Stripe's document as cut for us allows it in full. */
function thingOf(state: StripeState, id: string): object | undefined {
  return state.intents.get(id) ?? state.setups.get(id) ?? state.methods.get(id)
}
