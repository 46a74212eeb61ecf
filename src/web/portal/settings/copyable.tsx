import { Button } from '@mantine/core'
import { useRef } from 'react'
import { say } from '../api/news.ts'

/** A text to be taken elsewhere: selected by one click, copied by a button where the browser lets a page do that. */
export function Copyable({ label, text }: { readonly label: string; readonly text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(text)
      say('Copied.')
    } catch {
      say('Selected: copy it with Ctrl+C.')
    }
  }
  return (
    <div className="copyable">
      <textarea
        ref={field}
        aria-label={label}
        readOnly
        rows={Math.min(12, Math.max(text.split('\n').length, Math.ceil(text.length / 44)))}
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" size="xs" onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}
