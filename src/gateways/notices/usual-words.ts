import type { FactName } from '../../domain/notices.ts'
import type { NoticeWords } from './letter.ts'
import { noticeSamples, usualNames } from './samples.ts'

/** What each message says to a customer as it is. */
export type UsualWords = ReadonlyMap<FactName, Pick<NoticeWords, 'subject' | 'lines'>>

/** What customers read of an operator of this name, with made-up trips and money. */
export function usualWords(operator: string): UsualWords {
  const samples = noticeSamples({ ...usualNames, operator }).filter(({ to }) => to === 'customer')
  return new Map(samples.map(({ fact, words }) => [fact, words]))
}
