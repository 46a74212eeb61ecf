import { findTripStep, tripSteps } from '../../plain/words.ts'

/** A bar of seven steps with the progress of a trip, and the current step in words. */
export function TripBar({ tripStatus, late }: { readonly tripStatus: string; readonly late?: number | null }) {
  const { at, word } = findTripStep(tripStatus)
  const said = `${word}, step ${at + 1} of ${tripSteps.length}`
  return (
    <span className="trip-bar">
      <span className="trip-steps" role="img" aria-label={said}>
        {tripSteps.map((step, nth) => (
          <span key={step} data-done={nth <= at || undefined} title={step} />
        ))}
      </span>
      <span className="trip-word">{word}</span>
      {late !== undefined && late !== null && late > 0 && <span className="late">{late} min late</span>}
    </span>
  )
}
