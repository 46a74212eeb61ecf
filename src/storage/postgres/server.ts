import { type ReservedSQL, SQL } from 'bun'
import { translatePostgres } from './faults.ts'

/** The URL for the server's client, and whether it declares a pooler. */
export function parseServerAddress(url: string): { readonly server: string; readonly isPooled: boolean } {
  const address = new URL(url)
  const isPooled = address.searchParams.get('pooling') === 'transaction'
  address.searchParams.delete('pooling')
  return { server: address.href, isPooled }
}

/** A client of the server. The URL can require a certificate check, also under NODE_TLS_REJECT_UNAUTHORIZED=0. */
export function createServerClient(server: string, options: Omit<SQL.PostgresOrMySQLOptions, 'tls'>): SQL {
  const isChecked = new URL(server).searchParams.get('sslmode')?.startsWith('verify-') === true
  return new SQL(server, {
    ...options,
    connection: { application_name: 'charabanc' },
    ...(isChecked && { tls: { rejectUnauthorized: true } }),
  })
}

/** Does `work` on a separate connection without prepared statements, and closes it. Refuses `unavailable`. */
export async function runOnServer<T>(url: string, work: (connection: ReservedSQL) => Promise<T>): Promise<T> {
  const { server } = parseServerAddress(url)
  const client = createServerClient(server, { max: 1, connectionTimeout: 10, prepare: false })
  try {
    const connection = await client.reserve()
    return await work(connection)
  } catch (fault) {
    throw translatePostgres(fault)
  } finally {
    await client.close({ timeout: 0 })
  }
}
