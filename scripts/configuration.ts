// Writes the table of settings into docs/configuration.md: `bun run docs:config`.
import { settingsPage, withSettings } from './docs.ts'

const page = await Bun.file(settingsPage).text()
await Bun.write(settingsPage, withSettings(page))
