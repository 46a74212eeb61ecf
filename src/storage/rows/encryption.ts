import type { SecretBox } from '../secret-box.ts'
import type { Row } from '../tables.ts'

/** The kind of an encrypted text. It goes into what is stored, so that none of these words ever changes. */
export type EncryptedKind =
  | 'kept-answer'
  | 'message'
  | 'payment-page'
  | 'push-token'
  | 'server-setting'
  | 'webhook'
  | 'webhook-endpoint'

/** The context that binds a text to the row it belongs to, by what the row is known by. */
export function boundTo(kind: EncryptedKind, row: number | string): string {
  return `${kind}:${row}`
}

/** Encrypts the address that a subscription's events go to, and keeps its host apart, which the log may name. */
export function encryptEndpoint(secretBox: SecretBox, subscriptionId: number, url: string) {
  const endpointHost = URL.canParse(url) ? new URL(url).host : ''
  return { encryptedEndpointUrl: secretBox.encrypt(url, boundTo('webhook-endpoint', subscriptionId)), endpointHost }
}

type Endpoint = Pick<Row<'webhookSubscriptions'>, 'id' | 'encryptedEndpointUrl' | 'endpointHost'>

/** The address that events go to. Throws when it was encrypted under another key or for another row. */
export function decryptEndpoint(
  secretBox: SecretBox,
  { id, encryptedEndpointUrl }: Pick<Endpoint, 'id' | 'encryptedEndpointUrl'>,
): string {
  return secretBox.decrypt(encryptedEndpointUrl, boundTo('webhook-endpoint', id))
}

/** The address that events go to, to be shown; only its host where it cannot be opened. */
export function showEndpoint(secretBox: SecretBox, endpoint: Endpoint): string {
  try {
    return decryptEndpoint(secretBox, endpoint)
  } catch {
    return endpoint.endpointHost
  }
}

export function encryptSecret(secretBox: SecretBox, subscriptionId: number, secret: string): string {
  return secretBox.encrypt(secret, boundTo('webhook', subscriptionId))
}

type Secret = Pick<Row<'webhookSubscriptions'>, 'id' | 'encryptedSecret'>

/** The secret of a subscription. Throws when it was encrypted under another key or for another row. */
export function decryptSecret(secretBox: SecretBox, { id, encryptedSecret }: Secret): string {
  return secretBox.decrypt(encryptedSecret, boundTo('webhook', id))
}

export function encryptPushToken(secretBox: SecretBox, deviceId: number, token: string): string {
  return secretBox.encrypt(token, boundTo('push-token', deviceId))
}

/** The token by which a device takes its notices, to be shown; null where it has none or it cannot be opened. */
export function showPushToken(secretBox: SecretBox, device: Pick<Row<'devices'>, 'id' | 'encryptedPushToken'>): string | null {
  if (device.encryptedPushToken === null) return null
  try {
    return secretBox.decrypt(device.encryptedPushToken, boundTo('push-token', device.id))
  } catch {
    return null
  }
}
