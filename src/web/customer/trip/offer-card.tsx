import type { ComponentChildren } from 'preact'
import { OfferButton, OfferHead, type OfferProps } from './offer-head.tsx'
import { mainRows, moreRows, type OfferRow } from './offer-rows.tsx'
import { type FactRow, Facts } from './parts.tsx'
import { capital } from './sentences.ts'
import { keptOf } from './terms.tsx'

/** One offer on its own: eight facts, the rest folded, and the button last. `children` take the place of the button. */
export function OfferCard(props: OfferProps & { readonly children?: ComponentChildren }) {
  const { offer, view, children } = props
  return (
    <article id={`quote-${offer.id}`} class="offer">
      <OfferHead {...props} />
      <Facts rows={mainRows(offer, view).map(asFact)} />
      <details>
        <summary>Note, licence and cancellation terms</summary>
        <Facts
          rows={[...moreRows(offer, view).map(asFact), ['Cancellation charge', capital(keptOf(offer.cancellation_terms))]]}
        />
      </details>
      {children ?? <OfferButton {...props} />}
    </article>
  )
}

function asFact({ name, text, shown }: OfferRow): FactRow {
  return [name, shown ?? text]
}
