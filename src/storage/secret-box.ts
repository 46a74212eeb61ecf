import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values that the database stores but its file must not reveal: AES-256-GCM, bound to the row. */
export type SecretBox = {
  /** `context` names the row (`kept-answer:<id>`). A value that was encrypted for one row cannot be decrypted for another. */
  encrypt(text: string, context: string): string
  /** Throws if the key, the context or a byte differs. */
  decrypt(encrypted: string, context: string): string
  /** A keyed hash, equal for equal texts and keys, and useless without the key (HMAC-SHA256, hex). */
  blindIndex(text: string): string
}

/** First character of encrypted values: the key's number, so that several keys can replace a single one. */
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
      if (bytes[0] !== keyNumber) throw new Error('encrypted with another key')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(13, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** A salt of 128 random bits. */
export function createSalt(): string {
  return randomBytes(16).toString('base64url')
}

/** The identity of a key, which reveals nothing about it, so that a backup can name its key. */
export function computeKeyFingerprint(key: Uint8Array): string {
  return createHmac('sha256', key).update('charabanc: which key is this?').digest('hex').slice(0, 16)
}
