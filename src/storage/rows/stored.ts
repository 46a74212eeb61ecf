/** A value as a column keeps it. */
export type Packing<T> = { readonly pack: (value: T) => string; readonly unpack: (packed: string) => T }

/** Kept as the JSON it is. */
export const asJson: Packing<unknown> = { pack: JSON.stringify, unpack: JSON.parse }

/** A value as it is kept, which is unpacked only where it is asked for. */
export class Stored<T> {
  constructor(
    readonly text: string,
    private readonly packing: Packing<T>,
  ) {}

  static of<T>(value: T, packing: Packing<T>): Stored<T> {
    return new Stored(packing.pack(value), packing)
  }

  /** Unpacked anew each time. */
  read(): T {
    return this.packing.unpack(this.text)
  }
}
