import type { StripeAccess } from './stripe-client.ts'
import { undecided } from './stripe-faults.ts'

type ListPage<T> = { readonly data: readonly T[]; readonly has_more: boolean }

/** The part of a list that is asked for. */
type ListPart = { readonly limit: number; readonly starting_after?: string }

/** All that a list of Stripe's holds, over as many pages as there are, the newest first. */
export async function* listAll<T extends { readonly id: string }>(
  { ask }: Pick<StripeAccess, 'ask'>,
  list: (asked: ListPart) => Promise<ListPage<T>>,
): AsyncGenerator<T> {
  let last: string | undefined
  for (;;) {
    const after = last === undefined ? {} : { starting_after: last }
    const { data, has_more: hasMore } = await ask(() => list({ limit: 100, ...after }))
    if (!Array.isArray(data)) throw undecided('no_list')
    yield* data
    if (hasMore !== true) return
    const next = data.at(-1)?.id
    if (next === undefined || next === last) throw undecided('no_list')
    last = next
  }
}
