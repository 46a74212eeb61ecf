import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** Deep blue: shade 7 is 7:1 on white. */
const accent: MantineColorsTuple = [
  '#eef4fc',
  '#d9e6f7',
  '#b3cdef',
  '#8db5e8',
  '#6499dd',
  '#4683d5',
  '#2f6fc4',
  '#1f58a8',
  '#174a90',
  '#0f3b78',
]

/** The greys of the dark scheme: text first, the page background eighth. */
const dark: MantineColorsTuple = [
  '#e6e8eb',
  '#b9bfc7',
  '#949ba5',
  '#626a75',
  '#3d444d',
  '#2f353d',
  '#22272e',
  '#181c21',
  '#12161a',
  '#0c0f12',
]

/** The scroll lock would insert a style element, which the content security policy refuses. */
const dialogProps = {
  lockScroll: false,
  transitionProps: { duration: 120 },
  closeButtonProps: { 'aria-label': 'Close' },
  styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600, lineHeight: 1.4 } },
}

/** The portal's theme. The build makes its style sheet from it. */
export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: 'accent',
  primaryShade: 7,
  autoContrast: true,
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.333', sm: '1.4286', md: '1.4286', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.43' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { variant: 'outline', radius: 'xs', fz: 'xs', fw: 400, miw: 'max-content', px: 6, tt: 'none' } },
    Drawer: { defaultProps: dialogProps },
    Modal: { defaultProps: dialogProps },
    // The placeholder would put an element into the menu that the role does not allow.
    Menu: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md', withInitialFocusPlaceholder: false } },
    // Choosing the chosen option again keeps it.
    Select: { defaultProps: { allowDeselect: false } },
    Popover: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
    Tooltip: { defaultProps: { transitionProps: { duration: 80 }, withArrow: false } },
  },
})

/** Mantine's own dimmed, placeholder, anchor and error colours are too pale for WCAG AA. */
export const resolveThemeVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-anchor': colors.accent?.[8] ?? '',
    '--mantine-color-error': colors.red[9],
    '--mantine-color-text': '#1a1d21',
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[2],
    '--mantine-color-anchor': colors.accent?.[3] ?? '',
    '--mantine-color-error': colors.red[4],
  },
})
