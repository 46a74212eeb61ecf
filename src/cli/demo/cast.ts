import type { Days } from './days.ts'

/** The operator that the demo shows, and a competitor. Names are made up; places are real. */
export const dales = {
  name: 'Dales Coaches',
  currency_code: 'GBP',
  timezone: 'Europe/London',
  operator_licence: 'PB1234567',
  phone: '07700 900100',
  email: 'office@dales-coaches.example',
  commission_bps: 1_000,
  admin_email: 'jo@dales-coaches.example',
  admin_name: 'Jo Dale',
} as const

export const rival = {
  name: 'Moorland Travel',
  currency_code: 'GBP',
  timezone: 'Europe/London',
  operator_licence: 'PB7654321',
  phone: '07700 900200',
  email: 'quotes@moorland-travel.example',
  commission_bps: 1_200,
} as const

/** The fleet's number plates. */
export const plates = ['YJ21 DCL', 'YJ19 DCL', 'YK70 DCL', 'YD68 DCL', 'YN22 DCL'] as const

/** The fleet, in the order of its plates. */
export function listDemoVehicles(days: Days): readonly object[] {
  const vehicle = (registration: string, type: string, seats: number, description: string, mot: number, more: object = {}) => ({
    registration,
    type,
    seats,
    description,
    mot_due: days.at(mot, '12:00'),
    ...more,
  })
  const comforts = ['seat_belts', 'toilet', 'wifi', 'luggage_hold']
  return [
    vehicle(plates[0], 'coach_49', 49, 'Van Hool with wheelchair lift', 220, { amenities: comforts, wheelchair_spaces: 2 }),
    vehicle(plates[1], 'midicoach_35', 35, 'Mercedes Tourino', 96, { amenities: ['seat_belts', 'luggage_hold'] }),
    vehicle(plates[2], 'midicoach_35', 33, 'Temsa MD9', 18, { amenities: ['seat_belts'] }),
    vehicle(plates[3], 'coach_53', 53, 'Volvo 9700', 301, { amenities: comforts }),
    vehicle(plates[4], 'minibus_16', 16, 'Ford Transit', 150, { amenities: ['seat_belts', 'power'] }),
  ]
}

/** The people of the office, apart from its admin. */
export const colleagues = [
  { email: 'desk@dales-coaches.example', name: 'Maya Ross', role: 'dispatcher' },
  { email: 'books@dales-coaches.example', name: 'Walter Finch', role: 'accounts' },
] as const

/** Ten drivers, among them every state that a licence or a DBS check can be in. */
export function listDemoDrivers(days: Days): readonly object[] {
  const licence = (number: string, expires: number | null) => ({
    license_number: number,
    license_kind: 'PCV D',
    license_expires_at: expires === null ? null : days.at(expires, '12:00'),
  })
  const dbs = (kind: string, number: string, expires: number | null) => ({
    dbs_check_kind: kind,
    dbs_certificate_number: number,
    dbs_expires_at: expires === null ? null : days.at(expires, '12:00'),
  })
  const person = (first: string, last: string, phone: number, ...facts: object[]) => ({
    name: `${first} ${last}`,
    email: `${first.toLowerCase()}.${last.toLowerCase()}@dales-coaches.example`,
    phone: `07700 900${phone}`,
    ...Object.assign({}, ...facts),
  })
  return [
    person('Pat', 'Moss', 101, licence('MOSSX801157P99AB', 870), dbs('enhanced', '001234567801', 410), { invite_now: true }),
    person('Priya', 'Nair', 102, licence('NAIRX912045P99CD', 1_240), dbs('enhanced', '001234567802', 655), { invite_now: true }),
    person('Gareth', 'Pugh', 103, licence('PUGHX706231G99EF', 45), dbs('enhanced', '001234567803', 300), { invite_now: true }),
    person('Aoife', 'Byrne', 104, licence('BYRNE855120A99GH', 510), dbs('basic', '001234567804', 38), { invite_now: true }),
    person('Tomasz', 'Zieliński', 105, licence('ZIELI803049T99IJ', 980), dbs('standard', '001234567805', 720), {
      email: 'tomasz.zielinski@dales-coaches.example',
    }),
    person('Sheila', 'Hardcastle', 106, licence('HARDC659184S99KL', -12), dbs('enhanced', '001234567806', 190)),
    person('Imran', 'Sheikh', 107, licence('SHEIK902278I99MN', 1_500), dbs('enhanced_barred', '001234567807', -30)),
    person('Dave', 'Outhwaite', 108, licence('OUTHW751036D99OP', 330)),
    person('Rosa', 'Lindqvist', 109, dbs('enhanced', '001234567809', 540)),
    { name: 'Bill Ackroyd', phone: '07700 900110', ...licence('ACKRO606142B99QR', 95) },
  ]
}
