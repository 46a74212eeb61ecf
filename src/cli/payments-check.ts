import { configuredCommand } from './command.ts'
import { paymentFaults } from './payment-settings.ts'
import { mustBeThere, paymentAsJson, paymentOperand } from './payment-shown.ts'

/** Asks the provider about one payment now. */
export const paymentsCheckCommand = configuredCommand({
  words: 'payments check',
  about:
    'Asks the provider now what became of a payment or a refund and writes it down, as a server does by itself: one that was to be charged ' +
    'or sent is charged or sent, once. Works beside a running server. Exits 75 where the provider gives no answer.',
  examples: ['payments check 112', 'payments check 112 --json'],
  flags: { id: paymentOperand },
  examine: paymentFaults,
  async run({ flags: { id }, config, out }) {
    const { askAboutPayment } = await import('../actions/money/support-payments.ts')
    const { withPayments } = await import('./payments-context.ts')
    const { before, after } = mustBeThere(await withPayments(config, (context) => askAboutPayment(context, id)), id)
    const { status } = after.payment
    const stands = before.status === status ? `is ${status}, as before` : `was ${before.status} and is ${status}`
    await out.answer({ ...paymentAsJson(after), status_before: before.status }, `Payment ${id} of ${after.ref} ${stands}.`)
  },
})
