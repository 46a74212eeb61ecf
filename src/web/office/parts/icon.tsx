const paths = {
  today:
    'M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.400M18.4 5.6 17 7M7 17l-1.4 1.400M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  inbox: 'M4 5h16v14H4zM4 14h4.500l1.5 2.500h4l1.5-2.500H20',
  diary: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  money: 'M3 7h18v10H3zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM6 12h.01M18 12h.01',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.500a3.5 3.5 0 0 1 0 6M17.5 14.500c2.2.7 3.5 2.7 3.5 5.5',
  numbers: 'M4 20h16M7 20v-7M12 20V5M17 20v-10',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM20 20l-4.5-4.5',
  plus: 'M12 5v14M5 12h14',
  phone: 'M6 3h3l2 5-2.5 1.500a11 11 0 0 0 5 5L15 12l5 2v3c0 1.5-1.5 3-3 3C9.5 20 4 13.5 4 6c0-1.5.5-3 2-3z',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19 7',
  cross: 'M7 7l10 10M17 7 7 17',
  down: 'M6 9l6 6 6-6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  away: 'M14 4h6v6M20 4l-9 9M18 13v7H4V6h7',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 13h6M9 17h6',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.5-6.5 8-6.500s8 2.5 8 6.5',
  coach: 'M3 6h18v10H3zM3 11h18M9 6v5M15 6v5M7 16v2.500M17 16v2.500',
  warning: 'M12 4 2.5 20h19zM12 10v5M12 17.500h.01',
} as const

export type IconName = keyof typeof paths

/** A decorative icon of 16 px. The meaning is in the text beside it or in the name of its button. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
