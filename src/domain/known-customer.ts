import { computeEmailKey, toWireAddress } from './email-address.ts'
import { foldText } from './folding.ts'
import { searchText, searchWords } from './search.ts'

/** A customer as an operator knows them. */
export type Person = {
  readonly name: string
  readonly organisation: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** Digits of a stored number; empty for none. They contain the digits that are the same at home and from abroad. */
function extractPhoneDigits(phone: string | null): string {
  return foldText(phone ?? '').text.replaceAll(/\D/g, '')
}

/** Greatest length of a name in a key, in UTF-16 units: an index of PostgreSQL holds no more than 2,700 bytes. */
const longestName = 200

/** Digits at the end of a number that are the same at home and from abroad, in every country. */
const sameDigits = 9

/** Key that is equal on all trips of a person: their name with their email address, or with their number if they have none. */
export function computePersonKey({ name, email, phone }: Person): string {
  const named = searchWords(name).join(' ').slice(0, longestName).toWellFormed()
  return `${named}|${email === null ? extractPhoneDigits(phone).slice(-sameDigits) : computeEmailKey(email)}`
}

/** Search text of a customer: their name, their organisation, their email address in both spellings and the digits of their number. */
export function buildPersonSearchText({ name, organisation, email, phone }: Person): string {
  const sent = email === null || toWireAddress(email) === email ? null : toWireAddress(email)
  return searchText([name, organisation, email, sent, extractPhoneDigits(phone)])
}

/** Columns of a customer that an operator knows. */
export function buildKnownColumns(person: Person, operatorId: number) {
  return { knownTo: operatorId, personKey: computePersonKey(person), searchText: buildPersonSearchText(person) }
}
