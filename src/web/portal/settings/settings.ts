import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }

export type OfficePerson = Records['User']
export type OfficeKey = Records['Key']
export type Hook = Records['Webhook']
export type Feed = Records['Feed']
export type HookDelivery = Records['Delivery']
export type OfficeRole = Records['UserInput']['role']

/** The form of the account. Each page sends only its own part. */
export const accountForm = createForm<Records['AccountInput']>(readLimits('AccountInput'))

/** A React hook that returns the people of the account. */
export function usePeople() {
  return useQuery({ queryKey: ['users'], queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/users', { signal })) })
}

export function useOfficeKeys() {
  return useQuery({ queryKey: ['keys'], queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/keys', { signal })) })
}

export function useHooks() {
  return useQuery({ queryKey: ['webhooks'], queryFn: ({ signal }) => requireAnswer(api.GET('/api/v1/webhooks', { signal })) })
}

/** A React hook that returns a page of a webhook's deliveries, newest first. */
export function useHookDeliveries(id: number, page: number, perPage: number) {
  return useQuery({
    queryKey: ['webhooks', id, page, perPage],
    queryFn: ({ signal }) =>
      requireAnswer(
        api.GET('/api/v1/webhooks/{id}/deliveries', { params: { path: { id }, query: { page, per_page: perPage } }, signal }),
      ),
  })
}

export function useNotifications() {
  return useQuery({
    queryKey: ['notifications'],
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/notifications', { signal })),
  })
}

/** A React hook that returns the logo and the colour for customers. */
export function useBrand() {
  return useQuery({ queryKey: ['brand'], queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/brand', { signal })) })
}

export function useWording() {
  return useQuery({ queryKey: ['wording'], queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/wording', { signal })) })
}

/** A React hook that returns the mail server. The API refuses it on a server with several operators. */
export function useOutgoingMail() {
  return useQuery({
    queryKey: ['mail-server'],
    retry: false,
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/mail-server', { signal })),
  })
}

/** A React hook that returns the retention times and the backups. */
export function useDataKept() {
  return useQuery({ queryKey: ['data-kept'], queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/data', { signal })) })
}

/** A React hook that returns a page of emails and SMS, newest first. */
export function useSentMessages(status: string, page: number) {
  return useQuery({
    queryKey: ['messages', status, page],
    queryFn: ({ signal }) =>
      requireAnswer(
        api.GET('/portal/v1/messages', {
          params: {
            query: { ...(status !== '' && { status: status as Records['MessageStatus'] }), page, per_page: 50 },
          },
          signal,
        }),
      ),
  })
}

/** A React hook that returns a page of the calendars, newest first. */
export function useFeeds(page: number) {
  return useQuery({
    queryKey: ['feeds', page],
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/feeds', { params: { query: { page, per_page: 50 } }, signal })),
  })
}
