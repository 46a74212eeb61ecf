import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readMasterKey, writeMasterKey } from '../../src/cli/master-key.ts'
import type { Manifest } from '../../src/domain/backup.ts'
import { openFolderLedger } from '../../src/gateways/payments/ledger-folder.ts'
import { createSandboxPayments } from '../../src/gateways/payments/sandbox.ts'
import type { LedgerEntry } from '../../src/gateways/payments/sandbox-entries.ts'
import { listBackups, readManifest, writeManifest } from '../../src/storage/sqlite/manifest.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { sampleCharge, samplePaymentPage } from '../support/sample-payments.ts'

// The exact files that one release leaves to the next. Never change a literal here; add one for another format.

describe('the manifest of a backup', () => {
  const name = 'charabanc-20270126T214640Z.sqlite'
  const manifest: Required<Manifest> = {
    sha256: 'ab'.repeat(32),
    bytes: 123_456,
    schema: '0029_unknown_payments',
    madeAt: 1_801_000_000_000,
    release: '0.2.0',
    keyFingerprint: 'ec44dedd1757bb43',
  }
  const text = `{
  "file": "${name}",
  "sha256": "${'ab'.repeat(32)}",
  "bytes": 123456,
  "schema": "0029_unknown_payments",
  "made_at": "2027-01-26T21:46:40Z",
  "release": "0.2.0",
  "sealed_with": "ec44dedd1757bb43"
}
`

  test('is written without a change since its release', () => {
    using folder = makeFolder()
    writeManifest(folder.at(name), manifest)
    expect(readFileSync(folder.at(`${name}.json`), 'utf8')).toBe(text)
  })

  test('is read without a change since its release, and finds its backup', () => {
    using folder = makeFolder()
    writeFileSync(folder.at(name), '')
    writeFileSync(folder.at(`${name}.json`), text)
    expect(readManifest(folder.at(name))).toEqual(manifest)
    expect(listBackups(folder.path, manifest.madeAt)).toEqual([{ ...manifest, path: folder.at(name) }])
  })

  test('has a null fingerprint for a backup without a key', () => {
    using folder = makeFolder()
    writeManifest(folder.at(name), { ...manifest, keyFingerprint: null })
    const keyless = text.replace('"ec44dedd1757bb43"', 'null')
    expect(readFileSync(folder.at(`${name}.json`), 'utf8')).toBe(keyless)
    expect(readManifest(folder.at(name))).toEqual({ ...manifest, keyFingerprint: null })
  })
})

test('writes and reads the key file without a change since its release', () => {
  using folder = makeFolder()
  const key = Uint8Array.from({ length: 32 }, (_, nth) => nth * 8)
  const text = 'AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8Pg=\n'
  writeMasterKey({ dataDir: folder.path }, key)
  expect(readFileSync(folder.at('master.key'), 'utf8')).toBe(text)
  using other = makeFolder()
  writeFileSync(other.at('master.key'), text)
  expect(readMasterKey({ dataDir: other.path, masterKey: null })).toEqual(Buffer.from(key))
})

const at = 1_801_000_000_000
const expiresAt = at + 600_000
const backUrl = 'https://example.org/trip?back=TR-7K3MQ2'
const shown = { title: 'Deposit', summary: 'Leeds to York', consent: 'I agree', backUrl, expiresAt }
const memo =
  '{\\"key\\":\\"page-1\\",\\"tripRef\\":\\"TR-7K3MQ2\\",\\"purpose\\":\\"payment\\",\\"title\\":\\"Deposit\\",\\"summary\\":\\"Leeds to York\\",\\"consent\\":\\"I agree\\",\\"backUrl\\":\\"https://example.org/trip?back=TR-7K3MQ2\\",\\"expiresAt\\":1801000600000}'
const [pageRef, otherRef] = ['page_0eb236e50de35c59c03b6362', 'page_0f6724ab77e487b74587299f']

/** The files that the test money provider writes, by name. */
const entered: Readonly<Record<string, string>> = {
  '5e52917c7a19f1dce93e1284da07a7a0d9d15793583bd7da91d71355ad5c046f.json':
    '{"key":"deposit-1","kind":"charge","amount":12800,"currencyCode":"GBP","outcome":"succeeded","ref":"ch_5e52917c7a19f1dce93e1284","tripRef":"TR-7K3MQ2","at":1801000000000}\n',
  '04f3320a08d7710b246f423c7ea0f96e80b1685123eb07388d7a896462b343b7.json':
    '{"key":"refund-1","kind":"refund","amount":4500,"currencyCode":"GBP","outcome":"succeeded","ref":"re_04f3320a08d7710b246f423c","memo":"ch_5e52917c7a19f1dce93e1284","tripRef":"TR-7K3MQ2","at":1801000000000}\n',
  '7b02ee65328d663b630d2d6cba6824d408c6c10257024447a29bad428fa6dcf1.json': `{"key":"${pageRef}","kind":"page","amount":12800,"currencyCode":"GBP","outcome":"requires_action","ref":"${pageRef}","memo":"${memo}","tripRef":"TR-7K3MQ2","at":1801000000000}\n`,
  '0f10a1899be283fd18f8472244943d922124de924a8719138ed387377ce74659.json': `{"key":"${otherRef}","kind":"page","amount":12800,"currencyCode":"GBP","outcome":"requires_action","ref":"${otherRef}","memo":"${memo.replace('page-1', 'page-2').replace('payment', 'save_card')}","tripRef":"TR-7K3MQ2","at":1801000000000}\n`,
  '0f6724ab77e487b74587299fac8c3336030f4157c86202d5a3f5ca64a6059442.json': `{"key":"page-2","currencyCode":"GBP","outcome":"succeeded","memo":"pm_card_visa","tripRef":"TR-7K3MQ2","at":1801000000000,"kind":"saved","amount":0,"ref":"${otherRef}"}\n`,
}

const refund = { key: 'refund-1', paymentId: 8, tripRef: 'TR-7K3MQ2', attempt: 1, owedAt: 5, currencyCode: 'GBP' }

function openMoney(folder: Folder, now = at) {
  const ledger = openFolderLedger(folder.at('ledger'))
  return { ledger, money: createSandboxPayments(ledger, 0, () => now) }
}

function layDown(folder: Folder) {
  mkdirSync(folder.at('ledger'))
  for (const [name, text] of Object.entries(entered)) writeFileSync(folder.at(`ledger/${name}`), text)
}

describe('the ledger of test money', () => {
  test('is written without a change since its release', async () => {
    using folder = makeFolder()
    const { money } = openMoney(folder)
    await money.charge('pi_1', sampleCharge())
    await money.refund({ ...refund, chargeRef: 'ch_5e52917c7a19f1dce93e1284', amount: 4_500 })
    await money.openPage(samplePaymentPage({ key: 'page-1', ...shown }))
    await money.openPage(samplePaymentPage({ key: 'page-2', purpose: 'save_card', ...shown }))
    await money.pages.choose(otherRef, { method: 'pm_card_visa', bank: null })
    const texts = readdirSync(folder.at('ledger')).map((name) => [name, readFileSync(folder.at(`ledger/${name}`), 'utf8')])
    expect(Object.fromEntries(texts)).toEqual(entered)
  })

  test('is read without a change: nothing is charged twice, and each page keeps its state', async () => {
    using folder = makeFolder()
    layDown(folder)
    const { ledger, money } = openMoney(folder)
    const charged = { outcome: 'succeeded', ref: 'ch_5e52917c7a19f1dce93e1284' } as const
    expect(await money.charge('pi_1', sampleCharge({ method: 'pm_card_chargeDeclined' }))).toMatchObject(charged)
    expect(await money.cancelCharge('pi_1', sampleCharge())).toMatchObject(charged)
    expect(await ledger.find('refund-1')).toEqual({
      ...{ key: 'refund-1', kind: 'refund', amount: 4_500, currencyCode: 'GBP', outcome: 'succeeded' },
      ...{ ref: 're_04f3320a08d7710b246f423c', memo: charged.ref, tripRef: 'TR-7K3MQ2', at },
    } satisfies Required<Pick<LedgerEntry, 'memo' | 'tripRef' | 'at'>> & LedgerEntry)
    expect(await money.readPage(pageRef)).toEqual({ status: 'open' })
    const { expiresAt: _, ...told } = shown
    expect(await money.pages.look(pageRef)).toMatchObject({ purpose: 'payment', amount: 12_800, currencyCode: 'GBP', ...told })
    expect(await money.readPage(otherRef)).toMatchObject({ status: 'saved', card: { method: 'pm_card_visa' } })
    const made = await Array.fromAsync(money.listCreatedSince(at))
    expect(made).toContainEqual(
      expect.objectContaining({ kind: 'charge', key: 'deposit-1', tripRef: 'TR-7K3MQ2', amount: 12_800, returnedAmount: 4_500 }),
    )
    expect(readdirSync(folder.at('ledger')).toSorted()).toEqual(Object.keys(entered).toSorted())
  })

  test('is read from 0.1.0, which stored no trip and no time', async () => {
    using folder = makeFolder()
    const text =
      '{"key":"deposit-1","kind":"charge","amount":12800,"currencyCode":"GBP","outcome":"requires_action","ref":"ch_5e52917c7a19f1dce93e1284"}\n'
    mkdirSync(folder.at('ledger'))
    writeFileSync(folder.at(`ledger/${createHash('sha256').update('deposit-1').digest('hex')}.json`), text)
    expect(await openMoney(folder).money.charge('pi_1', sampleCharge())).toMatchObject({
      outcome: 'requires_action',
      ref: 'ch_5e52917c7a19f1dce93e1284',
    })
  })
})
