import type { FactName } from '../../domain/notices.ts'
import type { NoticeWords } from './letter.ts'
import { noticeSamples, usualNames } from './samples.ts'

/** The usual words of each message to a customer. */
export type UsualWords = ReadonlyMap<FactName, Pick<NoticeWords, 'subject' | 'lines'>>

/** The usual words to customers of an operator of this name, with made-up trips and money. */
export function usualWords(operator: string): UsualWords {
  const samples = noticeSamples({ ...usualNames, operator }).filter(({ to }) => to === 'customer')
  return new Map(samples.map(({ fact, words }) => [fact, words]))
}
