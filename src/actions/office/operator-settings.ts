import { findFaultyIban } from '../../domain/bank-details.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { type CancellationTerm, findRisingRow } from '../../domain/cancellation-terms.ts'
import { invalid } from '../../domain/refusal.ts'
import { isVatNumber, tidyVatNumber } from '../../domain/vat-number.ts'
import { lockOperator } from '../../storage/locks.ts'
import { type Operator, saveOperator } from '../../storage/queries/operators.ts'
import type { Writer } from '../../storage/storage.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { type PhoneSetting, requireValidPhones } from '../people/phones.ts'

/** A change that an operator's people can make to their account; omitted fields do not change. */
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
 * Changes the caller's account. Existing agreements (quotes, bookings, payouts with a day) do not change. Refuses
 * `validation_failed` for cancellation terms whose days do not fall, and for an invalid new phone number, VAT number or IBAN.
 */
export async function changeAccount(
  tx: Writer,
  setting: PhoneSetting,
  caller: PortalCaller,
  change: AccountChange,
  now: number,
): Promise<Operator> {
  requireFallingTerms(change.cancellationTerms ?? [])
  await lockOperator(tx, caller.operatorId)
  const account = await findOwnOperator(tx, caller)
  const { phone = account.phone } = change
  if (phone !== account.phone) requireValidPhones(setting, [{ ...account, ...change }], [[['phone'], phone]])
  requireValidPaperDetails(account, change)
  return saveOperator(tx, account, { ...change, updatedAt: now })
}

/** An unchanged VAT number or account text stays valid, because an earlier release accepted it. */
function requireValidPaperDetails(account: Operator, { vat, bankDetails }: AccountChange): void {
  const isNewVat = vat != null && vat.number !== tidyVatNumber(account.vat?.number ?? '')
  if (isNewVat && !isVatNumber(vat.number)) throw invalid(['settings', 'vat', 'number'], 'vatNumber')
  const iban = bankDetails == null || bankDetails === account.bankDetails ? null : findFaultyIban(bankDetails)
  if (iban !== null) throw invalid(['settings', 'bankDetails'], 'iban', { iban })
}

function requireFallingTerms(terms: readonly CancellationTerm[]): void {
  const rising = findRisingRow(terms)
  if (rising !== null) throw invalid(['settings', 'cancellationTerms', rising, 'daysBefore'], 'falling')
}
