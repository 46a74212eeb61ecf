import { OfferButton, OfferHead, type OfferProps } from './offer-head.tsx'
import { listMainRows, listMoreRows, type OfferRow } from './offer-rows.tsx'
import type { ShownOffer, TripView } from './shown.ts'
import { describeCancellationCharges } from './terms.tsx'

type OffersTableProps = {
  readonly offers: readonly ShownOffer[]
  readonly view: TripView
  readonly lowestId: number | null
  readonly onChoose: OfferProps['onChoose']
}

/** The width of the column of labels, as in `customer.css`, and the smallest width of an offer. */
const labelRem = 9.375
const offerRem = 13.5

/** Offers side by side: a column each, a row for each difference, and one row for all common facts. */
export function OffersTable({ offers, view, lowestId, onChoose }: OffersTableProps) {
  const columns = offers.map((offer) => [...listMainRows(offer, view), ...listMoreRows(offer, view)])
  const rows = (columns[0] ?? []).map(({ name }, nth) => ({ name, cells: columns.map((column) => column[nth]) }))
  const isSame = ({ cells }: (typeof rows)[number]) => new Set(cells.map((cell) => cell?.text)).size === 1
  const same = rows.filter(isSame)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: more than four offers need keyboard scrolling
    <section class="offers-wide" aria-label="Offers side by side" tabIndex={0}>
      <table class="offers-table" style={{ minWidth: `${labelRem + offers.length * offerRem}rem` }}>
        <thead>
          <tr>
            <td />
            {offers.map((offer) => (
              <th key={offer.id} scope="col" id={`quote-${offer.id}`} class="offer">
                <OfferHead offer={offer} view={view} isLowest={offer.id === lowestId} />
                <OfferButton offer={offer} view={view} onChoose={onChoose} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => !isSame(row))
            .map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, nth) => (
                  <td key={offers[nth]?.id}>{findShownCell(cell)}</td>
                ))}
              </tr>
            ))}
          {same.length > 0 && (
            <tr>
              <th scope="row">Same for all</th>
              <td colSpan={offers.length}>
                {same.map(({ name, cells }) => (
                  <p key={name}>
                    <span class="faint">{name}:</span> {findShownCell(cells[0])}
                  </p>
                ))}
              </td>
            </tr>
          )}
          <tr>
            <th scope="row">Cancellation terms</th>
            {offers.map((offer) => (
              <td key={offer.id}>
                <details>
                  <summary>Cancellation terms</summary>
                  <p>You pay {describeCancellationCharges(offer.cancellation_terms)}.</p>
                </details>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function findShownCell(row: OfferRow | undefined) {
  return row?.shown ?? row?.text
}
