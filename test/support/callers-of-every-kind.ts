import { eventually } from './eventually.ts'
import { type CustomerClient, type Market, OperatorClient, ok } from './market.ts'

/** One caller of every kind with a valid token; the stranger has none. */
export interface CallersOfEveryKind {
  readonly operator: OperatorClient
  readonly customer: CustomerClient
  /** The operator's driver who signed in. */
  readonly driverId: number
  readonly tokens: Readonly<Record<CallerTokenKind, string | null>>
}

export type CallerTokenKind = 'api_key' | 'operator_device' | 'driver_device' | 'platform_key' | 'trip_link' | 'stranger'

let accounts = 0

/** Opens one more account on a market, with an admin and a driver who signed in and a customer with an offered trip. */
export async function createCallersOfEveryKind(market: Market): Promise<CallersOfEveryKind> {
  const number = ++accounts
  const account = await market.server.cliJson<{ operator_ref: string; admin_link: string }>([
    ...'operator create --currency GBP --timezone Europe/London --admin-name Ann --name Dales'.split(' '),
    ...['--admin-email', `admin${number}@example.org`],
  ])
  const operator = new OperatorClient(market, account.operator_ref, await market.key(account.operator_ref))
  const address = `driver${number}@example.org`
  const driverId = await operator.driver({ email: address, invite_now: true })
  const invitation = await eventually(() => market.server.mails().find(({ to }) => to.includes(address)))
  const customer = await market.trip([operator])
  const tokens = {
    api_key: operator.token,
    operator_device: await signIn(market, account.admin_link),
    driver_device: await signIn(market, invitation.text),
    platform_key: market.platformToken,
    trip_link: customer.token,
    stranger: null,
  }
  return { operator, customer, driverId, tokens }
}

/** Exchanges the sign-in link in a text for a device's token. */
async function signIn(market: Market, text: string): Promise<string> {
  const token = /cbl_\w{49}/.exec(text)?.[0]
  return ok(await market.call('POST', '/api/v1/auth/exchange', { body: { token, device_name: 'A phone' } })).token
}
