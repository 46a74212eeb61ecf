/**
 * The signature of one attempt: HMAC-SHA256 over `<timestamp>.<body>` with the whole displayed secret as its key, in hexadecimal.
 * `timestamp` is in seconds.
 */
export function signWebhook(secret: string, timestamp: number, body: Uint8Array): string {
  return `sha256=${new Bun.CryptoHasher('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`
}
