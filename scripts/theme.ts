import type { BunPlugin } from 'bun'

/**
 * Mantine would write its theme into a style element, which the policy of the pages refuses; so it is a style sheet from here on. The
 * root of the server is filled in where it serves the page, not where it is built.
 */
const themeOfPortal: BunPlugin = {
  name: 'the theme of the portal',
  setup(build) {
    build.onResolve({ filter: /^\{\{root\}\}/ }, ({ path }) => ({ path, external: true }))
    build.onLoad({ filter: /portal[\\/]theme\.css$/ }, async () => {
      const { convertCssVariables, DEFAULT_THEME, deepMerge, defaultCssVariablesResolver, mergeMantineTheme } = await import(
        '@mantine/core'
      )
      const { theme, variables } = await import('../src/web/portal/theme.ts')
      const whole = mergeMantineTheme(DEFAULT_THEME, theme)
      const all = deepMerge(defaultCssVariablesResolver(whole), variables(whole))
      return { contents: convertCssVariables(all, ':root'), loader: 'css' }
    })
  },
}

// biome-ignore lint/style/noDefaultExport: the development server takes a plugin no other way
export default themeOfPortal
