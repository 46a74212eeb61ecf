import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatCount } from '../../domain/spoken.ts'
import { api, requireAnswer } from '../office/api/client.ts'
import { type ApiFailure, toFailure } from '../office/api/failure.ts'
import { queries } from '../office/api/queries.ts'
import { describeFailedCall } from '../office/api/refused.ts'
import { useSession } from '../office/api/session.ts'
import { downloadTable } from '../office/parts/hand-out.ts'
import { type Column, Table } from '../office/parts/table.tsx'
import { readCsv } from '../plain/csv-read.ts'
import { describeFieldFaults, formatFieldSentence, formatStepLabel } from '../plain/refusal-words.ts'
import { buildMarketTripBody, type MarketTripDraft } from './market-trip.ts'
import { createRowNamer, findKeyOfRow, findRefOfRow, removeKeyOfRow, saveEnteredRow } from './sent-rows.ts'
import { describeLeftOutRows, exampleRow, findRowFault, importColumns, parseTripRow } from './trip-rows.ts'

type Line = {
  readonly nr: number
  readonly trip: MarketTripDraft
  /** Name of the row in this tab. Null for a row that is not sent. */
  readonly name: string | null
  readonly said: string
  readonly isEntered: boolean
}

type SentLine = Line & { readonly name: string }

/** Greatest number of trips from one file. Each trip is one call. */
const most = 500

function isWaiting(line: Line): line is SentLine {
  return line.name !== null && !line.isEntered
}

/**
 * A form that imports trips from a CSV with one call each, and shows each result. The user can choose a corrected file again: rows
 * that are already entered are not sent again.
 */
export function ImportTrips() {
  const { zone } = useSession()
  const [lines, setLines] = useState<readonly Line[]>([])
  const [notes, setNotes] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const rows = readCsv(await file.text())
    setNotes(describeLeftOutRows(rows, most))
    setLines(buildImportLines(rows.slice(0, most), zone))
  }
  const send = async () => {
    setBusy(true)
    for (const line of lines.filter(isWaiting)) {
      const came = await enterImportedTrip(line)
      setLines((before) => before.map((one) => (one.nr === line.nr ? { ...one, ...came } : one)))
    }
    setBusy(false)
    void queries.invalidateQueries({ queryKey: ['trips'] })
  }
  const waiting = lines.filter(isWaiting).length
  return (
    <div className="settings-part">
      <p>
        Use one line for each trip and a header with the column names. Write times like 2027-03-02 08:30, in the zone {zone}. All
        operators receive each trip.
      </p>
      <Button variant="default" size="xs" onClick={() => downloadTable('trips', importColumns, [exampleRow])}>
        Download example
      </Button>
      <label>
        File{' '}
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv"
          disabled={isBusy}
          // Browsers send no change event for a corrected file with the same name.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      </label>
      {notes.map((note) => (
        <p key={note} role="status">
          {note}
        </p>
      ))}
      {lines.length > 0 && (
        <>
          <Table
            caption="Trips of the file"
            columns={buildLineColumns(isBusy, () => file.current?.click())}
            rows={lines}
            rowKey={({ nr }) => nr}
          />
          <Button disabled={isBusy || waiting === 0} onClick={() => void send()}>
            Enter {formatCount(waiting, 'trip')}
          </Button>
        </>
      )}
    </div>
  )
}

const buildLineColumns = (isBusy: boolean, chooseFile: () => void): readonly Column<Line>[] => [
  { name: 'Line', cell: ({ nr }) => nr },
  { name: 'Trip', cell: ({ trip }) => `${trip.pickup?.label} → ${trip.dropoff?.label}` },
  { name: 'Customer', cell: ({ trip }) => trip.customer?.name },
  {
    name: 'Result',
    cell: ({ said, isEntered }) => (
      <>
        {said || '–'}{' '}
        {said !== '' && !isEntered && (
          <Button variant="default" size="xs" disabled={isBusy} onClick={chooseFile}>
            {formatStepLabel('correct_line')}
          </Button>
        )}
      </>
    ),
  },
]

function buildImportLines(rows: readonly ReadonlyMap<string, string>[], zone: string): Line[] {
  const nameOf = createRowNamer()
  return rows.map((row, at) => {
    const trip = parseTripRow(row, zone)
    const line = { nr: at + 2, trip, isEntered: false }
    const fault = findRowFault(row, zone)
    if (fault !== null) return { ...line, name: null, said: fault }
    const name = nameOf(buildMarketTripBody(trip))
    const ref = findRefOfRow(name)
    return ref === null ? { ...line, name, said: '' } : { ...line, name, ...formatEnteredTrip(ref) }
  })
}

function formatEnteredTrip(ref: string): Pick<Line, 'said' | 'isEntered'> {
  return { said: `Entered as ${ref}`, isEntered: true }
}

/** The sentence about the first faulty field of a response. Null without one. */
function formatImportFault({ fields }: ApiFailure, nr: number, { customer }: MarketTripDraft): string | null {
  const [fault] = Object.entries(fields)
  if (fault === undefined) return null
  const [path, [sentence = '']] = fault
  const typed = path === 'customer.email' ? customer?.email : path === 'customer.phone' ? customer?.phone : null
  if (typed) return formatFieldSentence('office', `${path}, in a file`, { line: String(nr), value: typed })
  return describeFieldFaults('office', path, sentence) ?? sentence
}

async function enterImportedTrip({ name, nr, trip }: SentLine): Promise<Pick<Line, 'said' | 'isEntered'>> {
  try {
    const headers = { 'Idempotency-Key': findKeyOfRow(name) }
    const { data } = await requireAnswer(api.POST('/platform/v1/trips', { body: buildMarketTripBody(trip), headers }))
    saveEnteredRow(name, data.ref)
    return formatEnteredTrip(data.ref)
  } catch (thrown) {
    const failure = toFailure(thrown)
    if (failure.isHeard) removeKeyOfRow(name)
    return { said: formatImportFault(failure, nr, trip) ?? describeFailedCall(failure).says, isEntered: false }
  }
}
