import { Button } from '@mantine/core'
import { useRef } from 'react'
import { showNotice } from '../api/news.ts'

/** A text to copy: one click selects it, and a button copies it if the browser allows that. */
export function Copyable({ label, text }: { readonly label: string; readonly text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(text)
      showNotice('Copied.')
    } catch {
      showNotice('Selected. Copy it with Ctrl+C.')
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
