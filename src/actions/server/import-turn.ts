import { lockPostcodes } from '../../storage/locks.ts'
import {
  dropServerSetting,
  findServerSetting,
  type PostcodeImportNote,
  saveServerSetting,
} from '../../storage/queries/server-settings.ts'
import type { Storage, Writer } from '../../storage/storage.ts'

/** Milliseconds between two beats of an import. */
const beatEveryMs = 1_000

/** Milliseconds between two looks at the beat of another import. */
const lookEveryMs = 250

/** Milliseconds without a beat after which an import counts as killed. */
const silentMs = 10_000

const turnSetting = 'postcodes_import'

/** Another import of postcodes runs on the same database. */
export class ImportRunning extends Error {
  override readonly name = 'ImportRunning'
  constructor() {
    super('Another import of postcodes is running.')
  }
}

/** A transaction of an import. Throws `ImportRunning` if another import took over. */
export type ImportTransact = <T>(work: (tx: Writer) => Promise<T>) => Promise<T>

type Turn = {
  readonly storage: Storage
  readonly clock: () => number
  /** Called before a wait for an import that may have been killed. */
  readonly reportWaiting: () => void
}

/**
 * Runs `work`, which changes postcodes, alone on this database. Throws `ImportRunning` if another import beats. It waits up to ten
 * seconds for the beat of one that may have been killed.
 */
export async function runInTurn<T>(turn: Turn, work: (transact: ImportTransact) => Promise<T>): Promise<T> {
  const { storage, clock } = turn
  const token = crypto.randomUUID()
  await takeTurn(turn, token)
  let beat = 0
  let beating: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating
      .then(() => storage.transact((tx) => runOwned(tx, token, () => saveNote(tx, clock(), { token, beat: ++beat }))))
      // The next transaction of the import finds out.
      .catch(() => {})
  }, beatEveryMs)
  try {
    return await work((change) => storage.transact((tx) => runOwned(tx, token, () => change(tx))))
  } finally {
    clearInterval(timer)
    await beating
    await storage.transact((tx) => runOwned(tx, token, () => dropServerSetting(tx, turnSetting))).catch(() => {})
  }
}

async function takeTurn({ storage, clock, reportWaiting }: Turn, token: string): Promise<void> {
  const take = (silent: PostcodeImportNote | null) => storage.transact((tx) => takeIfFree(tx, clock(), token, silent))
  const before = await take(null)
  if (before === null) return
  reportWaiting()
  for (const startedAt = performance.now(); performance.now() - startedAt < silentMs; ) {
    await Bun.sleep(lookEveryMs)
    const now = await storage.read((db) => findServerSetting(db, turnSetting))
    if (now === null) break
    if (!isSameBeat(now.value as PostcodeImportNote, before)) throw new ImportRunning()
  }
  if ((await take(before)) !== null) throw new ImportRunning()
}

/** Takes the turn if it is free, or if its note is still that of a silent import. Otherwise returns the note of the other. */
async function takeIfFree(
  tx: Writer,
  now: number,
  token: string,
  silent: PostcodeImportNote | null,
): Promise<PostcodeImportNote | null> {
  const held = await findHeldTurn(tx)
  if (held !== null && (silent === null || !isSameBeat(held, silent))) return held
  await saveNote(tx, now, { token, beat: 0 })
  return null
}

async function runOwned<T>(tx: Writer, token: string, work: () => Promise<T>): Promise<T> {
  if ((await findHeldTurn(tx))?.token !== token) throw new ImportRunning()
  return work()
}

/** The note of the import that has the turn, unchanged until the transaction ends. */
async function findHeldTurn(tx: Writer): Promise<PostcodeImportNote | null> {
  await lockPostcodes(tx)
  return ((await findServerSetting(tx, turnSetting))?.value ?? null) as PostcodeImportNote | null
}

function isSameBeat(one: PostcodeImportNote, other: PostcodeImportNote): boolean {
  return one.token === other.token && one.beat === other.beat
}

function saveNote(tx: Writer, now: number, value: PostcodeImportNote): Promise<void> {
  return saveServerSetting(tx, { name: turnSetting, value, encrypted: null, updatedAt: now })
}
