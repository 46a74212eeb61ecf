import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { gatewayAt, newCharge, openTill, payer, serverId } from './stripe-till.ts'

const secret = 'whsec_first'
const next = 'whsec_second'

/** The `Stripe-Signature` of a text, signed with each secret at an instant (s). */
function signatureOf(text: string, secrets: readonly string[], at: number): string {
  const signed = secrets.map((one) => `v1=${createHmac('sha256', one).update(`${at}.${text}`).digest('hex')}`)
  return [`t=${at}`, ...signed].join(',')
}

const now = () => Math.floor(Date.now() / 1_000)

const event = (thing: object, more: object = {}) =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    data: { object: thing },
    ...more,
  })

const ours = { id: 'pi_1', object: 'payment_intent', metadata: { charabanc_server: serverId }, client_secret: 'pi_1_secret_x' }

async function wokenBy(text: string, signature: string | null, secrets: readonly string[] = [secret, next]) {
  const { gateway, lines } = await gatewayAt('http://127.0.0.1:1', { webhookSecrets: secrets })
  const call = await gateway.readWebhook(text, signature)
  return { refs: null, ...call, lines }
}

describe('a webhook', () => {
  test.each([
    ['the first secret', [secret]],
    ['the one that replaces it', [next]],
    ['both', [secret, next]],
    ['another, and ours', ['whsec_of_others', secret]],
  ])('returns the ids of its object if it is signed with %s', async (_, secrets) => {
    const text = event(ours)
    expect((await wokenBy(text, signatureOf(text, secrets, now()))).refs).toEqual(['pi_1'])
  })

  test.each([
    [{ id: 're_1', object: 'refund', payment_intent: 'pi_1', metadata: { charabanc_server: serverId } }, ['re_1', 'pi_1'], false],
    [{ id: 'du_1', object: 'dispute', payment_intent: 'pi_1', metadata: {} }, ['du_1', 'pi_1'], true],
    [{ id: 'cs_1', object: 'checkout.session', payment_intent: null, metadata: null }, ['cs_1'], false],
    [{ id: 7, payment_intent: { id: 'pi_1' } }, [], false],
    [{}, [], false],
  ])('returns the ids of %j', async (thing, refs, isOfDispute) => {
    const text = event(thing)
    const woken = await wokenBy(text, signatureOf(text, [secret], now()))
    expect(woken).toEqual({ refs, isOfDispute, lines: [] })
  })

  test.each([
    ['without a signature', null],
    ['with an empty one', ''],
    ['with one of another secret', signatureOf(event(ours), ['whsec_of_others'], now())],
    ['with one of another text', signatureOf(event({ ...ours, id: 'pi_2' }), [secret], now())],
    ['that is ten minutes old', signatureOf(event(ours), [secret], now() - 600)],
    ['with an invalid one', 't=now,v1=zz'],
    ['with one without a time', signatureOf(event(ours), [secret], now()).replace(/t=\d+,/, '')],
  ])('is rejected %s', async (_, signature) => {
    expect(await wokenBy(event(ours), signature)).toEqual({ refs: null, lines: [] })
  })

  test('is rejected if no secret is configured', async () => {
    const text = event(ours)
    expect((await wokenBy(text, signatureOf(text, [''], now()), [])).refs).toBeNull()
  })

  test('is rejected if it is signed but not JSON', async () => {
    expect((await wokenBy('{', signatureOf('{', [secret], now()))).refs).toBeNull()
  })

  test.each(['null', '7', '[]', '"pi_1"', '{}', '{"livemode":false,"data":[]}'])('returns no ids for text %s', async (text) => {
    const { refs } = await wokenBy(text, signatureOf(text, [secret], now()))
    expect(refs ?? []).toEqual([])
  })

  test.each([
    ['another server', event({ ...ours, metadata: { charabanc_server: 'srv_other' } }), { why: 'server' }],
    ['money that moves', event(ours, { livemode: true }), { why: 'livemode' }],
    ['no mode', event(ours, { livemode: null }), { why: 'livemode' }],
  ])('returns no ids for %s and logs the reason', async (_, text, line) => {
    const woken = await wokenBy(text, signatureOf(text, [secret], now()))
    expect(woken).toEqual({ refs: [], isOfDispute: false, lines: [[line, expect.any(String)]] })
  })

  test('returns the charge for a signed event of Stripe', async () => {
    await using till = await openTill({ webhookSecrets: [secret] })
    const { stripe, gateway } = till
    const customer = await gateway.openPayer(payer, null)
    const charge = newCharge(customer, stripe.keepCard(customer, 'visa'))
    const { ref } = await gateway.prepare(charge)
    await gateway.charge(ref, charge)
    const woken: (readonly string[] | undefined)[] = []
    await using receiver = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        woken.push((await gateway.readWebhook(await request.text(), request.headers.get('stripe-signature')))?.refs)
        return Response.json({})
      },
    })

    await stripe.send({ to: receiver.url.href, secret, times: 2 })
    await stripe.send({ to: receiver.url.href, secret, isForged: true })
    expect(woken).toEqual([[ref], [ref], undefined])
  })
})
