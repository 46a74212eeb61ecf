import { type ReactNode, useState } from 'react'

/** Fields behind a link. They show at once if one has a value, and stay. */
export function MoreFields(props: { readonly label: string; readonly isFilled: boolean; readonly children: ReactNode }) {
  const { label, isFilled } = props
  const [opened, setOpened] = useState<'link' | 'value' | null>(null)
  if (isFilled && opened === null) setOpened('value')
  if (opened === null) {
    return (
      <button type="button" className="plain-button" onClick={() => setOpened('link')}>
        + {label}
      </button>
    )
  }
  return (
    <div className="form" ref={opened === 'link' ? focusFirstField : null}>
      {props.children}
    </div>
  )
}

function focusFirstField(part: HTMLElement | null): void {
  part?.querySelector<HTMLElement>('input, textarea')?.focus()
}
