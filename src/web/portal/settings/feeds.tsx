import { Button } from '@mantine/core'
import { useState } from 'react'
import { api, requireAnswer } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { PageHead, PrimaryBar } from '../../office/parts/page-head.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { type Column, Table } from '../../office/parts/table.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { MakeFeed } from './make-feed.tsx'
import { type Feed, useFeeds } from './settings.ts'
import './settings.css'

function formatFeedTitle({ of, name }: Feed): string {
  return of === 'operator' ? 'All duties' : (name ?? '')
}

const columns: readonly Column<Feed>[] = [
  { name: 'Calendar', cell: formatFeedTitle },
  { name: 'Shows', cell: ({ show }) => (show === 'full' ? 'All details' : 'Busy times only') },
  { name: 'Created', cell: ({ created_at }) => <Moment at={created_at} /> },
]

const defaults = { make: '', page: '1' }

/** The page of calendars with a secret address for phones and other programs (`/portal/settings/feeds`). */
export function FeedSettings() {
  const [{ make, page }, setUrl] = useUrlState(defaults)
  const query = useFeeds(Number(page))
  const [ending, setEnding] = useState<Feed | null>(null)
  useRowKeys()
  const add = <Button onClick={() => setUrl({ make: '1' })}>Create calendar</Button>
  return (
    <>
      <PageHead title="Calendars" />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>No calendars yet. Create one to show duties on a phone.</p>
            {add}
          </>
        }
      >
        {({ data, meta }) => (
          <>
            <Table
              caption="Calendars with a secret address"
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              actions={(feed) => (
                <RowActions
                  label={`Actions for the calendar of ${formatFeedTitle(feed)}`}
                  actions={[{ label: 'Delete', run: () => setEnding(feed) }]}
                />
              )}
            />
            <Pager meta={meta} />
            <PrimaryBar>{add}</PrimaryBar>
          </>
        )}
      </ListStates>
      <SideDrawer title="Create calendar" isOpen={make !== ''} close={() => setUrl({ make: '' })}>
        <MakeFeed />
      </SideDrawer>
      <ConfirmDialog
        title={`Delete the calendar of ${ending === null ? '' : formatFeedTitle(ending)}?`}
        isOpen={ending !== null}
        close={() => setEnding(null)}
        button="Delete calendar"
        isDangerous
        confirm={() => {
          if (ending !== null) void deleteCalendar(ending)
          setEnding(null)
        }}
      >
        <p>Subscribers get no more updates. A new calendar has a new address.</p>
      </ConfirmDialog>
    </>
  )
}

async function deleteCalendar({ id }: Feed): Promise<void> {
  try {
    await requireAnswer(api.DELETE('/portal/v1/feeds/{id}', { params: { path: { id } } }))
    showNotice('Calendar deleted.')
  } catch (thrown) {
    showFailure(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['feeds'] })
}
