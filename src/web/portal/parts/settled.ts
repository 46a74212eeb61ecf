import { useEffect, useState } from 'react'

/** A React hook that returns a text once it has not changed for `waitMs`, so that not every key asks the server. */
export function useSettled(text: string, waitMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), waitMs)
    return () => clearTimeout(timer)
  }, [text, waitMs])
  return settled
}
