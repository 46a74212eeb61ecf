import { answerOf, type Sent } from './client.ts'

/** The most of a list that one reading brings. */
export const mostRows = 100

/** Everything of a list, read page by page as it is asked for. */
export async function* rowsOf<Row>(
  read: (page: number) => Sent<{ data: Row[]; meta: { last_page: number } }>,
): AsyncGenerator<Row, void, undefined> {
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, meta } = await answerOf(read(page))
    yield* data
    last = meta.last_page
  }
}
