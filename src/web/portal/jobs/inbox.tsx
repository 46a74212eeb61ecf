import { useState } from 'react'
import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { useCounts } from '../api/board.ts'
import { useSession } from '../api/session.ts'
import { ListStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Pager } from '../parts/pager.tsx'
import { openRow, useRowKeys } from '../parts/row-keys.ts'
import { SplitView } from '../parts/split-view.tsx'
import { UrlTabs } from '../parts/tabs.tsx'
import { useHrefWith, useUrlState } from '../parts/url-state.ts'
import { useKeys } from '../shell/keys.ts'
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
  const back = useHrefWith()({ ref: '', request: '' })
  useRowKeys()
  // The form of a chosen job takes over this key.
  useKeys({ q: { says: 'Quote this job', run: openRow } })
  return (
    <>
      <PageHead title="Inbox" />
      <UrlTabs name="filter" label="Job status" tabs={tabs} />
      <SplitView
        list={
          shown === 'requests' ? (
            <RequestList chosen={ref} />
          ) : (
            <JobPages list={shown as JobList | null} page={Number(page)} chosen={ref} />
          )
        }
        detail={ref === '' ? null : <JobPane key={ref} tripRef={ref} />}
        back={back}
        hint="Choose a job to see its details and send a quote."
      />
    </>
  )
}

function RequestList({ chosen }: { readonly chosen: string }) {
  const requests = useRequests()
  const query = { data: requests.isRead ? requests.jobs : undefined, error: requests.error, refetch: requests.refetch }
  return (
    <ListStates query={query} isEmpty={(jobs) => jobs.length === 0} empty={<Empty of="requests" />}>
      {(jobs) => <InboxRows jobs={jobs} chosen={chosen} canPick={false} />}
    </ListStates>
  )
}

function JobPages(props: { readonly list: JobList | null; readonly page: number; readonly chosen: string }) {
  const { list, page, chosen } = props
  const query = useJobs(list ?? 'fresh', page, list !== null)
  return (
    <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<Empty of={list ?? 'fresh'} />}>
      {({ data, meta }) => (
        <>
          <p className="list-count">{formatCount(meta.total, 'job')}</p>
          <InboxRows jobs={data} chosen={chosen} canPick />
          <Pager meta={meta} />
        </>
      )}
    </ListStates>
  )
}

function Empty({ of }: { readonly of: string }) {
  return (
    <>
      <p>{nothingIn[of]}</p>
      {of === 'fresh' ? (
        <Link href="/inbox?filter=all">Show all jobs</Link>
      ) : (
        <Link href="/inbox?filter=fresh">Show new jobs</Link>
      )}
    </>
  )
}

function InboxRows({
  jobs,
  chosen,
  canPick,
}: {
  readonly jobs: readonly InboxJob[]
  readonly chosen: string
  readonly canPick: boolean
}) {
  const { can } = useSession()
  const taken = useBusyTimes().data?.data
  const leaving = useLeaving()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const canDecline = (job: InboxJob) =>
    canPick && can('quotes:write') && job.status === 'fresh' && !isQuoteLive(job.my_quote) && !leaving.has(job.ref)
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
