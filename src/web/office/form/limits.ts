import openapi from '../../../../docs/openapi.json'

/** The limits of one field, as the API checks them. */
export type Limit = {
  readonly isRequired?: true
  readonly isNullable?: true
  /** Least and greatest length of a text, or value of a number. */
  readonly least?: number
  readonly most?: number
  readonly choices?: readonly string[]
}

/** The limits of a body's fields by path. An item of a list has the index `*`: `vehicles.*.seats`. */
export type Limits = Readonly<Record<string, Limit>>

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/**
 * Reads the limits of a body from its schema in the OpenAPI document. The bundler calls it (`with { type: 'macro' }`), so that an app
 * contains only the limits of its own forms.
 */
export function readLimits(name: string): Limits {
  const schemas = new Map(Object.entries(openapi.components.schemas as unknown as Readonly<Record<string, Schema>>))
  const limits: [string, Limit][] = []

  const collect = (given: Schema, path: string, isRequired: boolean, isNull: boolean): void => {
    const schema = given.$ref === undefined ? given : schemas.get(given.$ref.replace('#/components/schemas/', ''))
    if (schema === undefined) throw new Error(`The OpenAPI document has no ${given.$ref}.`)
    const isNullable = isNull || [schema.type].flat().includes('null')
    const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
    const [only] = others
    if (only !== undefined && others.length === 1) {
      collect(only, path, isRequired, isNullable || others.length !== schema.anyOf?.length)
      return
    }
    const [least, most] = [schema.minLength ?? schema.minimum, schema.maxLength ?? schema.maximum]
    if (path !== '')
      limits.push([
        path,
        {
          ...(isRequired && !isNullable && { isRequired }),
          ...(isNullable && { isNullable }),
          ...(least !== undefined && { least }),
          ...(most !== undefined && { most }),
          ...(schema.enum !== undefined && { choices: schema.enum }),
        },
      ])
    const below = path === '' ? '' : `${path}.`
    for (const [key, inner] of Object.entries(schema.properties ?? {}))
      collect(inner, below + key, schema.required?.includes(key) ?? false, false)
    if (schema.items !== undefined) collect(schema.items, `${below}*`, false, false)
  }

  collect({ $ref: `#/components/schemas/${name}` }, '', true, false)
  return Object.fromEntries(limits)
}
