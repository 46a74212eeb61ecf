import { type FactName, factNames, findNoticeRule } from './notices.ts'
import { faultAt, type InputFault, refuseFaults } from './refusal.ts'

/** An operator's own words for messages to customers. The facts of a message are always included. */
export type OwnWording = {
  /** Text below every email, such as a name and opening hours; null for none. */
  readonly signOff: string | null
  readonly messages: readonly OwnWords[]
}

/** The subject of one message, and the text above its lines; null for the default subject, and for no text. */
export type OwnWords = { readonly fact: FactName; readonly subject: string | null; readonly opening: string | null }

/** Placeholders that an operator's own words can have, in braces. */
export const wordingNames = ['customer', 'operator', 'ref'] as const

type Named = Readonly<Record<(typeof wordingNames)[number], string>>

/** Facts of messages to customers, in the order of `facts`. */
export const customerFacts: readonly FactName[] = factNames.filter((fact) => findNoticeRule(fact).customer !== undefined)

/** The default words. */
export const usualWording: OwnWording = { signOff: null, messages: [] }

/**
 * The wording to save: only changed messages, in the order of `customerFacts`. Refuses `validation_failed` for another fact, for the
 * same message twice and for an unknown placeholder.
 */
export function chooseWording({ signOff, messages }: OwnWording): OwnWording {
  const faults: InputFault[] = messages.flatMap(({ fact, subject, opening }, nth) => [
    ...(customerFacts.includes(fact) ? [] : [faultAt(['messages', nth, 'fact'], 'unknown')]),
    ...(messages.findIndex((one) => one.fact === fact) < nth ? [faultAt(['messages', nth, 'fact'], 'taken')] : []),
    ...listPlaceholderFaults(subject, ['messages', nth, 'subject']),
    ...listPlaceholderFaults(opening, ['messages', nth, 'opening']),
  ])
  refuseFaults([...faults, ...listPlaceholderFaults(signOff, ['signOff'])])
  const own = messages.filter(({ subject, opening }) => subject !== null || opening !== null)
  return {
    signOff,
    messages: own.toSorted((one, other) => customerFacts.indexOf(one.fact) - customerFacts.indexOf(other.fact)),
  }
}

const braced = /\{([^{}]*)\}/g

function listPlaceholderFaults(text: string | null, path: InputFault['path']): InputFault[] {
  const isMeant = (name: string) => (wordingNames as readonly string[]).includes(name)
  const [unknown] = [...(text ?? '').matchAll(braced)].filter(([, name = '']) => !isMeant(name))
  return unknown === undefined ? [] : [faultAt(path, 'placeholder', { placeholder: unknown[0], known: wordingNames })]
}

/** A text with its placeholders filled in; braces in a value are kept. */
export function fillIn(text: string, named: Named): string {
  return text.replace(braced, (_, name: keyof Named) => named[name])
}
