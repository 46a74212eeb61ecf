import type { Charge, PaymentPage } from '../../src/gateways/payments/payments.ts'

/** The request for a page, with the given differences. */
export function samplePaymentPage(differing: Partial<PaymentPage> = {}): PaymentPage {
  return {
    ...{ key: `page-${Bun.randomUUIDv7()}`, paymentId: 7, tripRef: 'TR-7K3MQ2', attempt: 1, payer: 'cus_1' },
    ...{ purpose: 'payment', amount: 12_800, currencyCode: 'GBP', title: 'Deposit', summary: 'Leeds to York, 45 people' },
    ...{ consent: null, backUrl: 'http://charabanc.test/trip?back=TR-7K3MQ2', expiresAt: Date.now() + 31 * 60_000 },
    ...differing,
  }
}

/** The request for a charge, with the given differences. */
export function sampleCharge(differing: Partial<Charge> = {}): Charge {
  return {
    ...{ key: 'deposit-1', paymentId: 7, tripRef: 'TR-7K3MQ2', attempt: 1, payer: null, summary: 'Deposit' },
    ...{ method: 'pm_card_visa', amount: 12_800, currencyCode: 'GBP', isCustomerPresent: true },
    ...differing,
  }
}
