import { purposes, vehicleTypes } from '../../../domain/itinerary.ts'
import { formatWord } from '../../plain/words.ts'
import type { DiaryFilters } from './diary.ts'

/** The filters of the diary, kept in the address. */
export function FilterBar(props: {
  readonly filters: DiaryFilters
  readonly set: (change: Partial<DiaryFilters>, isTyping: boolean) => void
}) {
  const { filters, set } = props
  const text = (name: 'driver' | 'customer', label: string) => (
    <label>
      {label}
      <input value={filters[name]} onChange={({ currentTarget }) => set({ [name]: currentTarget.value }, true)} />
    </label>
  )
  const choice = (name: 'type' | 'purpose', label: string, codes: readonly string[]) => (
    <label>
      {label}
      <select value={filters[name]} onChange={({ currentTarget }) => set({ [name]: currentTarget.value }, false)}>
        <option value="">All</option>
        {codes.map((code) => (
          <option key={code} value={code}>
            {formatWord(code)}
          </option>
        ))}
      </select>
    </label>
  )
  const isNarrowed = Object.values(filters).some((value) => value !== '')
  return (
    <details className="diary-filters" open={isNarrowed || undefined}>
      <summary>Filter</summary>
      <div>
        <label>
          Minimum seats
          <input
            type="number"
            min={1}
            max={100}
            value={filters.seats}
            onChange={({ currentTarget }) => set({ seats: currentTarget.value }, true)}
          />
        </label>
        {choice('type', 'Vehicle type', vehicleTypes)}
        {text('driver', 'Driver')}
        {text('customer', 'Customer')}
        {choice('purpose', 'Purpose', purposes)}
        {isNarrowed && (
          <button type="button" onClick={() => set({ seats: '', type: '', driver: '', customer: '', purpose: '' }, false)}>
            Clear filters
          </button>
        )}
      </div>
    </details>
  )
}
