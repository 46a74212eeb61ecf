/** The scheduler's name for removing the saved cards of a trip that are no longer needed. Its subject is the trip. */
export const cardsTask = 'cards'
