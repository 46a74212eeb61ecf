import { emailKey, wireAddress } from './email-address.ts'
import { fold } from './folding.ts'
import { searchText, searchWords } from './search.ts'

/** A customer as an operator knows them. */
export type Person = {
  readonly name: string
  readonly organisation: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** Digits of a stored number; empty for none. They contain the digits that are the same at home and from abroad. */
function digitsOf(phone: string | null): string {
  return fold(phone ?? '').text.replaceAll(/\D/g, '')
}

/** Greatest length of a name in a key, in UTF-16 units: an index of PostgreSQL holds no more than 2,700 bytes. */
const longestName = 200

/** Digits at the end of a number that are the same at home and from abroad, in every country. */
const sameDigits = 9

/** Key that is equal on all trips of a person: their name with their email address, or with their number if they have none. */
export function personKeyOf({ name, email, phone }: Person): string {
  const named = searchWords(name).join(' ').slice(0, longestName).toWellFormed()
  return `${named}|${email === null ? digitsOf(phone).slice(-sameDigits) : emailKey(email)}`
}

/** Search text of a customer: their name, their organisation, their email address in both spellings and the digits of their number. */
export function searchTextOfPerson({ name, organisation, email, phone }: Person): string {
  const sent = email === null || wireAddress(email) === email ? null : wireAddress(email)
  return searchText([name, organisation, email, sent, digitsOf(phone)])
}

/** Columns of a customer that an operator knows. */
export function foundAs(person: Person, operatorId: number) {
  return { knownTo: operatorId, personKey: personKeyOf(person), searchText: searchTextOfPerson(person) }
}
