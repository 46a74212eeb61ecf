import { onServer } from './server.postgres.ts'

/**
 * The fingerprint of the key that the nodes of this database share: the first that any of them told. With null nothing is told, and
 * null comes back where there is none yet. Refuses `unavailable`.
 */
export async function claimKeyFingerprint(url: string, fingerprint: string | null): Promise<string | null> {
  return onServer(url, async (connection) => {
    if (fingerprint !== null)
      await connection.unsafe('insert into master_key (fingerprint) values ($1) on conflict do nothing', [fingerprint])
    const [held] = await connection.unsafe('select fingerprint from master_key')
    return held?.fingerprint ?? null
  })
}
