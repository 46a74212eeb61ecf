import { type FactName, factNames, tellingOf } from './notices.ts'
import { faultAt, type InputFault, refuseFaults } from './refusal.ts'

/** An operator's own wording of what its customers are told. What a mail has to tell stands in it all the same. */
export type OwnWording = {
  /** Below every mail, such as a name and opening hours; null for none. */
  readonly signOff: string | null
  readonly messages: readonly OwnWords[]
}

/** The subject of one message, and what stands above what it tells; null for the usual subject, and for nothing. */
export type OwnWords = { readonly fact: FactName; readonly subject: string | null; readonly opening: string | null }

/** Names that an operator's own words may hold, in braces. */
export const wordingNames = ['customer', 'operator', 'ref'] as const

type Named = Readonly<Record<(typeof wordingNames)[number], string>>

/** Facts that customers are told of, in the order of `facts`. */
export const customerFacts: readonly FactName[] = factNames.filter((fact) => tellingOf(fact).customer !== undefined)

/** The usual words alone. */
export const usualWording: OwnWording = { signOff: null, messages: [] }

/**
 * The wording as it is kept: without what is left as it is, in the order of what customers are told. Refuses `validation_failed` for
 * what no customer is told, for the same message twice and for a name in braces that stands for nothing.
 */
export function chooseWording({ signOff, messages }: OwnWording): OwnWording {
  const faults: InputFault[] = messages.flatMap(({ fact, subject, opening }, nth) => [
    ...(customerFacts.includes(fact) ? [] : [faultAt(['messages', nth, 'fact'], 'unknown')]),
    ...(messages.findIndex((one) => one.fact === fact) < nth ? [faultAt(['messages', nth, 'fact'], 'taken')] : []),
    ...faultsOf(subject, ['messages', nth, 'subject']),
    ...faultsOf(opening, ['messages', nth, 'opening']),
  ])
  refuseFaults([...faults, ...faultsOf(signOff, ['signOff'])])
  const own = messages.filter(({ subject, opening }) => subject !== null || opening !== null)
  return {
    signOff,
    messages: own.toSorted((one, other) => customerFacts.indexOf(one.fact) - customerFacts.indexOf(other.fact)),
  }
}

const braced = /\{([^{}]*)\}/g

function faultsOf(text: string | null, path: InputFault['path']): InputFault[] {
  const isMeant = (name: string) => (wordingNames as readonly string[]).includes(name)
  const [unknown] = [...(text ?? '').matchAll(braced)].filter(([, name = '']) => !isMeant(name))
  return unknown === undefined ? [] : [faultAt(path, 'placeholder', { placeholder: unknown[0], known: wordingNames })]
}

/** A text with what is named in braces put in; a value's own braces stay as they are. */
export function fillIn(text: string, named: Named): string {
  return text.replace(braced, (_, name: keyof Named) => named[name])
}
