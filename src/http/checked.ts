import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { ValidationError } from 'elysia'

/** A value as JSON. A value that breaks its schema is an internal error: it is thrown and never sent. */
export function stringifyChecked(schema: TSchema, value: unknown): string {
  const check = compileSchema(schema)
  if (!check.Check(value)) throw new ValidationError('response', check, value)
  return value === undefined ? '' : JSON.stringify(value)
}

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Compiled at its first use, by the compiler that Elysia uses for input. */
function compileSchema(schema: TSchema): TypeCheck<TSchema> {
  const known = checks.get(schema)
  if (known !== undefined) return known
  const check = TypeCompiler.Compile(schema)
  checks.set(schema, check)
  return check
}
