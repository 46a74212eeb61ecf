/** A draft of a body: the API's names and values. Null and a missing value are an empty field. */
export type TypedBody<Value> = Value extends string
  ? string
  : Value extends number | boolean
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly TypedBody<Item>[]
      : Value extends object
        ? { readonly [Key in keyof Value]?: TypedBody<Value[Key]> | null | undefined }
        : Value
