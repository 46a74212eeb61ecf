import { Button } from '@mantine/core'
import { useState } from 'react'
import { answerOf, api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead, PrimaryBar } from '../parts/page-head.tsx'
import { Pager } from '../parts/pager.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { MakeFeed } from './make-feed.tsx'
import { type Feed, useFeeds } from './settings.ts'
import './settings.css'

function titleOf({ of, name }: Feed): string {
  return of === 'operator' ? 'All duties' : (name ?? '')
}

const columns: readonly Column<Feed>[] = [
  { name: 'Whose', cell: titleOf },
  { name: 'Shows', cell: ({ show }) => (show === 'full' ? 'Everything about a duty' : 'Busy times alone') },
  { name: 'Made', cell: ({ created_at }) => <Moment at={created_at} /> },
]

const defaults = { make: '', page: '1' }

/** Calendars that phones and other programs subscribe to by a secret address (`/portal/settings/feeds`). */
export function FeedSettings() {
  const [{ make, page }, setUrl] = useUrlState(defaults)
  const query = useFeeds(Number(page))
  const [ending, setEnding] = useState<Feed | null>(null)
  useRowKeys()
  const add = <Button onClick={() => setUrl({ make: '1' })}>Make a calendar</Button>
  return (
    <>
      <PageHead title="Calendars" />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>No calendar yet. With one, a phone shows the duties of a driver, a coach or everybody beside everything else.</p>
            {add}
          </>
        }
      >
        {({ data, meta }) => (
          <>
            <Table
              caption="Calendars by a secret address"
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              actions={(feed) => (
                <RowActions
                  label={`What to do with the calendar of ${titleOf(feed)}`}
                  actions={[{ label: 'End', run: () => setEnding(feed) }]}
                />
              )}
            />
            <Pager meta={meta} />
            <PrimaryBar>{add}</PrimaryBar>
          </>
        )}
      </ListStates>
      <SideDrawer title="Make a calendar" isOpen={make !== ''} close={() => setUrl({ make: '' })}>
        <MakeFeed />
      </SideDrawer>
      <ConfirmDialog
        title={`End the calendar of ${ending === null ? '' : titleOf(ending)}?`}
        isOpen={ending !== null}
        close={() => setEnding(null)}
        button="End it"
        isDangerous
        confirm={() => {
          if (ending !== null) void end(ending)
          setEnding(null)
        }}
      >
        <p>Whoever subscribed to it sees nothing new from now on. A new calendar has a new address.</p>
      </ConfirmDialog>
    </>
  )
}

async function end({ id }: Feed): Promise<void> {
  try {
    await answerOf(api.DELETE('/portal/v1/feeds/{id}', { params: { path: { id } } }))
    say('The calendar has ended.')
  } catch (thrown) {
    sayFailed(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['feeds'] })
}
