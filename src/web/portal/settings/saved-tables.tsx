import { useState } from 'react'
import type { Ability } from '../../../domain/ability.ts'
import { todayIn } from '../../plain/moment.ts'
import { useSession } from '../api/session.ts'
import { ExportButton } from '../exports/button.tsx'
import type { ExportName } from '../exports/download.ts'
import { DateField } from '../form/time-fields.tsx'
import { useNow } from '../parts/now.ts'
import { PageHead } from '../parts/page-head.tsx'
import { KeptData } from './kept-data.tsx'
import './settings.css'

type Offered = { readonly name: ExportName; readonly title: string; readonly what: string; readonly needs: Ability }

const tables: readonly Offered[] = [
  {
    name: 'bookings',
    title: 'Bookings',
    what: 'Trips that leave on these days, with customers and money, called off or not.',
    needs: 'bookings:read',
  },
  {
    name: 'payments',
    title: 'Payments',
    what: 'What came in and went back, by the day it was written down.',
    needs: 'bookings:read',
  },
  { name: 'dues', title: 'Money owing', what: 'What customers owe that falls due on these days.', needs: 'bookings:read' },
  {
    name: 'invoices',
    title: 'Invoices',
    what: 'Invoices and credit notes that were made on these days.',
    needs: 'bookings:read',
  },
  { name: 'payouts', title: 'Payouts', what: 'What you get for trips that were booked on these days.', needs: 'payouts:read' },
  { name: 'duties', title: 'Duties', what: 'Who drives which coach on trips that leave on these days.', needs: 'drivers:read' },
  {
    name: 'quotes',
    title: 'Quotes',
    what: 'Quotes that were first sent on these days, and what became of them.',
    needs: 'jobs:read',
  },
]

/** The page of tables that can be taken along for a spreadsheet (`/portal/settings/data`). */
export function DataSettings() {
  const { zone, can, isAdmin } = useSession()
  const today = todayIn(zone, useNow(60_000))
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const isFault = from === '' || to === '' || to < from
  return (
    <>
      <PageHead title="Data" />
      <div className="settings-part">
        <p>
          Take your books along as files that any spreadsheet opens. The days are whole days on your clocks, the last one
          included.
        </p>
        <div className="money-filters">
          <DateField path="from" label="From" value={from} onValue={setFrom} />
          <DateField path="to" label="To" value={to} onValue={setTo} />
        </div>
        {isFault && (
          <p role="alert" className="late">
            The last day is before the first.
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
                <ExportButton name={name} query={{ from, to }} label={`Save ${title.toLowerCase()}`} isOff={isFault} />
              </li>
            ))}
        </ul>
        {isAdmin && <KeptData />}
      </div>
    </>
  )
}
