import { sandboxPagesOf } from '../../gateways/payments/sandbox.ts'
import type { CardChoice, ChosenPage, SandboxPage } from '../../gateways/payments/sandbox-pages.ts'
import type { WorkerContext } from '../context.ts'

/** A page of play money as its customer sees it. */
export type ShownSandboxPage = SandboxPage

/** The page of play money of this name; null where there is none, or payments are no play money. */
export async function findSandboxPage({ payments }: Pick<WorkerContext, 'payments'>, ref: string): Promise<SandboxPage | null> {
  return (await sandboxPagesOf(payments)?.look(ref)) ?? null
}

/** Does what a customer chose on a page of play money; null where there is none of this name. */
export async function chooseOnSandboxPage(
  { payments }: Pick<WorkerContext, 'payments'>,
  ref: string,
  choice: CardChoice,
): Promise<ChosenPage | null> {
  return (await sandboxPagesOf(payments)?.choose(ref, choice)) ?? null
}
