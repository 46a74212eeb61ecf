import { configuredCommand } from './command.ts'
import { paymentFaults } from './payment-settings.ts'
import { mustBeThere, paymentAsJson, paymentOperand } from './payment-shown.ts'

/** Says of one payment what somebody saw who looked. */
export const paymentsSettleCommand = configuredCommand({
  words: 'payments settle-by-hand',
  about:
    'Says of a refund that failed that somebody has sent it, or of a payment in doubt that its money is there: a deposit books its trip. ' +
    'Only for who has seen it at the provider or at the bank; anything else is refused (1).',
  examples: ['payments settle-by-hand 112', 'payments settle-by-hand 112 --json'],
  flags: { id: paymentOperand },
  examine: paymentFaults,
  async run({ flags: { id }, config, out }) {
    const { settlePayment } = await import('../actions/money/support-payments.ts')
    const { withPayments } = await import('./payments-context.ts')
    const { before, after } = mustBeThere(await withPayments(config, (context) => settlePayment(context, id)), id)
    const said = `Payment ${id} of ${after.ref} was ${before.status} and is ${after.payment.status}, by hand.`
    await out.answer({ ...paymentAsJson(after), status_before: before.status }, said)
  },
})
