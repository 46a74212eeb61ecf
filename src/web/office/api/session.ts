import { useSuspenseQuery } from '@tanstack/react-query'
import { type Ability, actsAsAdmin } from '../../../domain/ability.ts'
import { marketplace } from '../../../domain/sign-in.ts'
import { app } from './address.ts'
import { api, requireAnswer } from './client.ts'

/** The signed-in person and their operator or marketplace. */
export type Session = {
  readonly operatorRef: string
  readonly operator: string
  readonly zone: string
  readonly currency: string
  readonly name: string
  readonly email: string
  readonly role: string
  readonly expiresAt: string | null
  /** Whether the person has an ability. */
  readonly can: (ability: Ability) => boolean
  readonly isAdmin: boolean
}

const sessionQuery = {
  queryKey: ['session'] as const,
  staleTime: 5 * 60_000,
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Session> =>
    app === 'console' ? readMarketplaceSession(signal) : readOfficeSession(signal),
}

/** A React hook that returns the session. Suspends while loading. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

async function readOfficeSession(signal: AbortSignal): Promise<Session> {
  const { data: me } = await requireAnswer(api.GET('/api/v1/me', { signal }))
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

/** The session of the marketplace. All its people have one role. Zone and currency are those of the first operator. */
async function readMarketplaceSession(signal: AbortSignal): Promise<Session> {
  const [{ data: me }, first] = await Promise.all([
    requireAnswer(api.GET('/platform/v1/me', { signal })),
    findFirstOperator(signal),
  ])
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

/** The oldest operator: the list has the newest first. */
async function findFirstOperator(signal: AbortSignal) {
  const page = (nth: number) =>
    requireAnswer(api.GET('/platform/v1/operators', { params: { query: { per_page: 1, page: nth } }, signal }))
  const { data, meta } = await page(1)
  return meta.total > 1 ? (await page(meta.total)).data[0] : data[0]
}
