import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { root } from './address.ts'
import type { BoxEntry, NewBoxEntry } from './outbox.ts'

interface PhoneSchema extends DBSchema {
  outbox: { key: number; value: BoxEntry }
  kept: { key: string; value: unknown }
}

let opening: Promise<IDBPDatabase<PhoneSchema>> | null = null

function openPhoneStore(): Promise<IDBPDatabase<PhoneSchema>> {
  opening ??= openDB<PhoneSchema>(`charabanc-driver${root}`, 1, {
    upgrade(db) {
      db.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true })
      db.createObjectStore('kept')
    },
    terminated() {
      opening = null
    },
  })
  return opening
}

/** Reads a stored value by its name, also after a reload or an update; null without one. */
export async function readStored<Value>(name: string): Promise<Value | null> {
  const value = await (await openPhoneStore()).get('kept', name)
  return (value as Value | undefined) ?? null
}

/** Stores a value under a name; null deletes it. */
export async function storeValue(name: string, value: unknown): Promise<void> {
  const db = await openPhoneStore()
  if (value === null) await db.delete('kept', name)
  else await db.put('kept', value, name)
}

/** The outbox, oldest entry first. */
export async function readOutbox(): Promise<BoxEntry[]> {
  return (await openPhoneStore()).getAll('outbox')
}

/** Saves an entry durably, and gives it its place in the order. */
export async function addEntry(entry: NewBoxEntry): Promise<BoxEntry> {
  const whole = { ...entry, isTried: false, refusal: null, breakdowns: 0 }
  // The storage gives the number.
  const tx = (await openPhoneStore()).transaction('outbox', 'readwrite', { durability: 'strict' })
  const [id] = await Promise.all([tx.store.add(whole as unknown as BoxEntry), tx.done])
  return { ...whole, id }
}

/** Changes an entry; false if it no longer exists. */
export async function changeEntry(id: number, change: Partial<BoxEntry>): Promise<boolean> {
  const tx = (await openPhoneStore()).transaction('outbox', 'readwrite')
  const entry = await tx.store.get(id)
  if (entry !== undefined) await tx.store.put({ ...entry, ...change })
  await tx.done
  return entry !== undefined
}

export async function removeEntry(id: number): Promise<void> {
  await (await openPhoneStore()).delete('outbox', id)
}

/** Removes an unsent entry; false if the office may have it. */
export async function removeUntried(id: number): Promise<boolean> {
  const tx = (await openPhoneStore()).transaction('outbox', 'readwrite')
  const entry = await tx.store.get(id)
  const isUntried = entry !== undefined && !entry.isTried
  if (isUntried) await tx.store.delete(id)
  await tx.done
  return isUntried
}

/** Deletes all data on this phone, as after signing out. */
export async function removeAllStored(): Promise<void> {
  const tx = (await openPhoneStore()).transaction(['outbox', 'kept'], 'readwrite')
  await Promise.all([tx.objectStore('outbox').clear(), tx.objectStore('kept').clear(), tx.done])
}
