import { Input, Modal } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { toFailure } from '../../office/api/failure.ts'
import { describeFailedCall } from '../../office/api/refused.ts'
import { Icon } from '../../office/parts/icon.tsx'
import { leastTyped, type PaletteLine, readSearchText } from '../../plain/search-choices.ts'
import { useChoices } from './found.ts'
import { Palette } from './palette.tsx'

/**
 * The search: a field with the choices below it, at first the last opened records and the actions. The arrow keys move through them,
 * Enter opens the highlighted line, Escape closes the search. An early Enter waits for the results.
 *
 * It is a Modal of its own, because Mantine's Spotlight has no roles for a screen reader: no combobox, list or option.
 */
export function SearchDialog({ close }: { readonly close: () => void }) {
  const [, navigate] = useLocation()
  const listId = useId()
  const [text, setText] = useState('')
  const [litKey, setLitKey] = useState<string | null>(null)
  const [isEntered, setEntered] = useState(false)

  const typed = text.trim()
  const { groups, isReady, error } = useChoices(typed)
  const all: PaletteLine = {
    ...{ key: 'all', kind: 'search', label: `All results for “${typed}”`, detail: null, note: null },
    href: `/search?q=${encodeURIComponent(typed)}`,
  }
  const found = groups.flatMap((group) => group.choices)
  const hasMore = found.length > 0 && readSearchText(typed).length >= leastTyped
  const choices = [...found, ...(hasMore ? [all] : [])]
  // By its key, because new answers insert lines before it.
  const lit = Math.max(
    0,
    choices.findIndex(({ key }) => key === litKey),
  )

  const go = (href: string) => {
    close()
    navigate(href)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setEntered(true)
  }
  const isSettled = isReady || error !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when both have loaded
  useEffect(() => {
    if (!isEntered || !isSettled) return
    setEntered(false)
    const href = error === null ? choices[lit]?.href : all.href
    if (href !== undefined) go(href)
  }, [isEntered, isSettled])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    if (choices.length > 0) setLitKey(choices[(lit + by + choices.length) % choices.length]?.key ?? null)
  }

  return (
    <Modal.Root opened onClose={close} size={640} returnFocus={false} lockScroll={false} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <form onSubmit={onSubmit}>
          <Input
            // Focused with the first frame, so that no typed letter is lost.
            ref={(field) => field?.focus()}
            data-autofocus
            className="search-input"
            variant="unstyled"
            size="lg"
            leftSection={<Icon name="search" />}
            role="combobox"
            aria-label="Search bookings, customers, drivers, plates"
            aria-autocomplete="list"
            aria-expanded={choices.length > 0}
            aria-controls={listId}
            aria-activedescendant={choices.length > 0 ? `${listId}-${lit}` : undefined}
            placeholder="Reference, name, place, plate"
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setEntered(false)
              setLitKey(null)
            }}
            onKeyDown={onKeyDown}
          />
        </form>
        <Palette
          id={listId}
          groups={groups}
          all={hasMore ? all : null}
          lit={lit}
          choose={go}
          note={describeSearchState(typed, isReady, error, found.length)}
        />
        <span className="unseen" role="status">
          {isReady && formatCount(choices.length, 'line')}
        </span>
      </Modal.Content>
    </Modal.Root>
  )
}

function describeSearchState(typed: string, isReady: boolean, error: unknown, count: number): string | null {
  if (error !== null) return describeFailedCall(toFailure(error)).says
  if (typed !== '' && readSearchText(typed).length < leastTyped) {
    return count > 0 ? null : 'Type two or more letters of a reference, name, place or plate.'
  }
  if (!isReady) return 'Searching…'
  return count > 0 ? null : `Nothing found for “${typed}”. Try a name, place, plate or reference.`
}
