import type { FactName } from '../../domain/notices.ts'
import type { NoticeWords } from './letter.ts'
import { listNoticeSamples, usualNames } from './samples.ts'

/** The default words of each message to a customer. */
export type DefaultWords = ReadonlyMap<FactName, Pick<NoticeWords, 'subject' | 'lines'>>

/** The default words to customers of an operator with this name, with sample trips and amounts. */
export function findUsualWords(operator: string): DefaultWords {
  const samples = listNoticeSamples({ ...usualNames, operator }).filter(({ to }) => to === 'customer')
  return new Map(samples.map(({ fact, words }) => [fact, words]))
}
