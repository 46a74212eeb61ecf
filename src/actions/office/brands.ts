import { createHash } from 'node:crypto'
import { type Brand, type LogoType, readAccent } from '../../domain/brand.ts'
import type { PortalCaller, TripCaller } from '../../domain/caller.ts'
import { isSuspended } from '../../domain/operator.ts'
import { mustFind, notFound } from '../../domain/refusal.ts'
import { chooseWording, type OwnWording, usualWording } from '../../domain/wording.ts'
import { type Logo, readLogo } from '../../gateways/logo.ts'
import { type UsualWords, usualWords } from '../../gateways/notices/usual-words.ts'
import { lockOperator } from '../../storage/locks.ts'
import { bookingOfTrip } from '../../storage/queries/bookings.ts'
import { type BrandRow, findBrand, findBrandWithLogo, putBrand } from '../../storage/queries/brands.ts'
import { offersOfTrip } from '../../storage/queries/jobs.ts'
import { findOperator, findOperatorsByRef, type Operator } from '../../storage/queries/operators.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

/** A change of how an operator shows itself. A logo that is left out stays, and null takes it away. */
export type BrandChange = {
  readonly accent: string | null
  readonly logo?: { readonly mediaType: LogoType; readonly data: string } | null
}

/** An operator and how it shows itself. */
export type BrandedOperator = { readonly operator: Pick<Operator, 'ref' | 'name'>; readonly brand: Brand }

const noBrand: Brand = { accent: null, logo: null }

/** The caller's account, and how it shows itself. */
export async function showBrand(db: Reader, { operatorId }: PortalCaller): Promise<BrandedOperator> {
  return { operator: await mustFind(findOperator(db, operatorId)), brand: asBrand(await findBrand(db, operatorId)) }
}

function asBrand(row: BrandRow | null): Brand {
  if (row === null) return noBrand
  const { accent, logoType: mediaType, logoHash: hash } = row
  return { accent, logo: mediaType === null || hash === null ? null : { mediaType, hash } }
}

/**
 * The caller's account shows itself in another way from now on. Refuses `validation_failed` for what is no colour, and for what is no
 * logo (see `readLogo`).
 */
export async function changeBrand(tx: Writer, caller: PortalCaller, change: BrandChange, now: number): Promise<BrandedOperator> {
  const { operatorId } = caller
  const accent = change.accent === null ? null : readAccent(change.accent)
  const logo = change.logo && readLogo(change.logo.mediaType, change.logo.data)
  await lockOperator(tx, operatorId)
  const kept = await findBrandWithLogo(tx, operatorId)
  const columns =
    logo === undefined
      ? { logoType: kept?.logoType ?? null, logoHash: kept?.logoHash ?? null, logo: kept?.logo ?? null }
      : columnsOf(logo)
  const { signOff = null, messages = null } = kept ?? {}
  await putBrand(tx, { operatorId, accent, ...columns, signOff, messages, updatedAt: now })
  return showBrand(tx, caller)
}

function columnsOf(logo: Logo | null) {
  if (logo === null) return { logoType: null, logoHash: null, logo: null }
  const logoHash = createHash('sha256').update(logo.bytes).digest('base64url').slice(0, 22)
  return { logoType: logo.mediaType, logoHash, logo: logo.bytes.toBase64() }
}

/** The words of an operator's own in which its customers are told, and the usual ones. */
export type WordedOperator = { readonly wording: OwnWording; readonly usual: UsualWords }

/** The caller's own words to its customers, and the usual ones. */
export async function showWording(db: Reader, { operatorId }: PortalCaller): Promise<WordedOperator> {
  const { name } = await mustFind(findOperator(db, operatorId))
  return { wording: asWording(await findBrand(db, operatorId)), usual: usualWords(name) }
}

function asWording(row: BrandRow | null): OwnWording {
  return row === null ? usualWording : { signOff: row.signOff, messages: row.messages ?? [] }
}

/** The caller's account has its customers told in other words from now on. Refuses as `chooseWording` does. */
export async function changeWording(tx: Writer, caller: PortalCaller, wished: OwnWording, now: number): Promise<WordedOperator> {
  const { operatorId } = caller
  const wording = chooseWording(wished)
  await lockOperator(tx, operatorId)
  const kept = await findBrandWithLogo(tx, operatorId)
  const { accent = null, logoType = null, logoHash = null, logo = null } = kept ?? {}
  const messages = wording.messages.length === 0 ? null : wording.messages
  await putBrand(tx, { operatorId, accent, logoType, logoHash, logo, signOff: wording.signOff, messages, updatedAt: now })
  return showWording(tx, caller)
}

/** The brand of an operator and its own words, for what goes to its customers. */
export async function brandOf(db: Reader, operatorId: number): Promise<Brand & { readonly wording: OwnWording }> {
  const row = await findBrand(db, operatorId)
  return { ...asBrand(row), wording: asWording(row) }
}

/** The logo of an operator; null where it has none. */
export async function logoOf(db: Reader, operatorId: number): Promise<Logo | null> {
  const row = await findBrandWithLogo(db, operatorId)
  if (row === null || row.logo === null || row.logoType === null) return null
  return { mediaType: row.logoType, bytes: Uint8Array.fromBase64(row.logo) }
}

/** An operator by its reference, as strangers see it. Refuses `not_found` for one who is not here or is suspended. */
export async function findBranded(db: Reader, ref: string): Promise<Operator> {
  const [operator] = await findOperatorsByRef(db, [ref])
  if (operator === undefined || isSuspended(operator)) throw notFound()
  return operator
}

/**
 * The operator whom the trip behind a link is with: the one it is booked with, else the only one that was asked. Null
 * where several may still have it.
 */
export async function brandOfTrip(db: Reader, { tripId }: TripCaller): Promise<BrandedOperator | null> {
  const booking = await bookingOfTrip(db, tripId)
  const offers = booking === null ? await offersOfTrip(db, tripId) : []
  const operatorId = booking?.booking.operatorId ?? (offers.length === 1 ? offers[0]?.offer.operatorId : undefined)
  const operator = operatorId === undefined ? null : await findOperator(db, operatorId)
  return operator && { operator, brand: asBrand(await findBrand(db, operator.id)) }
}
