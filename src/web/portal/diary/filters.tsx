import { Button, NativeSelect, Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { purposes, vehicleTypes } from '../../../domain/itinerary.ts'
import { DateField } from '../../office/form/time-fields.tsx'
import { formatWord } from '../../plain/words.ts'
import type { DiaryFilters } from './diary.ts'

export const noFilters: DiaryFilters = { seats: '', type: '', driver: '', customer: '', purpose: '' }

/** A button with the filters of the diary, kept in the address, and the date to go to. */
export function FilterButton(props: {
  readonly filters: DiaryFilters
  readonly from: string
  readonly set: (change: Partial<DiaryFilters> & { readonly from?: string }, isTyping: boolean) => void
}) {
  const { filters, from, set } = props
  const [isOpen, setOpen] = useState(false)
  const count = Object.values(filters).filter((value) => value !== '').length
  const text = (name: 'seats' | 'driver' | 'customer', label: string, type = 'text') => (
    <TextInput
      type={type}
      label={label}
      value={filters[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value }, true)}
    />
  )
  const choice = (name: 'type' | 'purpose', label: string, codes: readonly string[]) => (
    <NativeSelect
      label={label}
      value={filters[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value }, false)}
      data={[{ value: '', label: 'All' }, ...codes.map((code) => ({ value: code, label: formatWord(code) }))]}
    />
  )
  return (
    <Popover opened={isOpen} onChange={setOpen} closeOnEscape={false} position="bottom-end" width={264} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="sm" onClick={() => setOpen(!isOpen)}>
          {count === 0 ? 'Filter' : `Filter · ${count}`}
        </Button>
      </Popover.Target>
      {/* An open calendar keeps its own Escape. */}
      <Popover.Dropdown className="diary-filters" onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
        <DateField
          path="from"
          label="Go to date"
          value={from}
          onValue={(day) => day !== '' && set({ from: day }, true)}
          isInPopover
        />
        {text('seats', 'Minimum seats', 'number')}
        {choice('type', 'Vehicle type', vehicleTypes)}
        {text('driver', 'Driver')}
        {text('customer', 'Customer')}
        {choice('purpose', 'Purpose', purposes)}
        {count > 0 && (
          <Button variant="default" size="sm" onClick={() => set(noFilters, false)}>
            Clear filters
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
