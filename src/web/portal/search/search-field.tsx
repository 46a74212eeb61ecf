import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { toFailure } from '../../office/api/failure.ts'
import { describeFailedCall } from '../../office/api/refused.ts'
import { Icon } from '../../office/parts/icon.tsx'
import { useKeys } from '../../office/shell/keys.ts'
import { leastTyped, type PaletteLine, readSearchText } from '../../plain/search-choices.ts'
import { useChoices } from './found.ts'
import { Palette } from './palette.tsx'

const listId = 'search-palette'

/**
 * The search field above every page (`/`), with results below it while typing. The arrow keys move through them, Enter opens the
 * highlighted line, Escape closes them. An early Enter waits for the results.
 */
export function SearchField() {
  const [location, navigate] = useLocation()
  const [params] = useSearchParams()
  const shown = location === '/search' ? (params.get('q') ?? '') : ''
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(shown)
  const [isOpen, setOpen] = useState(false)
  const [litKey, setLitKey] = useState<string | null>(null)
  const [isEntered, setEntered] = useState(false)
  useEffect(() => setText(shown), [shown])
  useKeys({
    '/': {
      says: 'Search',
      run: () => {
        field.current?.focus()
        field.current?.select()
      },
    },
  })

  const typed = text.trim()
  const { groups, isReady, error } = useChoices(isOpen ? typed : '')
  const all: PaletteLine = { key: 'all', label: `All results for “${typed}”`, detail: null, href: buildSearchPath(typed) }
  const isSought = readSearchText(typed).length >= leastTyped
  const choices = [...groups.flatMap((group) => group.choices), ...(isSought ? [all] : [])]
  const isShown = isOpen && typed !== ''
  // By its key, because new answers insert lines before it.
  const lit = Math.max(
    0,
    choices.findIndex(({ key }) => key === litKey),
  )

  const go = (href: string) => {
    setOpen(false)
    setEntered(false)
    setText(href === all.href ? typed : '')
    field.current?.blur()
    navigate(href)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '') setEntered(true)
  }
  const isSettled = !isShown || isReady || error !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when both have loaded
  useEffect(() => {
    if (isEntered && isSettled) go((isShown && choices[lit]?.href) || all.href)
  }, [isEntered, isSettled])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      if (isShown) setOpen(false)
      else field.current?.blur()
      return
    }
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0 || typed === '') return
    event.preventDefault()
    setOpen(true)
    if (isShown && choices.length > 0) setLitKey(choices[(lit + by + choices.length) % choices.length]?.key ?? null)
  }

  return (
    <search className="search-region">
      <form className="search" onSubmit={onSubmit}>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label="Search bookings, customers, drivers, plates"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-activedescendant={isShown && choices.length > 0 ? `${listId}-${lit}` : undefined}
          placeholder="Reference, name, place, plate"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setOpen(true)
            setEntered(false)
            setLitKey(null)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOpen(false)
            setEntered(false)
          }}
          maxLength={80}
        />
      </form>
      {isShown && (
        <Palette
          id={listId}
          groups={groups}
          all={isSought ? all : null}
          lit={lit}
          choose={go}
          note={describeSearchState(isSought, isReady, error)}
        />
      )}
      <span className="unseen" role="status">
        {isShown && isReady && formatCount(choices.length, 'line')}
      </span>
    </search>
  )
}

function buildSearchPath(typed: string): string {
  return `/search?q=${encodeURIComponent(typed)}`
}

function describeSearchState(isSought: boolean, isReady: boolean, error: unknown): string | null {
  if (error !== null) return describeFailedCall(toFailure(error)).says
  if (!isSought) return 'Type two or more letters of a reference, name, place or plate.'
  return isReady ? null : 'Searching…'
}
