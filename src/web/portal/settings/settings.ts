import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../api/client.ts'

export type OfficePerson = Records['User']
export type OfficeKey = Records['Key']
export type Hook = Records['Webhook']
export type Feed = Records['Feed']
export type HookDelivery = Records['Delivery']
export type OfficeRole = Records['UserInput']['role']

/** Everybody on the account. */
export function usePeople() {
  return useQuery({ queryKey: ['users'], queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/users', { signal })) })
}

/** The keys of programs. */
export function useOfficeKeys() {
  return useQuery({ queryKey: ['keys'], queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/keys', { signal })) })
}

/** The programs that are told by webhooks. */
export function useHooks() {
  return useQuery({ queryKey: ['webhooks'], queryFn: ({ signal }) => answerOf(api.GET('/api/v1/webhooks', { signal })) })
}

/** A page of what was sent to one of them, the last first. */
export function useHookDeliveries(id: number, page: number, perPage: number) {
  return useQuery({
    queryKey: ['webhooks', id, page, perPage],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/webhooks/{id}/deliveries', { params: { path: { id }, query: { page, per_page: perPage } }, signal }),
      ),
  })
}

/** The wishes of this person about what they hear of. */
export function useWishes() {
  return useQuery({
    queryKey: ['notifications'],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/notifications', { signal })),
  })
}

/** The logo and the colour that customers see. */
export function useBrand() {
  return useQuery({ queryKey: ['brand'], queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/brand', { signal })) })
}

/** A React hook that reads the words in which customers are told. */
export function useWording() {
  return useQuery({ queryKey: ['wording'], queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/wording', { signal })) })
}

/** The way mails leave; a refusal where the server is not this operator's alone. */
export function useOutgoingMail() {
  return useQuery({
    queryKey: ['mail-server'],
    retry: false,
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/mail-server', { signal })),
  })
}

/** The times for which things are kept, and how the server is backed up. */
export function useDataKept() {
  return useQuery({ queryKey: ['data-kept'], queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/data', { signal })) })
}

/** A page of the mails and SMS that were to leave, the last first. */
export function useSentMessages(status: string, page: number) {
  return useQuery({
    queryKey: ['messages', status, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/portal/v1/messages', {
          params: {
            query: { ...(status !== '' && { status: status as Records['MessageStatus'] }), page, per_page: 50 },
          },
          signal,
        }),
      ),
  })
}

/** A page of the calendars that are read by a secret address, the newest first. */
export function useFeeds(page: number) {
  return useQuery({
    queryKey: ['feeds', page],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/feeds', { params: { query: { page, per_page: 50 } }, signal })),
  })
}

/** The devices this person is signed in on. */
export function useOwnDevices() {
  return useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/auth/devices', { signal })),
  })
}
