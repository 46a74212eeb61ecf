import { type ReservedSQL, SQL } from 'bun'
import { translatePostgres } from './faults.ts'

/** The URL as the server's client knows it, and what it says of a pooler. */
export function addressIn(url: string): { readonly server: string; readonly isPooled: boolean } {
  const address = new URL(url)
  const isPooled = address.searchParams.get('pooling') === 'transaction'
  address.searchParams.delete('pooling')
  return { server: address.href, isPooled }
}

/** A client of the server. Where the URL wants its certificate checked it is, also under NODE_TLS_REJECT_UNAUTHORIZED=0. */
export function clientOf(server: string, options: Omit<SQL.PostgresOrMySQLOptions, 'tls'>): SQL {
  const isChecked = new URL(server).searchParams.get('sslmode')?.startsWith('verify-') === true
  return new SQL(server, {
    ...options,
    connection: { application_name: 'charabanc' },
    ...(isChecked && { tls: { rejectUnauthorized: true } }),
  })
}

/** Does `work` on a connection of its own, which ends with it and on which nothing is prepared. Refuses `unavailable`. */
export async function onServer<T>(url: string, work: (connection: ReservedSQL) => Promise<T>): Promise<T> {
  const { server } = addressIn(url)
  const client = clientOf(server, { max: 1, connectionTimeout: 10, prepare: false })
  try {
    const connection = await client.reserve()
    return await work(connection)
  } catch (fault) {
    throw translatePostgres(fault)
  } finally {
    await client.close({ timeout: 0 })
  }
}
