import { isEmailAddress } from '../../domain/email-address.ts'
import type { PostalAddress } from '../../domain/postal-address.ts'
import { faultAt, type InputFault, type InputPath, refuseFaults } from '../../domain/refusal.ts'
import { findCountryOfZone, isPossiblePhone } from '../../gateways/phone.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import type { WorkerContext } from '../context.ts'

/** The setting for the country of phone numbers without a country code. */
export type PhoneSetting = Pick<WorkerContext, 'phoneCountry'>

/** The location of an operator. */
export type LocatedOperator = Pick<Operator, 'timezone'> & { readonly address?: PostalAddress | null }

/** Country of phone numbers if the setting, the operator's address and its time zone name none. */
const usualCountry = 'GB'

/**
 * Countries (ISO 3166) of an operator's phone numbers without a country code, the likeliest first. They are the country of its
 * address, otherwise the server's setting, otherwise the country of its time zone and GB.
 */
export function listPhoneCountries({ phoneCountry }: PhoneSetting, operator: LocatedOperator | null): readonly string[] {
  const named = operator?.address?.country ?? phoneCountry
  if (named != null) return [named]
  const guessed = operator && findCountryOfZone(operator.timezone)
  return guessed === null || guessed === usualCountry ? [usualCountry] : [guessed, usualCountry]
}

/** Whether a customer has a valid email address, or a phone number that is possible in one of some countries (ISO 3166). */
export function isReachable(
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  countries: readonly string[],
): boolean {
  return (email !== null && isEmailAddress(email)) || (phone !== null && isPossiblePhone(phone, countries))
}

/** Phone numbers as typed, with the paths of their fields; null and undefined mean no number. */
export type TypedPhones = readonly (readonly [path: InputPath, phone: string | null | undefined])[]

/** The faults of typed phone numbers: each must be possible with its country code, or in the country of an operator. */
export function listPhoneFaults(setting: PhoneSetting, operators: readonly LocatedOperator[], typed: TypedPhones): InputFault[] {
  const located = operators.length === 0 ? [null] : operators
  const countries = [...new Set(located.flatMap((operator) => listPhoneCountries(setting, operator)))]
  return typed.flatMap(([path, phone]) => (phone == null || isPossiblePhone(phone, countries) ? [] : [faultAt(path, 'phone')]))
}

/** Refuses `validation_failed` for phone numbers that are impossible in the countries of these operators. */
export function requireValidPhones(setting: PhoneSetting, operators: readonly LocatedOperator[], typed: TypedPhones): void {
  refuseFaults(listPhoneFaults(setting, operators, typed))
}
