import { faultyIbanIn } from '../../domain/bank-details.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { type CancellationTerm, risingRow } from '../../domain/cancellation-terms.ts'
import { invalid } from '../../domain/refusal.ts'
import { isVatNumber, tidyVatNumber } from '../../domain/vat-number.ts'
import { lockOperator } from '../../storage/locks.ts'
import { type Operator, saveOperator } from '../../storage/queries/operators.ts'
import type { Writer } from '../../storage/storage.ts'
import { mustBePhones, type PhoneSetting } from '../people/phones.ts'
import { operatorOf } from '../quotes/jobs.ts'

/** A change that an operator's people may make to their account; fields left out stay. */
export type AccountChange = Partial<
  Pick<
    Operator,
    | 'name'
    | 'phone'
    | 'email'
    | 'operatorLicence'
    | 'address'
    | 'depositBps'
    | 'depositMinimumAmount'
    | 'closingHours'
    | 'noShowWaitMinutes'
    | 'vehicleCheckRequired'
    | 'payoutWeekday'
    | 'balanceDays'
    | 'chargeBalance'
    | 'unconfirmOnClash'
    | 'bankDetails'
    | 'cancellationTerms'
    | 'vat'
    | 'depot'
  >
>

/**
 * Changes the caller's account. What is already agreed (quotes, bookings, payouts with a day) stays as it was. Refuses
 * `validation_failed` for cancellation terms whose days do not fall, and for a new phone number, VAT number or IBAN that cannot exist.
 */
export async function changeAccount(
  tx: Writer,
  setting: PhoneSetting,
  caller: PortalCaller,
  change: AccountChange,
  now: number,
): Promise<Operator> {
  mustFall(change.cancellationTerms ?? [])
  await lockOperator(tx, caller.operatorId)
  const account = await operatorOf(tx, caller)
  const { phone = account.phone } = change
  if (phone !== account.phone) mustBePhones(setting, [{ ...account, ...change }], [[['phone'], phone]])
  mustExistOnPaper(account, change)
  return saveOperator(tx, account, { ...change, updatedAt: now })
}

/** A VAT number and bank details that did not change stay as an earlier release accepted them. */
function mustExistOnPaper(account: Operator, { vat, bankDetails }: AccountChange): void {
  const isNewVat = vat != null && vat.number !== tidyVatNumber(account.vat?.number ?? '')
  if (isNewVat && !isVatNumber(vat.number)) throw invalid(['settings', 'vat', 'number'], 'vatNumber')
  const iban = bankDetails == null || bankDetails === account.bankDetails ? null : faultyIbanIn(bankDetails)
  if (iban !== null) throw invalid(['settings', 'bankDetails'], 'iban', { iban })
}

function mustFall(terms: readonly CancellationTerm[]): void {
  const rising = risingRow(terms)
  if (rising !== null) throw invalid(['settings', 'cancellationTerms', rising, 'daysBefore'], 'falling')
}
