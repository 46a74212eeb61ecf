import type { MarketAnswer } from './market.ts'
import { millAddress } from './sample-addresses.ts'
import { type Server, startServer } from './server.ts'

/** The answers of Dales Coaches in the first run. */
export const dalesFirstRun = {
  company: {
    name: 'Dales Coaches',
    timezone: 'Europe/London',
    currency_code: 'GBP',
    operator_licence: 'PB1234567',
    phone: '01756 000000',
    address: millAddress,
  },
  admin: { name: 'Jo Dale', email: 'Jo@Dales.example' },
  vehicles: [
    { registration: 'yj21 dcl', type: 'coach_49', seats: 49 },
    { registration: 'YJ21 DCM', type: 'minibus_16', seats: 16 },
  ],
  drivers: [{ name: 'Pat Moss', phone: '07700 900123' }, { name: 'Robin Moss' }],
}

/** Starts a server in an empty folder, without any account. */
export function startEmptyServer(
  env: Readonly<Record<string, string>> = {},
  more: { readonly nodes?: number } = {},
): Promise<Server> {
  return startServer({ env, ...more })
}

/** The addresses that it has printed for its first run, oldest first. */
export function printedSetupUrls(server: Pick<Server, 'stdout'>): string[] {
  const lines = server.stdout.split('\n').filter((line) => line.includes('"setup_url"'))
  return lines.map((line) => JSON.parse(line).setup_url)
}

/** The token of the address printed last. */
export function printedSetupToken(server: Pick<Server, 'stdout'>): string {
  return printedSetupUrls(server).at(-1)?.split('#')[1] ?? ''
}

/** Sends one request with a bearer token. */
export async function sendRequest(
  server: Pick<Server, 'fetch'>,
  request: string,
  { token, body, key }: { readonly token?: string | undefined; readonly body?: unknown; readonly key?: string } = {},
): Promise<MarketAnswer> {
  const [method = '', path = ''] = request.split(' ')
  const headers = new Headers()
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  if (key !== undefined) headers.set('Idempotency-Key', key)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await server.fetch(path, init)
  const text = await response.text()
  const json = text === '' ? null : JSON.parse(text)
  return { status: response.status, headers: response.headers, text, json, data: json?.data, code: json?.error?.code }
}
