import { Button, Stack, Textarea } from '@mantine/core'
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
    <Stack gap="xs" align="start">
      <Textarea
        ref={field}
        aria-label={label}
        readOnly
        autosize
        maxRows={12}
        value={text}
        w="100%"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', overflowWrap: 'anywhere' } }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" size="xs" onClick={() => void copy()}>
        Copy
      </Button>
    </Stack>
  )
}
