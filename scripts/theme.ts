import type { BunPlugin } from 'bun'

/**
 * Moves Mantine's theme into a style sheet, since the policy of the pages refuses a style element. The server fills in the base
 * address when it serves the page, not the build.
 */
const officeTheme: BunPlugin = {
  name: 'the theme of the office apps',
  setup(build) {
    build.onResolve({ filter: /^\{\{root\}\}/ }, ({ path }) => ({ path, external: true }))
    build.onLoad({ filter: /office[\\/]theme[\\/]theme\.css$/ }, async () => {
      const { convertCssVariables, DEFAULT_THEME, deepMerge, defaultCssVariablesResolver, mergeMantineTheme } = await import(
        '@mantine/core'
      )
      const { theme, resolveThemeVariables: variables } = await import('../src/web/office/theme/theme.ts')
      const whole = mergeMantineTheme(DEFAULT_THEME, theme)
      const all = deepMerge(defaultCssVariablesResolver(whole), variables(whole))
      return { contents: convertCssVariables(all, ':root'), loader: 'css' }
    })
  },
}

// biome-ignore lint/style/noDefaultExport: the development server accepts plugins only here
export default officeTheme
