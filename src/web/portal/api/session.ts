import { useSuspenseQuery } from '@tanstack/react-query'
import { type Ability, actsAsAdmin } from '../../../domain/ability.ts'
import { marketplace } from '../../../domain/sign-in.ts'
import { app } from './address.ts'
import { answerOf, api } from './client.ts'

/** The person who is signed in here, and the operator or marketplace they act for. */
export type Session = {
  readonly operatorRef: string
  readonly operator: string
  readonly zone: string
  readonly currency: string
  readonly name: string
  readonly email: string
  readonly role: string
  readonly expiresAt: string | null
  /** Whether a screen or a button that needs this may be shown. */
  readonly can: (ability: Ability) => boolean
  readonly isAdmin: boolean
}

const sessionQuery = {
  queryKey: ['session'] as const,
  staleTime: 5 * 60_000,
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Session> =>
    app === 'console' ? atTheMarketplace(signal) : atTheOffice(signal),
}

/** The session; suspends until it is known. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

async function atTheOffice(signal: AbortSignal): Promise<Session> {
  const { data: me } = await answerOf(api.GET('/api/v1/me', { signal }))
  const abilities = new Set<string>(me.credential.abilities)
  return {
    operatorRef: me.operator_ref,
    operator: me.operator.name,
    zone: me.operator.timezone,
    currency: me.operator.currency_code,
    name: me.user?.name ?? me.credential.name,
    email: me.user?.email ?? '',
    role: me.user?.role ?? 'dispatcher',
    expiresAt: me.credential.expires_at,
    can: (ability) => abilities.has(ability),
    isAdmin: actsAsAdmin(me.user?.role === 'admin' ? 'admin' : null, me.credential.abilities),
  }
}

/** The marketplace's people have one role; its clocks and money are those of the operator that was there first. */
async function atTheMarketplace(signal: AbortSignal): Promise<Session> {
  const [{ data: me }, first] = await Promise.all([answerOf(api.GET('/platform/v1/me', { signal })), firstOperator(signal)])
  return {
    operatorRef: marketplace.ref,
    operator: marketplace.name,
    zone: first?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: first?.currency_code ?? 'GBP',
    name: me.user?.name ?? me.credential.name,
    email: me.user?.email ?? '',
    role: me.user?.role ?? 'platform',
    expiresAt: me.credential.expires_at,
    can: () => false,
    isAdmin: false,
  }
}

/** The list has the newest first. */
async function firstOperator(signal: AbortSignal) {
  const page = (nth: number) =>
    answerOf(api.GET('/platform/v1/operators', { params: { query: { per_page: 1, page: nth } }, signal }))
  const { data, meta } = await page(1)
  return meta.total > 1 ? (await page(meta.total)).data[0] : data[0]
}
