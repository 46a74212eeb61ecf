import { refundAskedMs } from '../domain/payment.ts'
import { formatDurationInWords } from '../domain/spoken.ts'
import { defineEnumeration } from './openapi-schema.ts'

/** Enumerations of payments and ledgers. */
export const wordsOfMoney = {
  PaymentKind: defineEnumeration('Purpose of a payment.', {
    deposit: 'the deposit',
    balance: 'the balance',
    extra: 'an extra charge',
    refund: 'a refund',
  }),
  OwedKind: defineEnumeration('Purpose of a received payment.', {
    deposit: 'the deposit',
    balance: 'the balance',
    extra: 'an extra charge',
  }),
  PaymentMethod: defineEnumeration('Payment method.', {
    card: 'a card, through the provider',
    bank_transfer: 'a bank transfer',
    cash: 'cash',
    card_terminal: 'a card, at your own terminal',
    cheque: 'a cheque',
    account: "the customer's account",
  }),
  DepositMethod: defineEnumeration('Payment method for the deposit of a booking request.', {
    card: 'by the saved card, charged when you accept',
    bank_transfer: 'by bank transfer, requested when you accept',
  }),
  ReceivedMethod: defineEnumeration('Method of a payment that you received yourself.', {
    bank_transfer: 'a bank transfer',
    cash: 'cash',
    card_terminal: 'a card, at your own terminal',
    cheque: 'a cheque',
    account: "the customer's account",
  }),
  DisputeStatus: defineEnumeration('Status of a dispute of a card payment.', {
    needs_response: "the bank waits for evidence; send it on the provider's pages",
    under_review: 'the bank reviews the evidence',
    won: 'you keep the money',
    lost: 'the bank took the money back',
  }),
  PagePurpose: defineEnumeration('Purpose of a payment page.', {
    save_card: 'save a card with a request, without a charge',
    deposit: 'pay the deposit, which books the trip',
    balance: 'pay the amount due for a booking',
  }),
  MailedPurpose: defineEnumeration('Purpose of a payment page sent by email.', {
    deposit: 'the deposit, which books the trip',
    balance: 'the amount due for a booking',
  }),
  CardDeclineReason: defineEnumeration('Reason for a declined card, as shown to the customer.', {
    insufficient_funds: 'insufficient funds',
    card_expired: 'the card has expired',
    wrong_details: 'the card number or the security code is wrong',
    ask_your_bank: 'the bank declined it; another attempt in some days can succeed',
    confirm_with_bank: 'the bank asks the customer to confirm the payment',
    use_another_card: 'the card cannot be used',
  }),
  PageStatus: defineEnumeration("Status of a customer's payment in progress.", {
    awaiting_customer: 'the page is open at `url`',
    charging: 'the charge is in progress',
    refunding: 'the payment was too late or had another amount, and is being refunded',
  }),
  SeenPaymentKind: defineEnumeration('Purpose of a payment, including cards saved with a request.', {
    deposit: 'the deposit',
    balance: 'the balance',
    extra: 'an extra charge',
    refund: 'a refund',
    save_card: 'save a card with a request, without a charge',
  }),
  PaymentState: defineEnumeration('Status of a payment at the provider or the bank.', {
    opening: 'the page is being opened',
    awaiting_customer: 'the page is open for the customer until `expires_at`',
    charging: 'the charge is in progress',
    requires_action: 'the bank asks the customer to confirm it; nothing was charged',
    awaiting_transfer: "waiting for the customer's transfer",
    in_doubt: 'the provider has not confirmed the charge; the server asks again automatically',
    succeeded: 'the payment was received',
    declined: 'the bank declined it; nothing was charged',
    refund_due: 'a refund is due, automatically or by hand',
    refund_pending: 'the provider has the refund, and waits for funds or for the bank',
    refund_failed: 'the refund failed or was returned; `why` is the reason',
    refunded: 'the refund was sent',
    reversed: 'the recorded payment was reversed',
  }),
  RefundTrouble: defineEnumeration('Reason why a refund waits or failed.', {
    insufficient_funds: 'the card account has insufficient funds; the server sends the refund after a top-up',
    disputed: 'the bank is already reversing this payment',
    sent_elsewhere: "the refund was sent on the provider's pages",
    unanswered: `the provider has not confirmed the refund for ${formatDurationInWords(refundAskedMs)}`,
    no_charge: 'the card account does not know the payment; another account may have it',
    failed: 'the refund to the card failed',
  }),
  UnknownMoneyKind: defineEnumeration('Kind of a provider transaction that is unknown here since a backup was restored.', {
    charge: 'a charge',
    refund: 'a refund',
  }),
  ClosingCall: defineEnumeration('Request that settles an item by hand.', {
    sent: '`POST /portal/v1/bookings/{ref}/payments/{id}/sent`: the refund of a booking was sent',
    settled_by_hand: '`POST /portal/v1/payments/{id}/settled-by-hand`: the payment was received, or the refund was sent',
  }),
  LedgerStatus: defineEnumeration('Status of a payment in the books.', {
    pending: 'not confirmed, or not sent yet',
    cleared: 'received, or refunded',
    failed: 'failed without a payment',
    reversed: 'the recorded payment was reversed',
  }),
}
