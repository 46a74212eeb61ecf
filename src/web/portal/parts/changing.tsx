import { useEffect, useState } from 'react'

/** Milliseconds for which the number that was there stays readable. */
const readableMs = 1_000

/**
 * A number as a page shows it, which changes in its place: what it was stands above it, struck through, for a second. A
 * screen reader reads the new one alone.
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

/** A React hook that returns the text that stood there until a moment ago; null when that is over. */
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
