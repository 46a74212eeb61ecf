import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './drizzle/schema.postgres.ts',
  out: './drizzle/postgres',
  casing: 'snake_case',
})
