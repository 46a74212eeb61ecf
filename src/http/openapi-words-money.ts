import { refundAskedMs } from '../domain/payment.ts'
import { spanInWords } from '../domain/spoken.ts'
import { enumeration } from './openapi-schema.ts'

/** The words of payments, and of the books they stand in. */
export const wordsOfMoney = {
  PaymentKind: enumeration('What a payment is for.', {
    deposit: 'the deposit, which made the booking',
    balance: 'the rest of the price',
    extra: 'what came on top of the price',
    refund: 'money that goes back',
  }),
  OwedKind: enumeration('What money that came is for.', {
    deposit: 'the deposit',
    balance: 'the rest of the price',
    extra: 'what came on top of the price',
  }),
  PaymentMethod: enumeration('How money travels.', {
    card: 'a card, through the provider',
    bank_transfer: 'a bank transfer',
    cash: 'cash',
    card_terminal: 'a card at a terminal of your own',
    cheque: 'a cheque',
    account: 'the account of a customer',
  }),
  DepositMethod: enumeration('How a customer who asks to book means to pay the deposit.', {
    card: 'by the card they saved, which is charged when you say yes',
    bank_transfer: 'by a transfer, which they are asked for when you say yes',
  }),
  ReceivedMethod: enumeration('How money came that you received yourself.', {
    bank_transfer: 'a bank transfer',
    cash: 'cash',
    card_terminal: 'a card at a terminal of your own',
    cheque: 'a cheque',
    account: 'the account of a customer',
  }),
  DisputeStatus: enumeration('Where a bank stands that wants money back which a card paid.', {
    needs_response: 'it waits for an answer, which goes over the pages of the provider of card payments',
    under_review: 'it reads the answer',
    won: 'the money is yours',
    lost: 'the money is gone',
  }),
  PagePurpose: enumeration('What a customer does on a page of the provider of card payments.', {
    save_card: 'leave a card with a request; nothing is taken',
    deposit: 'pay the deposit, which books the trip',
    balance: 'pay what is due of a booking',
  }),
  MailedPurpose: enumeration('What a page is for that was mailed to a customer.', {
    deposit: 'the deposit, which books the trip',
    balance: 'what is due of a booking',
  }),
  CardDeclineReason: enumeration('Why a card did not pay, as far as its customer is told.', {
    insufficient_funds: 'there is not enough money on it',
    card_expired: 'it has expired',
    wrong_details: 'its number or code was wrong',
    ask_your_bank: 'the bank can say why, and may think otherwise in some days',
    confirm_with_bank: 'the bank wants the customer to confirm the payment',
    use_another_card: 'it will not pay',
  }),
  PageStatus: enumeration('How the payment of a customer stands that is not over.', {
    awaiting_customer: 'the page is open at `url`',
    charging: 'the provider is being asked',
    refunding: 'it came too late or was not the amount due, and is being refunded',
  }),
  SeenPaymentKind: enumeration('What a payment is for, a card that is left with a request included.', {
    deposit: 'the deposit, which makes the booking',
    balance: 'the rest of the price',
    extra: 'what came on top of the price',
    refund: 'money that goes back',
    save_card: 'a card is left with a request; nothing is taken',
  }),
  PaymentState: enumeration('How a payment stands with who moves the money.', {
    opening: 'the page is being opened',
    awaiting_customer: 'the page is open until `expires_at`, and the customer is to pay there',
    charging: 'the provider is being asked',
    requires_action: 'the bank wants the customer to confirm it; nothing was taken',
    awaiting_transfer: 'the customer is to send it',
    in_doubt: 'nobody knows yet whether it was taken; the provider is asked again by itself',
    succeeded: 'the money is there',
    declined: 'the bank refused; nothing was taken',
    refund_due: 'it is to go back, by itself or by hand',
    refund_pending: 'the provider has the refund, and waits for money or for a bank',
    refund_failed: 'it could not be sent, or came back; `why` says more',
    refunded: 'it has gone back',
    reversed: 'who recorded it has taken it back',
  }),
  RefundTrouble: enumeration('What is to be known of a refund that waits or failed.', {
    insufficient_funds: 'the account that takes cards holds too little; it is sent by itself once that is topped up',
    disputed: 'the bank is already taking this money back',
    sent_elsewhere: 'somebody sent it on the pages of the provider',
    unanswered: `the provider has not said for ${spanInWords(refundAskedMs)} what became of it`,
    no_charge: 'the account that takes cards does not know the payment that it is of; another may have taken it',
    failed: 'it could not be sent to the card',
  }),
  UnknownMoneyKind: enumeration('What a provider did of which no payment here knows since a backup was restored.', {
    charge: 'it took money',
    refund: 'it sent money back',
  }),
  ClosingCall: enumeration('The call by which somebody says what they saw of a payment.', {
    sent: '`POST /portal/v1/bookings/{ref}/payments/{id}/sent`: the refund of a booking has been sent',
    settled_by_hand: '`POST /portal/v1/payments/{id}/settled-by-hand`: the money is there, or the refund has been sent',
  }),
  LedgerStatus: enumeration('Where a payment stands in the books.', {
    pending: 'nobody knows yet, or still to be sent',
    cleared: 'the money is there, or has been sent back',
    failed: 'nothing came of it',
    reversed: 'taken back by who recorded it',
  }),
}
