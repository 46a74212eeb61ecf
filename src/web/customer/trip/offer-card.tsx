import type { ComponentChildren } from 'preact'
import { OfferButton, OfferHead, type OfferProps } from './offer-head.tsx'
import { listMainRows, listMoreRows, type OfferRow } from './offer-rows.tsx'
import { FactList, type FactRow } from './parts.tsx'
import { capitalizeFirst } from './sentences.ts'
import { describeCancellationCharges } from './terms.tsx'

/** One offer as a card: eight facts, the rest folded, and the button at the end. `children` replace the button. */
export function OfferCard(props: OfferProps & { readonly children?: ComponentChildren }) {
  const { offer, view, children } = props
  return (
    <article id={`quote-${offer.id}`} class="offer">
      <OfferHead {...props} />
      <FactList rows={listMainRows(offer, view).map(asFact)} />
      <details>
        <summary>Note, licence and cancellation terms</summary>
        <FactList
          rows={[
            ...listMoreRows(offer, view).map(asFact),
            ['Cancellation charge', capitalizeFirst(describeCancellationCharges(offer.cancellation_terms))],
          ]}
        />
      </details>
      {children ?? <OfferButton {...props} />}
    </article>
  )
}

function asFact({ name, text, shown }: OfferRow): FactRow {
  return [name, shown ?? text]
}
