import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what the database must keep but no one may read from its file: AES-256-GCM, bound to the row it belongs to. */
export type SecretBox = {
  /** `context` names the row (`kept-answer:<id>`); what was encrypted for one row does not open for another. */
  encrypt(text: string, context: string): string
  /** Throws when the key, the context or a byte differs. */
  decrypt(encrypted: string, context: string): string
  /** Always the same for the same text and key, and worth nothing to who has the file but not the key (HMAC-SHA256, hex). */
  blindIndex(text: string): string
}

/** The key's number stands first in what it encrypted, so that a ring of keys can take over from one. */
const keyNumber = 1

/** `key` is 32 bytes. */
export function createSecretBox(key: Uint8Array): SecretBox {
  const indexKey = new Uint8Array(hkdfSync('sha256', key, '', 'charabanc pepper', 32))
  return {
    blindIndex: (text) => createHmac('sha256', indexKey).update(text).digest('hex'),
    encrypt(text, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([keyNumber]), nonce, encrypted, cipher.getAuthTag()]).toString('base64')
    },
    decrypt(encrypted, context) {
      const bytes = Buffer.from(encrypted, 'base64')
      if (bytes[0] !== keyNumber) throw new Error('encrypted with a key that is not at hand')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(13, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** A salt of 128 random bits. */
export function randomSalt(): string {
  return randomBytes(16).toString('base64url')
}

/** Tells one key from another and nothing else about it, so that a backup can say which key it needs. */
export function keyFingerprint(key: Uint8Array): string {
  return createHmac('sha256', key).update('charabanc: which key is this?').digest('hex').slice(0, 16)
}
