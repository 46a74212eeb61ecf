import { useEffect, useState } from 'react'

/** Milliseconds for which the previous number stays visible. */
const readableMs = 1_000

/**
 * A number that changes in place. The previous number shows above it, struck through, for a second. A screen reader reads only
 * the new number.
 */
export function Changing({ text }: { readonly text: string }) {
  const before = useBefore(text)
  return (
    <span className="changing">
      {before !== null && (
        <del className="changing-before" aria-hidden="true">
          {before}
        </del>
      )}
      {text}
    </span>
  )
}

/** A React hook that returns the previous text for a second after a change, then null. */
function useBefore(text: string): string | null {
  const [shown, setShown] = useState<{ readonly text: string; readonly before: string | null }>({ text, before: null })
  if (shown.text !== text) setShown({ text, before: shown.text })
  useEffect(() => {
    if (shown.before === null) return
    const timer = setTimeout(() => setShown({ text: shown.text, before: null }), readableMs)
    return () => clearTimeout(timer)
  }, [shown])
  return shown.before
}
