import { findSandboxPages } from '../../gateways/payments/sandbox.ts'
import type { CardChoice, ChosenPage, SandboxPage } from '../../gateways/payments/sandbox-pages.ts'
import type { WorkerContext } from '../context.ts'

/** A page of test money as its customer sees it. */
export type ShownSandboxPage = SandboxPage

/** Finds the page of test money with this name; null if there is none, or payments are real. */
export async function findSandboxPage({ payments }: Pick<WorkerContext, 'payments'>, ref: string): Promise<SandboxPage | null> {
  return (await findSandboxPages(payments)?.look(ref)) ?? null
}

/** Applies a customer's choice on a page of test money; null if no page has this name. */
export async function completeSandboxPage(
  { payments }: Pick<WorkerContext, 'payments'>,
  ref: string,
  choice: CardChoice,
): Promise<ChosenPage | null> {
  return (await findSandboxPages(payments)?.choose(ref, choice)) ?? null
}
