import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { hasMapApp } from '../plain/map-app.ts'
import { buildMapLink } from '../plain/map-link.ts'
import { buildPageAddress } from './address.ts'
import { goToPage } from './app.ts'
import type { DriverRecords } from './records.ts'

type Place = DriverRecords['Place']

type LinkProps = {
  readonly to: string
  readonly children: ComponentChildren
  readonly className?: string
  readonly isCurrent?: boolean
}

/** A link to a page of the app. */
export function Link({ to, children, className, isCurrent = false }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    goToPage(to)
  }
  return (
    <a href={buildPageAddress(to)} class={className} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}

/** A registration drawn as a plate. */
export function DrivenPlate({ registration }: { readonly registration: string }) {
  return <span class="plate">{registration}</span>
}

/** A place with its address, access note and map link. */
export function PlaceLines({ place, hasMap = false }: { readonly place: Place; readonly hasMap?: boolean }) {
  const lines = [...place.address_lines, place.locality, place.postcode].filter(Boolean)
  return (
    <>
      <strong class="block">{place.label}</strong>
      {lines.length > 0 && <span class="quiet block">{lines.join(', ')}</span>}
      {place.access_note !== null && <span class="block note">{place.access_note}</span>}
      {hasMap && <MapLink place={place} />}
    </>
  )
}

/** A button that opens a place on a map; nothing for a place that no map can show. */
export function MapLink({ place }: { readonly place: Place }) {
  const link = buildMapLink(place, hasMapApp())
  if (link === null) return null
  return (
    <a class="button quiet-button map-link" {...link}>
      Map<span class="unseen"> of {place.label}</span>
    </a>
  )
}

type CallButtonProps = { readonly name: string; readonly phone: string | null; readonly onRing?: () => void }

/** A call button, on paper with the number; `onRing` runs on a press. */
export function CallButton({ name, phone, onRing }: CallButtonProps) {
  if (phone === null) return <span>{name}</span>
  return (
    <a class="button quiet-button ring" href={`tel:${phone.replaceAll(' ', '')}`} onClick={onRing}>
      Call {name}
      <span class="on-paper">: {phone}</span>
    </a>
  )
}

type AskingProps = {
  readonly label: string
  readonly question: string
  readonly yes: string
  readonly onYes: () => void
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  readonly className?: string
}

/** A button that asks for confirmation. */
export function AskingButton(props: AskingProps) {
  const { label, question, yes, onYes, isDanger = false, isDisabled = false, className = 'quiet-button' } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  return (
    <>
      <button type="button" class={`button ${className}`} disabled={isDisabled} onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} aria-label={label}>
        <p>{question}</p>
        <button
          type="button"
          class={`button ${isDanger ? 'danger-button' : 'main-button'}`}
          onClick={() => {
            close()
            onYes()
          }}
        >
          {yes}
        </button>
        <button type="button" class="button quiet-button" onClick={close}>
          Not now
        </button>
      </dialog>
    </>
  )
}

/** Handles the submits of a form. A second submit during the first has no effect. */
export function useSubmit(work: () => Promise<void>): (event: Event) => Promise<void> {
  const isBusy = useRef(false)
  return async (event) => {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    try {
      await work()
    } finally {
      isBusy.current = false
    }
  }
}

/** The outcome of a write, also for screen readers. */
export function WriteOutcome({ text, isWrong = false }: { readonly text: string | null; readonly isWrong?: boolean }) {
  return <div role="status">{text !== null && text !== '' && <p class={isWrong ? 'box wrong' : 'box good'}>{text}</p>}</div>
}
