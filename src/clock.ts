/** Tells the instant in epoch milliseconds. */
export type Clock = () => number
