import { DatePicker } from '@mantine/dates'
import { useEffect, useRef } from 'react'

const names = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next ten years',
  previousDecade: 'Previous ten years',
}

/**
 * A month to choose a day from, Monday first. The chosen day has the focus, and the arrow keys move it. It loads when a field opens
 * it for the first time.
 */
export function Calendar({ day, today, choose }: { day: string | null; today: string; choose: (day: string) => void }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus(), [])
  return (
    <div ref={frame}>
      <DatePicker
        value={day}
        defaultDate={day ?? today}
        firstDayOfWeek={1}
        ariaLabels={names}
        highlightToday
        hideOutsideDates
        // Mantine's red of a weekend is too pale for WCAG AA.
        weekendDays={[]}
        __stopPropagation
        onChange={(chosen) => chosen !== null && choose(chosen)}
      />
    </div>
  )
}
