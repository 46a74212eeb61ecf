import { formatCount } from '../../../domain/spoken.ts'
import { type Column, Table } from '../../office/parts/table.tsx'
import { formatShare } from '../../plain/chart.ts'
import { fileColumns } from '../../plain/file-columns.ts'
import { formatMoney, formatTypedMoney } from '../../plain/money.ts'
import {
  countDecided,
  describeResponseTime,
  describeWinRate,
  formatWaitName,
  formatWinRate,
  hasEnough,
} from '../../plain/numbers-said.ts'
import { formatWord } from '../../plain/words.ts'
import { BarChart, mostBars } from './bars.tsx'
import { ColumnChart } from './columns.tsx'
import { ChartFigure } from './figure.tsx'
import type { DayRange, QuoteNumbers } from './numbers.ts'
import { formatMonth } from './periods.ts'

/** A tally of sent quotes and their outcomes. */
type SentTally = Pick<QuoteNumbers, 'sent' | 'booked' | 'lost' | 'expired' | 'rejected' | 'win_rate_bps'>
type NamedTally = SentTally & { readonly name: string }

const shares = { top: 10_000, step: 2_500 }

/** Labels the scale of a chart in per cent, if any column has a percentage. */
function createScaleLabels(tallies: readonly SentTally[]): (bps: number) => string {
  return tallies.some((tally) => hasEnough(countDecided(tally))) ? formatShare : () => ''
}

function listTallyColumns(first: string): readonly Column<NamedTally>[] {
  return [
    { name: first, cell: ({ name }) => name },
    { name: 'Sent', isNumber: true, cell: ({ sent }) => sent },
    { name: 'Booked', isNumber: true, cell: ({ booked }) => booked || '–' },
    { name: 'Lost', isNumber: true, cell: ({ lost }) => lost || '–' },
    { name: 'Expired', isNumber: true, cell: ({ expired }) => expired || '–' },
    { name: 'Declined', isNumber: true, cell: ({ rejected }) => rejected || '–' },
    { name: 'Win rate', isNumber: true, cell: formatWinRate },
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
  return <Table caption={caption} columns={listTallyColumns(first)} rows={rows} rowKey={({ name }) => name} isCaptionShown />
}

/** A row of the CSV file. It has a percentage if the page shows one. */
function buildTallyRow(by: string, value: string, tally: SentTally) {
  const { sent, booked, lost, expired, rejected, win_rate_bps } = tally
  const isEnough = win_rate_bps !== null && hasEnough(countDecided(tally))
  return [by, value, sent, booked, lost, expired, rejected, isEnough ? win_rate_bps / 100 : null]
}

/** The win rate by month, by purpose and by price. */
export function Winning({ quotes, range }: { readonly quotes: QuoteNumbers; readonly range: DayRange }) {
  const { by_month, by_purpose, by_price } = quotes
  const purposes = by_purpose.toSorted((one, other) => other.sent - one.sent)
  const months = by_month.map((tally) => ({ ...tally, name: formatMonth(tally.month) }))
  const prices = by_price.map((tally) => ({
    ...tally,
    name: `${formatMoney(tally.from_amount, tally.currency_code)} – ${formatMoney(tally.to_amount, tally.currency_code)}`,
  }))
  return (
    <ChartFigure
      title="Win rate by purpose"
      none="No quotes in this period."
      isEmpty={quotes.sent === 0}
      file={{
        name: `win-rate-${range.from}-${range.to}`,
        header: fileColumns.winning,
        rows: () => [
          ...by_month.map((tally) => buildTallyRow('month', tally.month.slice(0, 7), tally)),
          ...by_purpose.map((tally) => buildTallyRow('purpose', tally.purpose, tally)),
          ...by_price.map((tally) => {
            const [from, to] = [tally.from_amount, tally.to_amount].map((amount) => formatTypedMoney(amount, tally.currency_code))
            return buildTallyRow('price', `${from}-${to} ${tally.currency_code}`, tally)
          }),
        ],
      }}
      tables={
        <>
          <Tallies caption="By month" first="Month" rows={months} />
          <Tallies
            caption="By purpose"
            first="Purpose"
            rows={purposes.map((tally) => ({ ...tally, name: formatWord(tally.purpose) }))}
          />
          <Tallies caption="By price" first="Price" rows={prices} />
        </>
      }
    >
      <BarChart
        label={describeWinRate(quotes)}
        most={shares.top}
        bars={purposes.slice(0, mostBars).map((tally) => ({
          key: tally.purpose,
          name: formatWord(tally.purpose),
          value: tally.win_rate_bps ?? 0,
          said: `${formatWinRate(tally)}, ${tally.sent} sent`,
        }))}
      />
    </ChartFigure>
  )
}

/** The response time, and the win rate by response time. */
export function ResponseNumbers({ quotes, range }: { readonly quotes: QuoteNumbers; readonly range: DayRange }) {
  const { by_response, response_minutes } = quotes
  const said = describeResponseTime(response_minutes, by_response)
  const waits = by_response.map((tally) => ({ ...tally, name: formatWaitName(tally.within_minutes) }))
  return (
    <ChartFigure
      title="Response time and win rate"
      none="No quotes in this period."
      isEmpty={quotes.sent === 0}
      file={{
        name: `response-time-${range.from}-${range.to}`,
        header: fileColumns.answering,
        rows: () => by_response.map((tally) => buildTallyRow('', String(tally.within_minutes ?? 'later'), tally).slice(1)),
      }}
      tables={<Tallies caption="By response time" first="First quote" rows={waits} />}
    >
      <ColumnChart
        label={said}
        scale={shares}
        spoken={createScaleLabels(waits)}
        groups={waits.map((tally) => ({
          key: tally.name,
          name: tally.within_minutes === null ? tally.name : tally.name.replace('Within', '<'),
          columns: [{ value: tally.win_rate_bps ?? 0, look: 'solid', said: formatWinRate(tally) }],
        }))}
      />
      <p className="quiet">{waits.map(({ name, sent }) => `${name}: ${formatCount(sent, 'job')}`).join(' · ')}</p>
    </ChartFigure>
  )
}
