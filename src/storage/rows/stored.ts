/** A value in the form of a column. */
export type Packing<T> = { readonly pack: (value: T) => string; readonly unpack: (packed: string) => T }

/** Stored as plain JSON. */
export const asJson: Packing<unknown> = { pack: JSON.stringify, unpack: JSON.parse }

/** A stored value, which is unpacked only on request. */
export class Stored<T> {
  constructor(
    readonly text: string,
    private readonly packing: Packing<T>,
  ) {}

  static of<T>(value: T, packing: Packing<T>): Stored<T> {
    return new Stored(packing.pack(value), packing)
  }

  /** Unpacks the value, again at each call. */
  read(): T {
    return this.packing.unpack(this.text)
  }
}
