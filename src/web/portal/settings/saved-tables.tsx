import { useState } from 'react'
import type { Ability } from '../../../domain/ability.ts'
import { useSession } from '../../office/api/session.ts'
import { DateField } from '../../office/form/time-fields.tsx'
import { useClock } from '../../office/parts/now.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { findToday } from '../../plain/moment.ts'
import { ExportButton } from '../exports/button.tsx'
import type { ExportName } from '../exports/download.ts'
import { KeptData } from './kept-data.tsx'
import './settings.css'

type Offered = { readonly name: ExportName; readonly title: string; readonly what: string; readonly needs: Ability }

const tables: readonly Offered[] = [
  {
    name: 'bookings',
    title: 'Bookings',
    what: 'Trips that depart on these days, with customers and money, including cancelled trips.',
    needs: 'bookings:read',
  },
  {
    name: 'payments',
    title: 'Payments',
    what: 'Payments and refunds by the day they were recorded.',
    needs: 'bookings:read',
  },
  { name: 'dues', title: 'Outstanding amounts', what: 'Amounts due on these days.', needs: 'bookings:read' },
  {
    name: 'invoices',
    title: 'Invoices',
    what: 'Invoices and credit notes issued on these days.',
    needs: 'bookings:read',
  },
  { name: 'payouts', title: 'Payouts', what: 'Payouts of trips booked on these days.', needs: 'payouts:read' },
  { name: 'duties', title: 'Duties', what: 'Drivers and vehicles of trips that depart on these days.', needs: 'drivers:read' },
  {
    name: 'quotes',
    title: 'Quotes',
    what: 'Quotes first sent on these days, with their outcomes.',
    needs: 'jobs:read',
  },
]

/** The page of tables to download for a spreadsheet (`/portal/settings/data`). */
export function DataSettings() {
  const { zone, can, isAdmin } = useSession()
  const today = findToday(zone, useClock(60_000))
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const isFault = from === '' || to === '' || to < from
  return (
    <>
      <PageHead title="Data" />
      <div className="settings-part">
        <p>Download your data as CSV files for any spreadsheet. Both dates are included.</p>
        <div className="money-filters">
          <DateField path="from" label="From" value={from} onValue={setFrom} />
          <DateField path="to" label="To" value={to} onValue={setTo} />
        </div>
        {isFault && (
          <p role="alert" className="late">
            The end date is before the start date.
          </p>
        )}
        <ul className="export-list">
          {tables
            .filter(({ needs }) => can(needs))
            .map(({ name, title, what }) => (
              <li key={name}>
                <div>
                  <h2>{title}</h2>
                  <p>{what}</p>
                </div>
                <ExportButton name={name} query={{ from, to }} label={`Download ${title.toLowerCase()}`} isOff={isFault} />
              </li>
            ))}
        </ul>
        {isAdmin && <KeptData />}
      </div>
    </>
  )
}
