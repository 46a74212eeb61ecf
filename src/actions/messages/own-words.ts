import { computeLightShade } from '../../domain/brand.ts'
import { fillIn } from '../../domain/wording.ts'
import type { LetterHead, NoticeWords } from '../../gateways/notices/letter.ts'
import type { MessageRow } from '../../storage/queries/messages.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { findCustomerOfTrip, findTrip } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import { findBrandAndWording } from '../papers/brands.ts'

type OwnLetter = Pick<LetterHead, 'signOff' | 'accent'> & { readonly words: readonly NoticeWords[] }

/**
 * Adds an operator's own subject, opening, sign-off and colour to an email to its customer. Facts, and emails to other readers,
 * do not change.
 */
export async function applyOwnWording(
  db: Reader,
  { toKind, fact, tripId }: MessageRow,
  operator: Operator,
  words: readonly NoticeWords[],
): Promise<OwnLetter> {
  if (toKind !== 'customer') return { words }
  const { accent, wording } = await findBrandAndWording(db, operator.id)
  const look = { signOff: wording.signOff, accent: accent && computeLightShade(accent).accent }
  const own = wording.messages.find((one) => one.fact === fact)
  const isNamed = [own?.subject, own?.opening, wording.signOff].some((text) => text?.includes('{'))
  const named = isNamed ? await findWordingNames(db, tripId, operator) : { customer: '', operator: '', ref: '' }
  const filled = (text: string | null) => text && fillIn(text, named)
  const { subject = null, opening = null } = own ?? {}
  return {
    ...look,
    signOff: filled(look.signOff),
    words: words.map((usual) => ({
      ...usual,
      subject: filled(subject) ?? usual.subject,
      heading: usual.heading ?? usual.subject,
      lines: [...(filled(opening)?.split(/\n+/) ?? []), ...usual.lines],
    })),
  }
}

async function findWordingNames(db: Reader, tripId: number | null, { name }: Operator) {
  const trip = tripId === null ? null : await findTrip(db, tripId)
  const customer = trip && (await findCustomerOfTrip(db, trip))
  return { customer: customer?.name ?? '', operator: name, ref: trip?.ref ?? '' }
}
