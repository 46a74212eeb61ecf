import { defineConfiguredCommand } from './command.ts'
import { listPaymentSettingFaults } from './payment-settings.ts'
import { paymentOperand, requirePayment, toPaymentJson } from './payment-shown.ts'

/** Asks the provider about one payment. */
export const paymentsCheckCommand = defineConfiguredCommand({
  words: 'payments check',
  about:
    'Asks the provider for the status of a payment or a refund and records it, as a server does automatically. A due charge or refund ' +
    'is made once. Works while a server runs. Exits 75 if the provider does not answer.',
  examples: ['payments check 112', 'payments check 112 --json'],
  flags: { id: paymentOperand },
  examine: listPaymentSettingFaults,
  async run({ flags: { id }, config, out }) {
    const { refreshPayment } = await import('../actions/payments/support-payments.ts')
    const { runWithPayments } = await import('./payments-context.ts')
    const { before, after } = requirePayment(await runWithPayments(config, (context) => refreshPayment(context, id)), id)
    const { status } = after.payment
    const stands = before.status === status ? `is ${status}, as before` : `was ${before.status} and is ${status}`
    await out.answer({ ...toPaymentJson(after), status_before: before.status }, `Payment ${id} of ${after.ref} ${stands}.`)
  },
})
