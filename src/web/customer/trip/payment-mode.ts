import { capitalizeFirst } from './sentences.ts'

/** Whether customers pay by transfer, and the note beside every card button. */
export type PaymentMode = { readonly isTransfer: boolean; readonly note: string }

/** Attributes of the page: the payment provider, and whether real money moves. */
type PaymentAttributes = { readonly payments?: string | undefined; readonly money?: string | undefined }

/** Reads the payment method from the attributes of the page. */
export function readPaymentMode({ payments = '', money }: PaymentAttributes): PaymentMode {
  if (payments === 'manual') return { isTransfer: true, note: '' }
  const isPlay = payments === 'sandbox'
  const notes = [
    (isPlay || money === 'test') && 'Test payments: no money moves.',
    !isPlay && `You pay on ${capitalizeFirst(payments)}’s page. Your card number never reaches us.`,
  ]
  return { isTransfer: false, note: notes.filter(Boolean).join(' ') }
}
