import { useMediaQuery } from '@mantine/hooks'

/** A React hook that returns whether the window is as narrow as a phone. */
export function usePhone(): boolean {
  return useMediaQuery('(width < 48rem)', false, { getInitialValueInEffect: false })
}
