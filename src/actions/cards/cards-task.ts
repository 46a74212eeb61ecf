/** The scheduler's name for letting go of cards that are kept for a trip and wanted no more; its subject is the trip. */
export const cardsTask = 'cards'
