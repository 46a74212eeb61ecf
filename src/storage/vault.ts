import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Seals what the cellar must keep but nobody may read from the file: AES-256-GCM, bound to the row it belongs to. */
export type Vault = {
  /** `context` names the row (`kept-answer:<id>`); what was sealed for one row does not open for another. */
  seal(text: string, context: string): string
  /** Throws when the key, the context or a byte differs. */
  open(sealed: string, context: string): string
  /** Always the same for the same text and key, and worth nothing to who has the file but not the key (HMAC-SHA256, hex). */
  pepper(text: string): string
}

/** The key's number stands first in what it sealed, so that a ring of keys can take over from one. */
const keyNumber = 1

/** `key` is 32 bytes. */
export function makeVault(key: Uint8Array): Vault {
  const pepperKey = new Uint8Array(hkdfSync('sha256', key, '', 'charabanc pepper', 32))
  return {
    pepper: (text) => createHmac('sha256', pepperKey).update(text).digest('hex'),
    seal(text, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([keyNumber]), nonce, sealed, cipher.getAuthTag()]).toString('base64')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes[0] !== keyNumber) throw new Error('sealed with a key this vault does not hold')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13))
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(13, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** Tells one key from another and nothing else about it, so that a backup can say which key it needs. */
export function fingerprintOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('charabanc: which key is this?').digest('hex').slice(0, 16)
}
