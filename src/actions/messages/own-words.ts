import { lightShade } from '../../domain/brand.ts'
import { fillIn } from '../../domain/wording.ts'
import type { LetterHead, NoticeWords } from '../../gateways/notices/letter.ts'
import type { MessageRow } from '../../storage/queries/messages.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import { customerOf, findTrip } from '../../storage/queries/trips.ts'
import type { Reader } from '../../storage/storage.ts'
import { brandOf } from '../office/brands.ts'

type OwnLetter = Pick<LetterHead, 'signOff' | 'accent'> & { readonly words: readonly NoticeWords[] }

/**
 * A mail to a customer as the operator who is meant wants it: its subject, what stands above what is told, what stands below, its
 * colour. What is told stays as it is, and so does what goes to anybody else.
 */
export async function inOwnWords(
  db: Reader,
  { toKind, fact, tripId }: MessageRow,
  operator: Operator,
  words: readonly NoticeWords[],
): Promise<OwnLetter> {
  if (toKind !== 'customer') return { words }
  const { accent, wording } = await brandOf(db, operator.id)
  const look = { signOff: wording.signOff, accent: accent && lightShade(accent).accent }
  const own = wording.messages.find((one) => one.fact === fact)
  const isNamed = [own?.subject, own?.opening, wording.signOff].some((text) => text?.includes('{'))
  const named = isNamed ? await namesIn(db, tripId, operator) : { customer: '', operator: '', ref: '' }
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

async function namesIn(db: Reader, tripId: number | null, { name }: Operator) {
  const trip = tripId === null ? null : await findTrip(db, tripId)
  const customer = trip && (await customerOf(db, trip))
  return { customer: customer?.name ?? '', operator: name, ref: trip?.ref ?? '' }
}
