import { Icon, type IconName } from '../../office/parts/icon.tsx'
import { OptionLine } from '../../office/parts/option-line.tsx'
import type { PaletteGroup, PaletteLine } from '../../plain/search-choices.ts'
import './search.css'

const icons: Readonly<Record<string, IconName>> = {
  action: 'plus',
  booking: 'diary',
  job: 'inbox',
  customer: 'person',
  driver: 'people',
  vehicle: 'coach',
  invoice: 'file',
  search: 'search',
}

/** The choices below the field, by kind. The highlighted line opens with Enter. */
export function Palette(props: {
  readonly id: string
  readonly groups: readonly PaletteGroup[]
  readonly all: PaletteLine | null
  readonly lit: number
  readonly choose: (href: string) => void
  readonly note: string | null
}) {
  const { id, groups, all, lit, choose, note } = props
  const starts = groups.map((_, nth) => groups.slice(0, nth).reduce((sum, { choices }) => sum + choices.length, 0))
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0)
  const line = (choice: PaletteLine, nth: number) => (
    <OptionLine key={choice.key} id={`${id}-${nth}`} isLit={nth === lit} take={() => choose(choice.href)}>
      <span className="search-line">
        <Icon name={icons[choice.kind] ?? 'right'} />
        <span>
          <strong>{choice.label}</strong>
          {choice.detail !== null && ` · ${choice.detail}`}
        </span>
        {choice.note !== null && <span className="quiet">{choice.note}</span>}
      </span>
    </OptionLine>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click on a line keeps the focus in the field
    <div className="search-list" onMouseDown={(event) => event.preventDefault()}>
      <div role="listbox" id={id} aria-label="Search results" hidden={count === 0}>
        {groups.map(({ title, choices }, group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an option of a list
          <div key={title} role="group" aria-label={title}>
            <p className="search-kind" aria-hidden="true">
              {title}
            </p>
            {choices.map((choice, nth) => line(choice, (starts[group] ?? 0) + nth))}
          </div>
        ))}
        {all !== null && line(all, count)}
      </div>
      {note !== null && <p className="search-note">{note}</p>}
    </div>
  )
}
