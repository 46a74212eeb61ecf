/** A text as a code that a phone reads off a terminal. */
export async function qrCode(text: string): Promise<string> {
  // Loaded where somebody looks: few starts show one.
  const { renderUnicodeCompact } = await import('uqr')
  return renderUnicodeCompact(text, { border: 2 })
}
