// biome-ignore lint/suspicious/noExplicitAny: a mirror holds any response
type Listed = { readonly ref: string; readonly status: string; readonly [member: string]: any }

/** The content of an operator's two lists, by ref. */
export type OperatorLists = {
  readonly jobs: Readonly<Record<string, Listed>>
  readonly bookings: Readonly<Record<string, Listed>>
}

/** Reads a path under `/api/v1` and returns the body of its 200. */
type Read = (path: string) => Promise<{ data: Listed[]; meta: { last_page: number } }>

/** A copy of an operator's lists as a connector keeps one: it reads by updated_since, never the whole list. */
export class ListMirror {
  readonly #jobs = new Map<string, Listed>()
  readonly #bookings = new Map<string, Listed>()

  constructor(private readonly read: Read) {}

  /** Applies all updates since an instant. A won job is a booking from then on. */
  async updateSince(since: string): Promise<void> {
    for (const job of await everyPage(this.read, `/jobs?updated_since=${since}`)) this.#jobs.set(job.ref, job)
    for (const booking of await everyPage(this.read, `/bookings?status=all&updated_since=${since}`)) {
      this.#bookings.set(booking.ref, booking)
      if (booking.status === 'active') this.#jobs.delete(booking.ref)
    }
  }

  get lists(): OperatorLists {
    return { jobs: Object.fromEntries(this.#jobs), bookings: Object.fromEntries(this.#bookings) }
  }
}

/** The same two lists, read from the first to the last page. */
export async function readWholeLists(read: Read): Promise<OperatorLists> {
  const byRef = (rows: Listed[]) => Object.fromEntries(rows.map((row) => [row.ref, row]))
  return { jobs: byRef(await everyPage(read, '/jobs')), bookings: byRef(await everyPage(read, '/bookings?status=all')) }
}

async function everyPage(read: Read, path: string): Promise<Listed[]> {
  const rows: Listed[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, meta } = await read(`${path}${path.includes('?') ? '&' : '?'}per_page=3&page=${page}`)
    rows.push(...data)
    last = meta.last_page
  }
  return rows
}
