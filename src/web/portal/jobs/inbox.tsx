import { useState } from 'react'
import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { useSession } from '../../office/api/session.ts'
import { ListStates } from '../../office/parts/list-states.tsx'
import { useNarrow } from '../../office/parts/narrow.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { findFocusedRow, openRow, useRowKeys } from '../../office/parts/row-keys.ts'
import { SplitView } from '../../office/parts/split-view.tsx'
import { UrlTabs } from '../../office/parts/tabs.tsx'
import { useHrefWith, useUrlState } from '../../office/parts/url-state.ts'
import { useKeys } from '../../office/shell/keys.ts'
import { useCounts } from '../api/board.ts'
import { BulkDecline } from './bulk-decline.tsx'
import { useLeaving } from './declining.ts'
import { InboxRow } from './inbox-row.tsx'
import { JobPane } from './job.tsx'
import { isQuoteLive } from './job-words.ts'
import { type InboxJob, type JobList, useBusyTimes, useJobs, useRequests } from './jobs.ts'
import './jobs.css'

const defaults = { filter: '', page: '1', ref: '' }

const nothingIn: Readonly<Record<string, string>> = {
  requests: 'No open requests.',
  fresh: 'No new jobs. New jobs appear here immediately.',
  closing: 'No quotes close within a day.',
  quoted: 'No open quotes.',
  expired: 'No expired jobs.',
  all: 'No jobs yet.',
}

/** The inbox (`/portal/inbox`): booking requests first, then jobs to quote, with the chosen job beside the list. */
export function Inbox() {
  const [{ filter, page, ref }] = useUrlState(defaults)
  const { counts, isUnread } = useCounts()
  const hasRequests = (counts?.requests ?? 0) > 0
  const requests = { value: 'requests', label: 'Requests', count: counts?.requests }
  const fresh = { value: 'fresh', label: 'New', count: counts?.fresh }
  const tabs = [
    ...(hasRequests ? [requests, fresh] : [fresh, requests]),
    { value: 'closing', label: 'Closing', count: counts?.closing },
    { value: 'quoted', label: 'Quoted' },
    { value: 'expired', label: 'Expired' },
    { value: 'all', label: 'All' },
  ]
  // The counts decide the first tab. Without counts it is New.
  const shown = filter !== '' ? filter : counts === undefined && !isUnread ? null : (tabs[0]?.value ?? 'fresh')
  const list = useInboxList(shown, Number(page))
  const isNarrow = useNarrow()
  const leaving = useLeaving()
  const first = useFirstJob(`${shown} ${page}`, list.jobs, leaving)
  const open = ref !== '' || isNarrow ? ref : first
  const back = useHrefWith()({ ref: '', request: '' })
  useRowKeys()
  // The form of a chosen job takes over this key.
  useKeys({
    q: { says: 'Quote this job', run: openRow },
    x: { says: 'Select the job', run: () => findFocusedRow()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click() },
  })
  return (
    <>
      <PageHead title="Inbox" />
      <UrlTabs name="filter" label="Job status" tabs={tabs} resets={['ref', 'request']} />
      <SplitView
        list={
          <ListStates
            query={list.query}
            isEmpty={({ jobs }) => jobs.length === 0}
            empty={<Empty of={shown ?? 'fresh'} fresh={counts?.fresh ?? 0} />}
          >
            {({ jobs, meta }) => (
              <>
                <InboxRows jobs={jobs} list={shown ?? 'fresh'} chosen={open} />
                {meta !== null && <Pager meta={meta} />}
              </>
            )}
          </ListStates>
        }
        detail={open === '' ? null : <JobPane key={open} tripRef={open} />}
        isOpen={ref !== ''}
        back={back}
        hint={list.jobs.length === 0 ? '' : 'Choose a job to see its details and send a quote.'}
      />
    </>
  )
}

/**
 * A React hook that returns the first job of a list, for wide screens that have room for it. It stays the same after a quote moves it
 * to another list, until `name` changes or the office declines it.
 */
function useFirstJob(name: string, jobs: readonly InboxJob[], leaving: ReadonlySet<string>): string {
  const [known, setFirst] = useState({ name, ref: '' })
  const first = leaving.has(known.ref) ? { name, ref: '' } : known
  const job = jobs.find(({ ref }) => !leaving.has(ref))
  if (first.name !== name) setFirst({ name, ref: job?.ref ?? '' })
  else if (first.ref === '' && (job !== undefined || known.ref !== '')) setFirst({ name, ref: job?.ref ?? '' })
  return first.name === name ? first.ref : (job?.ref ?? '')
}

/** A React hook that returns the jobs of a tab as a query: the booking requests, or a page of a list. */
function useInboxList(shown: string | null, page: number) {
  const isOfRequests = shown === 'requests'
  const requests = useRequests()
  const list = useJobs((shown ?? 'fresh') as JobList, page, shown !== null && !isOfRequests)
  const jobs = isOfRequests ? requests.jobs : (list.data?.data ?? [])
  const isRead = isOfRequests ? requests.isRead : list.data !== undefined
  const { error, refetch } = isOfRequests ? requests : list
  return {
    jobs,
    query: { data: isRead ? { jobs, meta: isOfRequests ? null : (list.data?.meta ?? null) } : undefined, error, refetch },
  }
}

function Empty({ of, fresh }: { readonly of: string; readonly fresh: number }) {
  return (
    <>
      <p>
        {nothingIn[of]}
        {of === 'requests' && fresh > 0 && ` ${formatCount(fresh, 'new job')} ${fresh === 1 ? 'is' : 'are'} waiting for a quote.`}
      </p>
      {of === 'fresh' ? (
        <Link href="/inbox?filter=all">Show all jobs</Link>
      ) : (
        <Link href="/inbox?filter=fresh">Show new jobs</Link>
      )}
    </>
  )
}

function InboxRows(props: { readonly jobs: readonly InboxJob[]; readonly list: string; readonly chosen: string }) {
  const { jobs, list, chosen } = props
  const { can } = useSession()
  const taken = useBusyTimes().data?.data
  const leaving = useLeaving()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const canDecline = (job: InboxJob) =>
    list !== 'requests' && can('quotes:write') && job.status === 'fresh' && !isQuoteLive(job.my_quote) && !leaving.has(job.ref)
  const pick = (ref: string, isPicked: boolean) =>
    setPicked((before) => new Set(isPicked ? [...before, ref] : [...before].filter((one) => one !== ref)))
  return (
    <>
      <BulkDecline
        refs={jobs.filter((job) => picked.has(job.ref) && canDecline(job)).map(({ ref }) => ref)}
        done={() => setPicked(new Set())}
      />
      <ul className="inbox" aria-label="Jobs">
        {jobs.map((job) => (
          <InboxRow
            key={job.ref}
            job={job}
            list={list}
            isOpen={job.ref === chosen}
            isLeaving={leaving.has(job.ref)}
            taken={taken}
            isPicked={canDecline(job) ? picked.has(job.ref) : null}
            pick={(isPicked) => pick(job.ref, isPicked)}
          />
        ))}
      </ul>
    </>
  )
}
