import { runOnServer } from './server.ts'

/** The fingerprint of the key that the nodes of this database share; null without one. Refuses `unavailable`. */
export function readSharedFingerprint(url: string): Promise<string | null> {
  return runOnServer(url, async (connection) => {
    // The first migration creates the table.
    const [found] = await connection.unsafe("select to_regclass('master_key') is not null as is_there")
    const [held] = found.is_there ? await connection.unsafe('select fingerprint from master_key') : []
    return held?.fingerprint ?? null
  })
}

/**
 * Saves the fingerprint of the key for all nodes of this database, unless one is saved, and returns the saved one. Refuses
 * `unavailable`.
 */
export function claimKeyFingerprint(url: string, fingerprint: string): Promise<string> {
  return runOnServer(url, async (connection) => {
    await connection.unsafe('insert into master_key (fingerprint) values ($1) on conflict do nothing', [fingerprint])
    const [held] = await connection.unsafe('select fingerprint from master_key')
    return held.fingerprint
  })
}
