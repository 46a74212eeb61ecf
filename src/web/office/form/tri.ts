/** Yes, no, or not stated. */
export type Tri = 'in' | 'out' | null
