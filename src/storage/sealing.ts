import type { Row } from './statements.ts'
import type { Vault } from './vault.ts'

/** What is kept of the address a subscription's events go to: all of it sealed, and the host that the log may name. */
export function sealEndpoint(vault: Vault, subscriptionId: number, url: string) {
  const endpointHost = URL.canParse(url) ? new URL(url).host : ''
  return { sealedEndpointUrl: vault.seal(url, endpointContext(subscriptionId)), endpointHost }
}

type Endpoint = Pick<Row<'webhookSubscriptions'>, 'id' | 'sealedEndpointUrl' | 'endpointHost'>

/** Where events go. Throws when it was sealed under another key or for another row. */
export function openEndpoint(vault: Vault, { id, sealedEndpointUrl }: Pick<Endpoint, 'id' | 'sealedEndpointUrl'>): string {
  return vault.open(sealedEndpointUrl, endpointContext(id))
}

/** Where events go, to be shown: of what cannot be opened the host is left. */
export function showEndpoint(vault: Vault, endpoint: Endpoint): string {
  try {
    return openEndpoint(vault, endpoint)
  } catch {
    return endpoint.endpointHost
  }
}

export function sealSecret(vault: Vault, subscriptionId: number, secret: string): string {
  return vault.seal(secret, secretContext(subscriptionId))
}

type Secret = Pick<Row<'webhookSubscriptions'>, 'id' | 'sealedSecret'>

/** The secret of a subscription. Throws when it was sealed under another key or for another row. */
export function openSecret(vault: Vault, { id, sealedSecret }: Secret): string {
  return vault.open(sealedSecret, secretContext(id))
}

export function sealPushToken(vault: Vault, deviceId: number, token: string): string {
  return vault.seal(token, pushTokenContext(deviceId))
}

/** Where a device takes its notices, to be shown; null where it takes none, or where that cannot be opened. */
export function showPushToken(vault: Vault, device: Pick<Row<'devices'>, 'id' | 'sealedPushToken'>): string | null {
  if (device.sealedPushToken === null) return null
  try {
    return vault.open(device.sealedPushToken, pushTokenContext(device.id))
  } catch {
    return null
  }
}

function secretContext(subscriptionId: number): string {
  return `webhook:${subscriptionId}`
}

function endpointContext(subscriptionId: number): string {
  return `webhook-endpoint:${subscriptionId}`
}

function pushTokenContext(deviceId: number): string {
  return `push-token:${deviceId}`
}
