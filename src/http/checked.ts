import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { ValidationError } from 'elysia'

/** A value as JSON. One that breaks its schema is a fault of ours: it is thrown, and never sent. */
export function stringifyChecked(schema: TSchema, value: unknown): string {
  const check = compiled(schema)
  if (!check.Check(value)) throw new ValidationError('response', check, value)
  return value === undefined ? '' : JSON.stringify(value)
}

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Compiled at its first use, by the compiler that Elysia checks what is sent to us with. */
function compiled(schema: TSchema): TypeCheck<TSchema> {
  const known = checks.get(schema)
  if (known !== undefined) return known
  const check = TypeCompiler.Compile(schema)
  checks.set(schema, check)
  return check
}
