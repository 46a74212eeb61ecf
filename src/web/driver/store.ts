import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { root } from './address.ts'
import type { BoxEntry, NewBoxEntry } from './outbox.ts'

interface PhoneSchema extends DBSchema {
  outbox: { key: number; value: BoxEntry }
  kept: { key: string; value: unknown }
}

let opening: Promise<IDBPDatabase<PhoneSchema>> | null = null

function open(): Promise<IDBPDatabase<PhoneSchema>> {
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

/** Reads what was kept under a name, over reload and update; null where nothing is. */
export async function readKept<Value>(name: string): Promise<Value | null> {
  const value = await (await open()).get('kept', name)
  return (value as Value | undefined) ?? null
}

/** Keeps something under a name; null lets it go. */
export async function keep(name: string, value: unknown): Promise<void> {
  const db = await open()
  if (value === null) await db.delete('kept', name)
  else await db.put('kept', value, name)
}

/** Everything in the outbox, the oldest first. */
export async function readOutbox(): Promise<BoxEntry[]> {
  return (await open()).getAll('outbox')
}

/** Writes an entry down; once this is done it has its place in the order, and outlasts the battery. */
export async function addEntry(entry: NewBoxEntry): Promise<BoxEntry> {
  const whole = { ...entry, isTried: false, refusal: null, breakdowns: 0 }
  // The number is the storage's to give.
  const tx = (await open()).transaction('outbox', 'readwrite', { durability: 'strict' })
  const [id] = await Promise.all([tx.store.add(whole as unknown as BoxEntry), tx.done])
  return { ...whole, id }
}

/** Changes an entry; false where it is not there any more. */
export async function changeEntry(id: number, change: Partial<BoxEntry>): Promise<boolean> {
  const tx = (await open()).transaction('outbox', 'readwrite')
  const entry = await tx.store.get(id)
  if (entry !== undefined) await tx.store.put({ ...entry, ...change })
  await tx.done
  return entry !== undefined
}

/** Takes an entry out. */
export async function removeEntry(id: number): Promise<void> {
  await (await open()).delete('outbox', id)
}

/** Takes an entry out where it was never sent; false where the office may have it. */
export async function removeUntried(id: number): Promise<boolean> {
  const tx = (await open()).transaction('outbox', 'readwrite')
  const entry = await tx.store.get(id)
  const isUntried = entry !== undefined && !entry.isTried
  if (isUntried) await tx.store.delete(id)
  await tx.done
  return isUntried
}

/** Forgets everything on this phone, as after signing out. */
export async function forgetAll(): Promise<void> {
  const tx = (await open()).transaction(['outbox', 'kept'], 'readwrite')
  await Promise.all([tx.objectStore('outbox').clear(), tx.objectStore('kept').clear(), tx.done])
}
