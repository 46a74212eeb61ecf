import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { toFailure } from '../../office/api/failure.ts'
import { useSession } from '../../office/api/session.ts'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { PrimaryBar } from '../../office/parts/page-head.tsx'
import { buildPaperAddress } from '../../office/parts/paper-link.tsx'
import { UrlTabs } from '../../office/parts/tabs.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { useKeys } from '../../office/shell/keys.ts'
import { NotFound } from '../../office/shell/not-found.tsx'
import { findPrimaryAction, isTripOver } from '../../plain/booking-primary.ts'
import { AmendDrawer } from '../amendments/drawer.tsx'
import { AssignDrawer } from '../duties/assign-drawer.tsx'
import { type CrewPlace, type PortalBooking, useBooking } from '../duties/crew.ts'
import { CrewList } from '../duties/crew-list.tsx'
import { listStepsAfter } from '../today/steps.ts'
import { BookingHead } from './booking-head.tsx'
import './bookings.css'
import { BookingMenu } from './booking-menu.tsx'
import { ChangesTab } from './changes-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { MoneyTab } from './money-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { ReportOfBooking } from './report-of-booking.tsx'

const defaults = { tab: 'trip', assign: '', amend: '', print: '', pay: '' }

/** The page of one booking (`/portal/bookings/…`): overview, crew, money, changes and history. */
export function BookingPage() {
  const { ref = '' } = useParams<{ ref: string }>()
  const query = useBooking(ref)
  if (query.data === undefined && query.error !== null && toFailure(query.error).status === 404) return <NotFound />
  return <ReadStates query={query}>{({ data }) => (data.ref === ref ? <Booking key={ref} booking={data} /> : null)}</ReadStates>
}

function Booking({ booking }: { readonly booking: PortalBooking }) {
  const { can } = useSession()
  const [{ tab, assign, amend, print }, setUrl] = useUrlState(defaults)
  const [place, setPlace] = useState<CrewPlace | null>(null)
  const [isReporting, setReporting] = useState(false)
  const mayAssign = can('drivers:write') && booking.status !== 'cancelled' && !isTripOver(booking)
  const mayAmend = can('quotes:write') && booking.status !== 'cancelled' && !isTripOver(booking)
  const mayReport =
    can('drivers:write') &&
    booking.status !== 'cancelled' &&
    booking.duties.some(({ progress }) => listStepsAfter(progress.status).length > 0)
  const openAssign = (where: CrewPlace | null) => {
    setPlace(where)
    setUrl({ assign: '1' })
  }
  const openAmend = () => setUrl({ amend: '1' })
  useKeys({
    ...(mayAssign && { a: { says: 'Assign driver', run: () => openAssign(null) } }),
    ...(mayAmend && { e: { says: 'Change booking', run: openAmend } }),
  })

  const isPrinting = print === '1'
  useEffect(() => {
    if (!isPrinting) return
    setUrl({ print: '', tab: 'trip' }, true)
    window.print()
  }, [isPrinting, setUrl])

  const primary = findPrimaryAction(booking, { mayAssign, mayReport, mayRecord: can('bookings:read') })
  return (
    <>
      <BookingHead
        booking={booking}
        menu={
          <BookingMenu
            booking={booking}
            amend={mayAmend ? openAmend : null}
            report={mayReport ? () => setReporting(true) : null}
          />
        }
      />
      <UrlTabs name="tab" label="Parts of the booking" tabs={listTabs(booking)} />
      {tab === 'trip' && <OverviewTab booking={booking} assign={mayAssign ? () => openAssign(null) : null} />}
      {(tab === 'crew' || tab === 'trip') && (
        <div className={tab === 'trip' ? 'booking-paper' : undefined}>
          <CrewList booking={booking} assign={openAssign} />
        </div>
      )}
      {tab === 'money' && <MoneyTab booking={booking} />}
      {tab === 'changes' && <ChangesTab booking={booking} amend={mayAmend ? openAmend : null} />}
      {tab === 'log' && <LogTab booking={booking} />}
      {primary !== null && (
        <PrimaryBar>
          <PrimaryButton
            action={primary}
            bookingRef={booking.ref}
            run={{
              assign: () => openAssign(null),
              report: () => setReporting(true),
              pay: () => setUrl({ tab: 'money', pay: '1' }),
            }}
          />
        </PrimaryBar>
      )}
      <AssignDrawer
        tripRef={booking.ref}
        isOpen={assign !== '' && can('drivers:write')}
        close={() => setUrl({ assign: '' })}
        staffed={() => setUrl({ assign: '', tab: 'crew' })}
        place={place}
      />
      <AmendDrawer tripRef={booking.ref} isOpen={amend !== '' && mayAmend} close={() => setUrl({ amend: '' })} />
      <ReportOfBooking booking={booking} isOpen={isReporting} close={() => setReporting(false)} />
    </>
  )
}

function listTabs({ amendments }: PortalBooking) {
  return [
    { value: 'trip', label: 'Overview' },
    { value: 'crew', label: 'Crew' },
    { value: 'money', label: 'Money' },
    { value: 'changes', label: 'Changes', ...(amendments.length > 0 && { count: amendments.length }) },
    { value: 'log', label: 'History' },
  ]
}

type PrimaryProps = {
  readonly action: NonNullable<ReturnType<typeof findPrimaryAction>>
  readonly bookingRef: string
  readonly run: Readonly<Record<'assign' | 'report' | 'pay', () => void>>
}

/** The next step of a booking. */
function PrimaryButton({ action, bookingRef, run }: PrimaryProps) {
  if (action.kind === 'call') {
    return (
      <Button component="a" href={`tel:${action.phone.replaceAll(/[^+\d]/g, '')}`}>
        Call {action.name}
      </Button>
    )
  }
  if (action.kind === 'print') {
    return (
      <Button component="a" href={buildPaperAddress(`/bookings/${bookingRef}/job-sheet`)} target="_blank" rel="noopener">
        {action.label}
      </Button>
    )
  }
  return <Button onClick={run[action.kind]}>{action.label}</Button>
}
