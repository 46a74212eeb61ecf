/** Whose duties a calendar tells: everybody's on the account, a coach's, or a driver's. */
export const feedSubjects = ['operator', 'vehicle', 'driver'] as const

export type FeedSubject = (typeof feedSubjects)[number]

/** How much of them: what and where, or only when. */
export const feedShows = ['full', 'busy'] as const

export type FeedShow = (typeof feedShows)[number]
