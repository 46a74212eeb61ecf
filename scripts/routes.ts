// Writes docs/api-routes.md, the list of every route: `bun run docs:routes`.
import { routesDocument, routesPage } from './docs.ts'

await Bun.write(routesPage, await routesDocument())
