import { Button } from '@mantine/core'
import { useState } from 'react'
import { readCsv } from '../plain/csv-read.ts'
import { newIntention } from '../plain/key.ts'
import { counted } from '../plain/words.ts'
import { answerOf, api } from '../portal/api/client.ts'
import { asFailure } from '../portal/api/failure.ts'
import { queries } from '../portal/api/queries.ts'
import { useSession } from '../portal/api/session.ts'
import { handOut } from '../portal/parts/hand-out.ts'
import { Table } from '../portal/parts/table.tsx'
import { importColumns, marketTripBody, type TypedMarketTrip, tripOfRow } from './typed-market-trip.ts'

type Line = { readonly nr: number; readonly trip: TypedMarketTrip; readonly said: string; readonly isDone: boolean }

/** The most that is sent from one file: each trip is a call of its own. */
const most = 500

/** Trips out of a CSV, one call each, and a line for what came of it; what was refused can be sent again once the file is mended. */
export function ImportTrips() {
  const { zone } = useSession()
  const [lines, setLines] = useState<readonly Line[]>([])
  const [isBusy, setBusy] = useState(false)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const rows = readCsv(await file.text()).slice(0, most)
    setLines(rows.map((row, at) => ({ nr: at + 2, trip: tripOfRow(row, zone), said: '', isDone: false })))
  }
  const send = async () => {
    setBusy(true)
    for (const line of lines.filter(({ isDone }) => !isDone)) {
      const came = await enter(line.trip)
      setLines((before) => before.map((one) => (one.nr === line.nr ? { ...one, ...came } : one)))
    }
    setBusy(false)
    void queries.invalidateQueries({ queryKey: ['trips'] })
  }
  const waiting = lines.filter(({ isDone }) => !isDone).length
  return (
    <div className="settings-part">
      <p>
        A line for each trip, with a header that names the columns. Times are written like 2027-03-02 08:30, on the clocks of{' '}
        {zone}. Every operator is asked.
      </p>
      <Button variant="default" size="xs" onClick={() => handOut('trips', importColumns, [example])}>
        An example to fill in
      </Button>
      <label>
        File <input type="file" accept=".csv,text/csv" onChange={({ currentTarget }) => void read(currentTarget.files?.[0])} />
      </label>
      {lines.length > 0 && (
        <>
          <Table
            caption="Trips of the file"
            columns={[
              { name: 'Line', cell: ({ nr }: Line) => nr },
              { name: 'Trip', cell: ({ trip }: Line) => `${trip.pickup.label} → ${trip.dropoff.label}` },
              { name: 'Customer', cell: ({ trip }: Line) => trip.name },
              { name: 'What came of it', cell: ({ said }: Line) => said || '–' },
            ]}
            rows={lines}
            rowKey={({ nr }) => nr}
          />
          <Button disabled={isBusy || waiting === 0} onClick={() => void send()}>
            Enter {counted(waiting, 'trip')}
          </Button>
        </>
      )}
    </div>
  )
}

const example = [
  ...['2027-06-12 08:30', '2027-06-12 17:00', 'Leeds Town Hall', 'Leeds', 'LS1 3AD', 'York Minster', 'York', 'YO1 7HH'],
  ...['45', 'Ann Smith', 'Otley Brass Band', 'ann@example.org', '07700 900123', ''],
]

async function enter(trip: TypedMarketTrip): Promise<Pick<Line, 'said' | 'isDone'>> {
  const body = marketTripBody(trip)
  try {
    const headers = { 'Idempotency-Key': newIntention().keyFor(body) }
    const { data } = await answerOf(api.POST('/platform/v1/trips', { body, headers }))
    return { said: `Entered as ${data.ref}`, isDone: true }
  } catch (thrown) {
    const { message, fields } = asFailure(thrown)
    return { said: Object.values(fields).flat()[0] ?? message, isDone: false }
  }
}
