import { onServer } from './server.ts'

/** The fingerprint of the key that the nodes of this database share; null where there is none yet. Refuses `unavailable`. */
export function sharedFingerprint(url: string): Promise<string | null> {
  return onServer(url, async (connection) => {
    // The table is made with the first migration.
    const [found] = await connection.unsafe("select to_regclass('master_key') is not null as is_there")
    const [held] = found.is_there ? await connection.unsafe('select fingerprint from master_key') : []
    return held?.fingerprint ?? null
  })
}

/** Tells the nodes of this database which key it is, and answers the one that the first of them told. Refuses `unavailable`. */
export function claimKeyFingerprint(url: string, fingerprint: string): Promise<string> {
  return onServer(url, async (connection) => {
    await connection.unsafe('insert into master_key (fingerprint) values ($1) on conflict do nothing', [fingerprint])
    const [held] = await connection.unsafe('select fingerprint from master_key')
    return held.fingerprint
  })
}
