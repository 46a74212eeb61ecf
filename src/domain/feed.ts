/** Subjects of a calendar: the duties of the whole account, of a vehicle, or of a driver. */
export const feedSubjects = ['operator', 'vehicle', 'driver'] as const

export type FeedSubject = (typeof feedSubjects)[number]

/** Degrees of detail of a calendar: what and where, or only when. */
export const feedShows = ['full', 'busy'] as const

export type FeedShow = (typeof feedShows)[number]
