/** Last words of street names, as alternatives of a pattern. */
export const streetWords =
  'street|st|road|rd|avenue|ave|lane|ln|drive|dr|close|way|court|ct|crescent|cres|gardens|grove|place|terrace|hill|square|sq|row|walk|mews|park|view|rise|green'
