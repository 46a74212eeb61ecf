/** What a bank says of a card that may pay in some days all the same. */
const passing: ReadonlySet<string> = new Set([
  ...['insufficient_funds', 'generic_decline', 'card_declined', 'do_not_honor', 'try_again_later', 'processing_error'],
  ...['card_velocity_exceeded', 'withdrawal_count_limit_exceeded'],
])

/** Whether the same card may be tried again in some days, without the customer, by the bank's code for why not; null where it gave none. */
export function mayPass(code: string | null): boolean {
  return code !== null && passing.has(code)
}
