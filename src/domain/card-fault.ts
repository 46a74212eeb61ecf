/** What a customer reads of a card that failed. Why a bank refuses it may concern the police, so that most reasons are one sentence. */
type ToldFault = 'confirm_with_bank' | 'not_enough' | 'ask_bank' | 'expired' | 'details_wrong' | 'use_another'

const told = new Map<string, ToldFault>([
  ['authentication_required', 'confirm_with_bank'],
  ['insufficient_funds', 'not_enough'],
  ...['generic_decline', 'card_declined', 'do_not_honor', 'try_again_later', 'processing_error'].map(askBank),
  ...['card_velocity_exceeded', 'withdrawal_count_limit_exceeded'].map(askBank),
  ['expired_card', 'expired'],
  ...['incorrect_cvc', 'incorrect_number', 'invalid_cvc', 'invalid_number'].map(wrongDetails),
])

function askBank(code: string): [string, ToldFault] {
  return [code, 'ask_bank']
}

function wrongDetails(code: string): [string, ToldFault] {
  return [code, 'details_wrong']
}

/** What is told of a bank's code; null where no code is known. */
function toldFault(code: string | null): ToldFault | null {
  return code === null ? null : (told.get(code) ?? 'use_another')
}

const passing: readonly ToldFault[] = ['not_enough', 'ask_bank']

/** Whether the same card may be tried again in some days, without the customer. */
export function mayPass(code: string | null): boolean {
  const fault = toldFault(code)
  return fault !== null && passing.includes(fault)
}
