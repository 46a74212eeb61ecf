import { requireAnswer, type Sent } from './client.ts'

/** Greatest page size of a list. */
export const mostRows = 100

/** Reads a whole list page by page, on demand. */
export async function* readAllRows<Row>(
  read: (page: number) => Sent<{ data: Row[]; meta: { last_page: number } }>,
): AsyncGenerator<Row, void, undefined> {
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, meta } = await requireAnswer(read(page))
    yield* data
    last = meta.last_page
  }
}
