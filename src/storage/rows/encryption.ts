import type { SecretBox } from '../secret-box.ts'
import type { Row } from '../tables.ts'

/** The kind of an encrypted text. It is part of the stored text, so these words never change. */
export type EncryptedKind =
  | 'kept-answer'
  | 'message'
  | 'payment-page'
  | 'push-token'
  | 'server-setting'
  | 'webhook'
  | 'webhook-endpoint'

/** The context that binds a text to its row, by the row's key. */
export function buildRowContext(kind: EncryptedKind, row: number | string): string {
  return `${kind}:${row}`
}

/** Encrypts the address of a subscription, and stores its host separately, which the log may name. */
export function encryptEndpoint(secretBox: SecretBox, subscriptionId: number, url: string) {
  const endpointHost = URL.canParse(url) ? new URL(url).host : ''
  return { encryptedEndpointUrl: secretBox.encrypt(url, buildRowContext('webhook-endpoint', subscriptionId)), endpointHost }
}

type Endpoint = Pick<Row<'webhookSubscriptions'>, 'id' | 'encryptedEndpointUrl' | 'endpointHost'>

/** The address of a subscription. Throws if it was encrypted under another key or for another row. */
export function decryptEndpoint(
  secretBox: SecretBox,
  { id, encryptedEndpointUrl }: Pick<Endpoint, 'id' | 'encryptedEndpointUrl'>,
): string {
  return secretBox.decrypt(encryptedEndpointUrl, buildRowContext('webhook-endpoint', id))
}

/** The address of a subscription for display; only its host if it cannot be decrypted. */
export function showEndpoint(secretBox: SecretBox, endpoint: Endpoint): string {
  try {
    return decryptEndpoint(secretBox, endpoint)
  } catch {
    return endpoint.endpointHost
  }
}

export function encryptSecret(secretBox: SecretBox, subscriptionId: number, secret: string): string {
  return secretBox.encrypt(secret, buildRowContext('webhook', subscriptionId))
}

type Secret = Pick<Row<'webhookSubscriptions'>, 'id' | 'encryptedSecret'>

/** The secret of a subscription. Throws if it was encrypted under another key or for another row. */
export function decryptSecret(secretBox: SecretBox, { id, encryptedSecret }: Secret): string {
  return secretBox.decrypt(encryptedSecret, buildRowContext('webhook', id))
}

export function encryptPushToken(secretBox: SecretBox, deviceId: number, token: string): string {
  return secretBox.encrypt(token, buildRowContext('push-token', deviceId))
}

/** The push token of a device for display; null without one, and if it cannot be decrypted. */
export function showPushToken(secretBox: SecretBox, device: Pick<Row<'devices'>, 'id' | 'encryptedPushToken'>): string | null {
  if (device.encryptedPushToken === null) return null
  try {
    return secretBox.decrypt(device.encryptedPushToken, buildRowContext('push-token', device.id))
  } catch {
    return null
  }
}
