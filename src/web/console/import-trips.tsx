import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { counted } from '../../domain/spoken.ts'
import { readCsv } from '../plain/csv-read.ts'
import { fieldSentence, fieldWords, stepLabel } from '../plain/refusal-words.ts'
import { answerOf, api } from '../portal/api/client.ts'
import { type ApiFailure, asFailure } from '../portal/api/failure.ts'
import { queries } from '../portal/api/queries.ts'
import { failureWords } from '../portal/api/refused.ts'
import { useSession } from '../portal/api/session.ts'
import { handOut } from '../portal/parts/hand-out.ts'
import { Table } from '../portal/parts/table.tsx'
import { keyOfRow, refOfRow, rowEntered, rowNamer, rowRefused } from './sent-rows.ts'
import { exampleRow, faultOfRow, importColumns, leftOut, tripOfRow } from './trip-rows.ts'
import { marketTripBody, type TypedMarketTrip } from './typed-market-trip.ts'

type Line = {
  readonly nr: number
  readonly trip: TypedMarketTrip
  /** Name by which this tab knows the row; null for one that is not sent. */
  readonly name: string | null
  readonly said: string
  readonly isEntered: boolean
}

type SentLine = Line & { readonly name: string }

/** The most that is sent from one file: each trip is a call of its own. */
const most = 500

function isWaiting(line: Line): line is SentLine {
  return line.name !== null && !line.isEntered
}

/**
 * Trips out of a CSV, one call each, and a line for what came of it. The file can be chosen again once it is mended: rows that were
 * entered stay so, and only the others are sent.
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
    setNotes(leftOut(rows, most))
    setLines(linesOf(rows.slice(0, most), zone))
  }
  const send = async () => {
    setBusy(true)
    for (const line of lines.filter(isWaiting)) {
      const came = await enter(line)
      setLines((before) => before.map((one) => (one.nr === line.nr ? { ...one, ...came } : one)))
    }
    setBusy(false)
    void queries.invalidateQueries({ queryKey: ['trips'] })
  }
  const waiting = lines.filter(isWaiting).length
  return (
    <div className="settings-part">
      <p>
        A line for each trip, with a header that names the columns. Times are written like 2027-03-02 08:30, on the clocks of{' '}
        {zone}. Every operator is asked.
      </p>
      <Button variant="default" size="xs" onClick={() => handOut('trips', importColumns, [exampleRow])}>
        An example to fill in
      </Button>
      <label>
        File{' '}
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv"
          disabled={isBusy}
          // A file that was mended has the name it had before, and browsers tell of no change then.
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
            columns={[
              { name: 'Line', cell: ({ nr }: Line) => nr },
              { name: 'Trip', cell: ({ trip }: Line) => `${trip.pickup.label} → ${trip.dropoff.label}` },
              { name: 'Customer', cell: ({ trip }: Line) => trip.name },
              {
                name: 'What came of it',
                cell: ({ said, isEntered }: Line) => (
                  <>
                    {said || '–'}{' '}
                    {said !== '' && !isEntered && (
                      <Button variant="default" size="xs" disabled={isBusy} onClick={() => file.current?.click()}>
                        {stepLabel('correct_line')}
                      </Button>
                    )}
                  </>
                ),
              },
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

function linesOf(rows: readonly ReadonlyMap<string, string>[], zone: string): Line[] {
  const nameOf = rowNamer()
  return rows.map((row, at) => {
    const trip = tripOfRow(row, zone)
    const line = { nr: at + 2, trip, isEntered: false }
    const fault = faultOfRow(row, zone)
    if (fault !== null) return { ...line, name: null, said: fault }
    const name = nameOf(marketTripBody(trip))
    const ref = refOfRow(name)
    return ref === null ? { ...line, name, said: '' } : { ...line, name, ...enteredAs(ref) }
  })
}

function enteredAs(ref: string): Pick<Line, 'said' | 'isEntered'> {
  return { said: `Entered as ${ref}`, isEntered: true }
}

/** The first faulty field of an answer in a sentence; null where the answer names none. */
function faultOfAnswer({ fields }: ApiFailure, nr: number, trip: TypedMarketTrip): string | null {
  const [fault] = Object.entries(fields)
  if (fault === undefined) return null
  const [path, [sentence = '']] = fault
  const typed = path === 'customer.email' ? trip.email : path === 'customer.phone' ? trip.phone : ''
  if (typed !== '') return fieldSentence('office', `${path}, in a file`, { line: String(nr), value: typed })
  return fieldWords('office', path, sentence) ?? sentence
}

async function enter({ name, nr, trip }: SentLine): Promise<Pick<Line, 'said' | 'isEntered'>> {
  try {
    const headers = { 'Idempotency-Key': keyOfRow(name) }
    const { data } = await answerOf(api.POST('/platform/v1/trips', { body: marketTripBody(trip), headers }))
    rowEntered(name, data.ref)
    return enteredAs(data.ref)
  } catch (thrown) {
    const failure = asFailure(thrown)
    if (failure.isHeard) rowRefused(name)
    return { said: faultOfAnswer(failure, nr, trip) ?? failureWords(failure).says, isEntered: false }
  }
}
