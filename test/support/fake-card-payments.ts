import type { CardPayments } from '../../src/gateways/payments/payments.ts'

async function* none(): AsyncIterable<never> {}

const unasked = () => Promise.reject(new Error('this bank was not to be asked'))

/** A bank in the test's own process: it does what the test defines, keeps every card, and refunds immediately. */
export function fakeCardPayments(does: Partial<CardPayments>): CardPayments {
  return {
    kind: 'cards',
    name: 'sandbox',
    method: 'card',
    takesNames: true,
    isLive: null,
    takes: () => true,
    least: () => 1,
    saveMethod: async (method) => method,
    openPayer: async ({ tripRef }) => `payer_${tripRef}`,
    openPage: unasked,
    readPage: unasked,
    closePage: unasked,
    prepare: async ({ key }) => ({ ref: `pi_${key}` }),
    charge: unasked,
    cancelCharge: async () => null,
    refund: async ({ key }) => ({ status: 'refunded', ref: `re_${key}`, why: null }),
    returnedOf: async () => 0,
    forget: async () => {},
    disputesSince: none,
    listCreatedSince: none,
    readWebhook: async () => null,
    ...does,
  }
}
