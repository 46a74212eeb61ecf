import { useEffect, useState } from 'react'

/** A React hook that returns a text after `waitMs` without a change, so that not every key sends a request. */
export function useSettled(text: string, waitMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), waitMs)
    return () => clearTimeout(timer)
  }, [text, waitMs])
  return settled
}
