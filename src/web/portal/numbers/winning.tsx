import { counted } from '../../../domain/spoken.ts'
import { spokenShare } from '../../plain/chart.ts'
import { fileColumns } from '../../plain/file-columns.ts'
import { spokenMoney, typedMoney } from '../../plain/money.ts'
import { decidedIn, hasEnough, waitingSaid, waitName, winningSaid, wonSaid } from '../../plain/numbers-said.ts'
import { spokenWord } from '../../plain/words.ts'
import { type Column, Table } from '../parts/table.tsx'
import { BarChart } from './bars.tsx'
import { ColumnChart } from './columns.tsx'
import { Figure } from './figure.tsx'
import type { DayRange, QuoteNumbers } from './numbers.ts'
import { spokenMonth } from './periods.ts'

/** A tally of the quotes that were sent, and of what became of them. */
type SentTally = Pick<QuoteNumbers, 'sent' | 'booked' | 'lost' | 'expired' | 'rejected' | 'win_rate_bps'>
type NamedTally = SentTally & { readonly name: string }

const shares = { top: 10_000, step: 2_500 }

/** Names the lines of a chart in per cent, where any of its columns has a percentage. */
function scaleNames(tallies: readonly SentTally[]): (bps: number) => string {
  return tallies.some((tally) => hasEnough(decidedIn(tally))) ? spokenShare : () => ''
}

function tallyColumns(first: string): readonly Column<NamedTally>[] {
  return [
    { name: first, cell: ({ name }) => name },
    { name: 'Sent', isNumber: true, cell: ({ sent }) => sent },
    { name: 'Booked', isNumber: true, cell: ({ booked }) => booked || '–' },
    { name: 'Lost', isNumber: true, cell: ({ lost }) => lost || '–' },
    { name: 'Expired', isNumber: true, cell: ({ expired }) => expired || '–' },
    { name: 'Turned down', isNumber: true, cell: ({ rejected }) => rejected || '–' },
    { name: 'Won', isNumber: true, cell: wonSaid },
  ]
}

function Tallies({
  caption,
  first,
  rows,
}: {
  readonly caption: string
  readonly first: string
  readonly rows: readonly NamedTally[]
}) {
  return <Table caption={caption} columns={tallyColumns(first)} rows={rows} rowKey={({ name }) => name} isCaptionShown />
}

/** A row of the file. It has a percentage where the page has one. */
function fileRow(by: string, value: string, tally: SentTally) {
  const { sent, booked, lost, expired, rejected, win_rate_bps } = tally
  const isEnough = win_rate_bps !== null && hasEnough(decidedIn(tally))
  return [by, value, sent, booked, lost, expired, rejected, isEnough ? win_rate_bps / 100 : null]
}

/** A figure of how many quotes win: by the month they were sent in, by purpose and by price. */
export function Winning({ quotes, range }: { readonly quotes: QuoteNumbers; readonly range: DayRange }) {
  const { by_month, by_purpose, by_price } = quotes
  const purposes = by_purpose.toSorted((one, other) => other.sent - one.sent)
  const months = by_month.map((tally) => ({ ...tally, name: spokenMonth(tally.month) }))
  const prices = by_price.map((tally) => ({
    ...tally,
    name: `${spokenMoney(tally.from_amount, tally.currency_code)} – ${spokenMoney(tally.to_amount, tally.currency_code)}`,
  }))
  const said = winningSaid(quotes)
  return (
    <Figure
      title="Quotes that win"
      said={said}
      isEmpty={quotes.sent === 0}
      file={{
        name: `quotes-that-win-${range.from}-${range.to}`,
        header: fileColumns.winning,
        rows: () => [
          ...by_month.map((tally) => fileRow('month', tally.month.slice(0, 7), tally)),
          ...by_purpose.map((tally) => fileRow('purpose', tally.purpose, tally)),
          ...by_price.map((tally) => {
            const [from, to] = [tally.from_amount, tally.to_amount].map((amount) => typedMoney(amount, tally.currency_code))
            return fileRow('price', `${from}-${to} ${tally.currency_code}`, tally)
          }),
        ],
      }}
      tables={
        <>
          <Tallies caption="By month" first="Month" rows={months} />
          <Tallies
            caption="By purpose"
            first="Purpose"
            rows={purposes.map((tally) => ({ ...tally, name: spokenWord(tally.purpose) }))}
          />
          <Tallies caption="By price" first="Price" rows={prices} />
        </>
      }
    >
      <div className="numbers-pair">
        <div>
          <h3>By month, of the quotes that are decided</h3>
          <ColumnChart
            label={`Won by month. ${said}`}
            scale={shares}
            spoken={scaleNames(months)}
            groups={months.map((tally) => ({
              key: tally.month,
              name: tally.name,
              columns: [{ value: tally.win_rate_bps ?? 0, look: 'solid', said: wonSaid(tally) }],
            }))}
          />
        </div>
        <div>
          <h3>By purpose</h3>
          <BarChart
            label={`Won by purpose. ${said}`}
            most={shares.top}
            bars={purposes.map((tally) => ({
              key: tally.purpose,
              name: spokenWord(tally.purpose),
              value: tally.win_rate_bps ?? 0,
              said: `${wonSaid(tally)}, ${tally.sent} sent`,
            }))}
          />
        </div>
      </div>
    </Figure>
  )
}

/** A figure of how fast jobs are quoted, and of how many are won after each wait. */
export function Answering({ quotes, range }: { readonly quotes: QuoteNumbers; readonly range: DayRange }) {
  const { by_response, response_minutes } = quotes
  const said = waitingSaid(response_minutes, by_response)
  const waits = by_response.map((tally) => ({ ...tally, name: waitName(tally.within_minutes) }))
  return (
    <Figure
      title="How fast you quote"
      said={said}
      isEmpty={quotes.sent === 0}
      file={{
        name: `how-fast-you-quote-${range.from}-${range.to}`,
        header: fileColumns.answering,
        rows: () => by_response.map((tally) => fileRow('', String(tally.within_minutes ?? 'later'), tally).slice(1)),
      }}
      tables={<Tallies caption="By the wait for the first quote" first="First quote" rows={waits} />}
    >
      <h3>Won, by the wait for the first quote</h3>
      <ColumnChart
        label={said}
        scale={shares}
        spoken={scaleNames(waits)}
        groups={waits.map((tally) => ({
          key: tally.name,
          name: tally.within_minutes === null ? tally.name : tally.name.replace('Within', '<'),
          columns: [{ value: tally.win_rate_bps ?? 0, look: 'solid', said: wonSaid(tally) }],
        }))}
      />
      <p className="quiet">{waits.map(({ name, sent }) => `${name}: ${counted(sent, 'job')}`).join(' · ')}</p>
    </Figure>
  )
}
