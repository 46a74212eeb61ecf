import { capital } from './sentences.ts'

/** The way this server is paid, by transfer or by card, and the note beside every way to a card. */
export type PaidHow = { readonly isTransfer: boolean; readonly note: string }

/** Attributes of the page that tell of it: the provider, and whether money moves. */
type ToldOfPayments = { readonly payments?: string | undefined; readonly money?: string | undefined }

/** Reads how this server is paid, from the attributes that it puts on the page. */
export function paidHow({ payments = '', money }: ToldOfPayments): PaidHow {
  if (payments === 'manual') return { isTransfer: true, note: '' }
  const isPlay = payments === 'sandbox'
  const notes = [
    (isPlay || money === 'test') && 'Test payments: no money moves.',
    !isPlay && `You pay on ${capital(payments)}’s page. Your card number never reaches us.`,
  ]
  return { isTransfer: false, note: notes.filter(Boolean).join(' ') }
}
