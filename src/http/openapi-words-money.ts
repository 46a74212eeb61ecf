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
  PageStatus: enumeration('How the payment of a customer stands that is not over.', {
    awaiting_customer: 'the page is open at `url`',
    charging: 'the provider is being asked',
  }),
  LedgerStatus: enumeration('Where a payment stands in the books.', {
    pending: 'nobody knows yet, or still to be sent',
    cleared: 'the money is there, or has been sent back',
    failed: 'nothing came of it',
    reversed: 'taken back by who recorded it',
  }),
}
