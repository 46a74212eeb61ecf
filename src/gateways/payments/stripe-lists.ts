import type { StripeAccess } from './stripe-client.ts'
import { undecidedFault } from './stripe-faults.ts'

type ListPage<T> = { readonly data: readonly T[]; readonly has_more: boolean }

/** The requested part of a list. */
type ListPart = { readonly limit: number; readonly starting_after?: string }

/** All items of a Stripe list, over all its pages, newest first. */
export async function* listAll<T extends { readonly id: string }>(
  { ask }: Pick<StripeAccess, 'ask'>,
  list: (asked: ListPart) => Promise<ListPage<T>>,
): AsyncGenerator<T> {
  let last: string | undefined
  for (;;) {
    const after = last === undefined ? {} : { starting_after: last }
    const { data, has_more: hasMore } = await ask(() => list({ limit: 100, ...after }))
    if (!Array.isArray(data)) throw undecidedFault('no_list')
    yield* data
    if (hasMore !== true) return
    const next = data.at(-1)?.id
    if (next === undefined || next === last) throw undecidedFault('no_list')
    last = next
  }
}
