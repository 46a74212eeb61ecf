import { defineConfiguredCommand } from './command.ts'
import { listPaymentSettingFaults } from './payment-settings.ts'
import { paymentOperand, requirePayment, toPaymentJson } from './payment-shown.ts'

/** Settles one payment by hand. */
export const paymentsSettleCommand = defineConfiguredCommand({
  words: 'payments settle-by-hand',
  about:
    'Marks a failed refund as sent by hand, or a payment in doubt as received. A received deposit books its trip. ' +
    'Check it at the provider or the bank first. Other payments are refused (1).',
  examples: ['payments settle-by-hand 112', 'payments settle-by-hand 112 --json'],
  flags: { id: paymentOperand },
  examine: listPaymentSettingFaults,
  async run({ flags: { id }, config, out }) {
    const { settlePayment } = await import('../actions/payments/support-payments.ts')
    const { runWithPayments } = await import('./payments-context.ts')
    const { before, after } = requirePayment(await runWithPayments(config, (context) => settlePayment(context, id)), id)
    const sentence = `Payment ${id} of ${after.ref} was ${before.status} and is ${after.payment.status}, by hand.`
    await out.answer({ ...toPaymentJson(after), status_before: before.status }, sentence)
  },
})
