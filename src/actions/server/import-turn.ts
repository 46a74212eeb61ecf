import { lockPostcodes } from '../../storage/locks.ts'
import {
  dropServerSetting,
  findServerSetting,
  type PostcodeImportNote,
  saveServerSetting,
} from '../../storage/queries/server-settings.ts'
import type { Reader, Storage, Writer } from '../../storage/storage.ts'

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
 * Runs `work`, which changes postcodes, alone on this database. Throws `ImportRunning` if another import beats. It waits up to
 * ten seconds for the beat of one that may have been killed.
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
  const before = await readTurn(storage)
  if (before !== null) {
    reportWaiting()
    await waitWhileSilent(storage, before)
  }
  if (!(await storage.transact((tx) => takeIfFree(tx, clock(), token, before)))) throw new ImportRunning()
}

/** Resolves once another import has ended or was silent for too long. Throws `ImportRunning` at its next beat. */
async function waitWhileSilent(storage: Storage, before: PostcodeImportNote): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < silentMs; ) {
    await Bun.sleep(lookEveryMs)
    const now = await readTurn(storage)
    if (now === null) return
    if (!isSameBeat(now, before)) throw new ImportRunning()
  }
}

/** Reads the note without its lock, for which the caller would wait as long as a transaction of the import takes. */
function readTurn({ read }: Storage): Promise<PostcodeImportNote | null> {
  return read(findTurn)
}

/** Takes the turn if it is free, or if its note is still that of a silent import. False if another import has it. */
async function takeIfFree(tx: Writer, now: number, token: string, silent: PostcodeImportNote | null): Promise<boolean> {
  const held = await lockTurn(tx)
  if (held !== null && (silent === null || !isSameBeat(held, silent))) return false
  await saveNote(tx, now, { token, beat: 0 })
  return true
}

async function runOwned<T>(tx: Writer, token: string, work: () => Promise<T>): Promise<T> {
  if ((await lockTurn(tx))?.token !== token) throw new ImportRunning()
  return work()
}

/** The note of the import that has the turn, unchanged until the transaction ends. */
async function lockTurn(tx: Writer): Promise<PostcodeImportNote | null> {
  await lockPostcodes(tx)
  return findTurn(tx)
}

async function findTurn(db: Reader): Promise<PostcodeImportNote | null> {
  return ((await findServerSetting(db, turnSetting))?.value ?? null) as PostcodeImportNote | null
}

function isSameBeat(one: PostcodeImportNote, other: PostcodeImportNote): boolean {
  return one.token === other.token && one.beat === other.beat
}

function saveNote(tx: Writer, now: number, value: PostcodeImportNote): Promise<void> {
  return saveServerSetting(tx, { name: turnSetting, value, encrypted: null, updatedAt: now })
}
