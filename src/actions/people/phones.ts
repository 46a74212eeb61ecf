import { isEmailAddress } from '../../domain/email-address.ts'
import type { PostalAddress } from '../../domain/postal-address.ts'
import { faultAt, type InputFault, type InputPath, refuseFaults } from '../../domain/refusal.ts'
import { countryOfZone, isPossiblePhone } from '../../gateways/phone.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import type { WorkerContext } from '../context.ts'

/** The setting that says which country a phone number without a country code belongs to. */
export type PhoneSetting = Pick<WorkerContext, 'phoneCountry'>

/** The part of an operator that says where it is. */
type Located = Pick<Operator, 'timezone'> & { readonly address?: PostalAddress | null }

/** The country of phone numbers where neither the setting nor an operator names one. */
const usualCountry = 'GB'

/**
 * The country (ISO 3166) of an operator's phone numbers without a country code: that of its address, else the one that is set for
 * the server, else that of its time zone.
 */
export function phoneCountryOf({ phoneCountry }: PhoneSetting, operator: Located | null): string {
  return operator?.address?.country ?? phoneCountry ?? (operator && countryOfZone(operator.timezone)) ?? usualCountry
}

/** Whether a customer can be called in a country (ISO 3166), or written to. */
export function isReachable(
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  country: string,
): boolean {
  return (email !== null && isEmailAddress(email)) || (phone !== null && isPossiblePhone(phone, country))
}

/** Phone numbers as they were typed, with the paths of their fields; null and undefined are no number. */
export type TypedPhones = readonly (readonly [path: InputPath, phone: string | null | undefined])[]

/** The faults of typed phone numbers: each must be possible with its country code, or in the country of an operator. */
export function phoneFaults(setting: PhoneSetting, operators: readonly Located[], typed: TypedPhones): InputFault[] {
  const countries = new Set(operators.map((operator) => phoneCountryOf(setting, operator)))
  if (countries.size === 0) countries.add(phoneCountryOf(setting, null))
  const isPossible = (phone: string) => [...countries].some((country) => isPossiblePhone(phone, country))
  return typed.flatMap(([path, phone]) => (phone == null || isPossible(phone) ? [] : [faultAt(path, 'phone')]))
}

/** Refuses `validation_failed` for typed phone numbers that are none in the country of an operator. */
export function mustBePhones(setting: PhoneSetting, operators: readonly Located[], typed: TypedPhones): void {
  refuseFaults(phoneFaults(setting, operators, typed))
}
