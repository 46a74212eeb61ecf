/** A record that the person opened, by its page. */
type OpenedRecord = { readonly path: string; readonly title: string }

const storedAt = 'charabanc.opened'

const recordPath = /^\/(?:bookings|jobs|customers|drivers|vehicles)\/[^/]+$/

const most = 5

/** The last five records that the person opened on this device, the latest first. */
export function listOpenedRecords(): readonly OpenedRecord[] {
  try {
    return JSON.parse(localStorage.getItem(storedAt) ?? '[]') as OpenedRecord[]
  } catch {
    return []
  }
}

/** Remembers an opened record for the search. Other pages are left out. */
export function rememberOpenedRecord(record: OpenedRecord): void {
  if (!recordPath.test(record.path)) return
  const others = listOpenedRecords().filter(({ path }) => path !== record.path)
  try {
    localStorage.setItem(storedAt, JSON.stringify([record, ...others].slice(0, most)))
  } catch {
    // Full storage costs only this list.
  }
}

/** Deletes the list, when the person signs out or changes the account. */
export function removeOpenedRecords(): void {
  localStorage.removeItem(storedAt)
}
