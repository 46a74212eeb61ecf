import { describe, expect, test } from 'bun:test'
import { createDecipheriv } from 'node:crypto'
import { resolve } from 'node:path'
import { hashToken } from '../../src/actions/credentials.ts'
import { performInSteps, Replay } from '../../src/actions/idempotency.ts'
import { openFirstRun } from '../../src/actions/office/first-run.ts'
import { keepMailServer, showMailServer } from '../../src/actions/outbox/mail-server.ts'
import { buildPageContext, findPageAddress } from '../../src/actions/payments/card-pages.ts'
import { computePhoneHash } from '../../src/actions/people/sign-in-codes.ts'
import type { MailServer } from '../../src/domain/mail-server.ts'
import { deriveMessageToken } from '../../src/domain/message-link.ts'
import { buildSheetPath, isSheetAddressValid } from '../../src/domain/signed-sheet.ts'
import { findTokenKind, formatToken, formatTokenHint, isTokenText, type TokenKind } from '../../src/domain/token.ts'
import { insertMessage, type MessageRow, openMessage } from '../../src/storage/queries/messages.ts'
import type { PaymentRow } from '../../src/storage/queries/payments.ts'
import { saveServerSetting } from '../../src/storage/queries/server-settings.ts'
import { insertStoredResponse } from '../../src/storage/queries/stored-responses.ts'
import {
  decryptEndpoint,
  decryptSecret,
  type EncryptedKind,
  encryptEndpoint,
  encryptPushToken,
  encryptSecret,
  showPushToken,
} from '../../src/storage/rows/encryption.ts'
import { computeKeyFingerprint, createSecretBox, type SecretBox } from '../../src/storage/secret-box.ts'
import { dropDatabase, openStorageOf, prepareDatabase } from '../support/database.ts'
import { makeFolder } from '../support/folder.ts'
import { type InProcessServer, startInProcess } from '../support/in-process-server.ts'

// The exact texts that are encrypted, hashed or signed. Keys and rows outlive releases, so every later release must decrypt and
// find them. Never change a literal here.

const key = new Uint8Array(32).fill(7)
const secretBox = createSecretBox(key)

/** A secret box that returns the clear text with its context. */
const glass: SecretBox = { ...secretBox, encrypt: (text, context) => `${context} <- ${text}` }

/** Decrypts a text of key 1 step by step. */
function openByHand(encrypted: string, context: string): string {
  const bytes = Buffer.from(encrypted, 'base64')
  expect(bytes[0]).toBe(1)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(13, -16), undefined, 'utf8') + decipher.final('utf8')
}

describe('the secret box', () => {
  test('writes key number, nonce, text and tag, and decrypts an old text', () => {
    expect(openByHand(secretBox.encrypt('Grüße aus Leeds', 'row:1'), 'row:1')).toBe('Grüße aus Leeds')
    const literal = 'AeK9hzA+vRg1G7Y7scs2uPaHfqn0ARP3T935LukAMLoSxTa9pbUpj6mS8Lhbpg=='
    expect(secretBox.decrypt(literal, 'row:1')).toBe('Grüße aus Leeds')
  })

  test('finds an old hash, and a key by its fingerprint', () => {
    const found = '8f8354462dd71065b81c2715e708ea11cf48aeba0e7b432f3fb09b32383f2a85'
    expect(secretBox.blindIndex('phone +447700900123')).toBe(found)
    expect(computePhoneHash({ secretBox, phoneCountry: 'GB' }, '07700 900123', null)).toBe(found)
    expect(computeKeyFingerprint(key)).toBe('ec44dedd1757bb43')
  })
})

test('derives the token of an emailed link from the key, the message and the trip', () => {
  const message = { tripId: 5, messageId: 7, queuedAt: 1_767_225_600_000 }
  const token = deriveMessageToken(message, { ref: 'TR-ABC234', linkSalt: 'AAECAwQFBgcICQoLDA0ODw' }, secretBox.blindIndex)
  expect(token).toBe('cbt_qPxnz1IeqsnaJac683hkgFY6ybaiXr6wtx2iy5C3XaM1KWddD')
})

const mailServer: Required<MailServer> = {
  host: 'mail.example.org',
  port: 465,
  security: 'tls',
  username: 'office',
  password: 'pa55',
  sender: 'Dales <office@example.org>',
}
const mailServerText =
  '{"host":"mail.example.org","port":465,"security":"tls","username":"office","password":"pa55","sender":"Dales <office@example.org>"}'

const answered = { status: 201, text: '{"data":{"id":5}}' } as const

type FrozenSecret = {
  write(desk: InProcessServer): unknown
  readonly written: unknown
  read(desk: InProcessServer): unknown
  readonly meant: unknown
}

async function answer(desk: InProcessServer, app: InProcessServer['app']) {
  const { id: credentialId } = await desk.mint()
  const key = { scope: 'operator:1', key: 'k', fingerprint: 'f' }
  const request = { credentialId, key, render: () => answered, renderRefusal: () => null }
  return performInSteps(app, request, async ({ complete }) => app.storage.transact((tx) => complete(tx, null)))
}

/** The written and the read value of every kind of secret. */
const secrets: Readonly<Record<EncryptedKind, FrozenSecret>> = {
  webhook: {
    write: () => encryptSecret(glass, 7, 'whsec_0123456789'),
    written: 'webhook:7 <- whsec_0123456789',
    read: () =>
      decryptSecret(secretBox, { id: 7, encryptedSecret: 'Aa2yIJBZztdElzW5DWYS1TfE2soI8eqFig6YkX4ZdY655ay4XlSmEr8oI704' }),
    meant: 'whsec_0123456789',
  },
  'webhook-endpoint': {
    write: () => encryptEndpoint(glass, 7, 'https://hooks.example.org/in?k=s3cret'),
    written: {
      encryptedEndpointUrl: 'webhook-endpoint:7 <- https://hooks.example.org/in?k=s3cret',
      endpointHost: 'hooks.example.org',
    },
    read: () =>
      decryptEndpoint(secretBox, {
        id: 7,
        encryptedEndpointUrl: 'AYTgbL5/7X6QLqwhVX7HinrSA4FDGVwQNGI2qiUAxnxohfto6cnsyVWN9l0Rh2B1TI8kQ7LCCv4e6UzvldmUh1nZ',
      }),
    meant: 'https://hooks.example.org/in?k=s3cret',
  },
  'push-token': {
    write: () => encryptPushToken(glass, 9, 'ExponentPushToken[abc]'),
    written: 'push-token:9 <- ExponentPushToken[abc]',
    read: () =>
      showPushToken(secretBox, {
        id: 9,
        encryptedPushToken: 'AWqedicPcGSCDCaFfpkzMYN5fJJArHGmngkwB9R6/rBqH3hl5qolrjnz92g4yZ+u3H1x',
      }),
    meant: 'ExponentPushToken[abc]',
  },
  message: {
    write: async ({ app: { storage } }) => {
      const message = { channel: 'sms', recipient: '07700 900123', subject: null, text: 'Your code is 123456', now: 1 } as const
      const { id, encrypted } = await storage.transact((tx) => insertMessage(tx, glass, message))
      return encrypted.replace(`:${id} `, ':8 ')
    },
    written: 'message:8 <- Your code is 123456',
    read: () => {
      const encrypted = 'AeJNCX/5Eh96J60BizsR9a/LdRUndapi7rjLli2EhpbJGhTkn6fucCJ1IIi6K4XR'
      return openMessage(secretBox, { id: 8, encrypted } as MessageRow)
    },
    meant: 'Your code is 123456',
  },
  'kept-answer': {
    write: async (desk) => {
      await answer(desk, { ...desk.app, secretBox: glass })
      const [row] = await desk.app.storage.read(({ db, t }) => db.select().from(t.storedResponses))
      return [row?.status, row?.encrypted?.replace(`:${row.id} `, ':ID ')]
    },
    written: [201, 'kept-answer:ID <- {"data":{"id":5}}'],
    read: async (desk) => {
      const encrypted = 'AV1f2eaY0LxkSw9Fvzl/Ed/sP5pAfHrTPxfj9sLKq1G/64pRSg3mnZ4pJNt9/w=='
      const now = desk.app.clock()
      const times = { createdAt: now, expiresAt: now + 1_000, leaseUntil: null }
      const kept = { id: '01990000-0000-7000-8000-000000000002', scope: 'operator:1', key: 'k', fingerprint: 'f' }
      const row = { ...kept, ...times, state: 'completed', bootId: 'before', status: 201, encrypted } as const
      await desk.app.storage.transact((tx) => insertStoredResponse(tx, row))
      const heard = await answer(desk, desk.app).catch((thrown: unknown) => thrown)
      return heard instanceof Replay ? heard.response : heard
    },
    meant: answered,
  },
  'server-setting': {
    write: async ({ app }) => {
      await app.storage.transact((tx) => keepMailServer(tx, { secretBox: glass }, mailServer, 5))
      const [row] = await app.storage.read(({ db, t }) => db.select().from(t.serverSettings))
      return row
    },
    written: {
      name: 'mail_server',
      value: { host: 'mail.example.org', port: 465 },
      encrypted: `server-setting:mail_server <- ${mailServerText}`,
      updatedAt: 5,
    },
    read: async ({ app }) => {
      const encrypted =
        'AWtE7KWTA6Q3J2ogbcjb/C+sCN2v2ZEmmB14WHvLxCrEF5ugkRvVfCbYxmENNI3oPrfcNuJfyzZ4vONR2iNZ3dLVRmFa/oJv8IN2hVo59+T5RYbdViy95twyaKHu0B8GXetPgUUICuGyxBsk0PhGtp6bfigjVacV4zRjjVv3S/wEWvK4csz6sx4zq/zXKdtNMseZNRj+c1gN5asBYjY9eA=='
      const setting = { name: 'mail_server', value: { host: 'mail.example.org', port: 465 }, encrypted, updatedAt: 5 }
      await app.storage.transact((tx) => saveServerSetting(tx, setting))
      return app.storage.read(async (db) => (await showMailServer(db, app)).mailServer)
    },
    meant: mailServer,
  },
  'payment-page': {
    write: () => glass.encrypt('https://pay.example.org/c/1', buildPageContext({ id: 9 })),
    written: 'payment-page:9 <- https://pay.example.org/c/1',
    read: () => {
      const pageUrl = 'AXx9mwX4CnVjEPxsHWRuLCL6iUj4MVReQ1Yir3iyp4hOCyWlDAhnR6nbcrpYUqBipRdGEQuSP6w='
      return findPageAddress({ secretBox }, { id: 9, status: 'awaiting_customer', sessionRef: 'cs_1', pageUrl } as PaymentRow)
    },
    meant: 'https://pay.example.org/c/1',
  },
}

const frozen = Object.entries(secrets).map(([kind, secret]) => ({ kind, ...secret }))

describe('an encrypted secret', () => {
  test.each(frozen)('encrypts a $kind in the context of its row', async ({ write, written }) => {
    await using desk = await startInProcess()
    expect(await write(desk)).toEqual(written)
  })

  test.each(frozen)('decrypts a $kind to the original value', async ({ read, meant }) => {
    await using desk = await startInProcess()
    expect(await read(desk)).toEqual(meant)
  })

  test('is one of these kinds everywhere in the source', async () => {
    const source = resolve(import.meta.dir, '../../src')
    const calls: string[] = []
    for (const path of new Bun.Glob('**/*.ts').scanSync(source)) {
      const found = (await Bun.file(`${source}/${path}`).text()).match(/ecretBox\.encrypt\(/g) ?? []
      calls.push(...found.map(() => path))
    }
    expect(calls, calls.join()).toHaveLength(frozen.length)
  })
})

const bytes = Uint8Array.from({ length: 32 }, (_, nth) => nth * 7)

const tokens: Readonly<Record<TokenKind, string>> = {
  api_key: 'cbk_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd1cakYk',
  operator_device: 'cbo_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd3Qgozp',
  driver_device: 'cbd_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd2n8loR',
  platform_key: 'cbp_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd1DTNGw',
  trip_link: 'cbt_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd2xanuf',
  setup_link: 'cbs_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd2IiWB1',
  sign_in_link: 'cbl_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd2QY632',
  feed: 'cbf_00P7TMJAMtIAKPK15KMeONVl8lPkp3Q5J7OZtDH3YNd04hJ4k',
}

describe('a token', () => {
  test.each(Object.entries(tokens) as [TokenKind, string][])('of %s is made and recognised', (kind, token) => {
    expect(formatToken(kind, bytes)).toBe(token)
    expect(isTokenText(token)).toBe(true)
    expect(findTokenKind(token)).toBe(kind)
  })

  test('is found by its hash, and shown by its hint', () => {
    expect(hashToken(tokens.api_key)).toBe('866b4fc45d52833c2e928f49ad02e5bb62e58262013372caa2933c5909ac7b77')
    expect(formatTokenHint(tokens.api_key)).toBe('cbk_akYk')
  })

  test('is derived again from its stored nonce for the first run', async () => {
    using folder = makeFolder()
    await prepareDatabase(folder.path)
    const storage = await openStorageOf(folder.path)
    const nonce = '0b0c9f4e-8f0e-4a52-9d8a-0b1f6a5c7d21'
    const setting = { name: 'setup_link', value: { credentialId: 3, nonce }, encrypted: null, updatedAt: 5 }
    await storage.transact((tx) => saveServerSetting(tx, setting))
    const open = () => storage.transact((tx) => openFirstRun(tx, secretBox, { isAnew: false, now: 6 }))
    expect(await open()).toBe('cbs_kGAdxz6IewCCMBY40MkEudVeirVz04vKwwsj9PjT0IF1Ta0G8')
    await storage.close()
    await dropDatabase(folder.path)
  })
})

test('signs and checks the address of a job sheet without a change since its release', () => {
  const signature = '5a1115e35770c06819a36aa622d9b0b4c1a86229b4600aefd60f76c7dac154b9'
  expect(buildSheetPath(12, 1_801_000_000_000, secretBox.blindIndex)).toBe(
    `/papers/job-sheets/12.pdf?expires=1801000900&signature=${signature}`,
  )
  const address = { dutyId: 12, expires: '1801000900', signature }
  expect(isSheetAddressValid(address, 1_801_000_000_000, secretBox.blindIndex)).toBe(true)
})
