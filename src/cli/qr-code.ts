/** A text as a QR code for a terminal. */
export async function renderQrCode(text: string): Promise<string> {
  // Loaded on use, because few starts show a code.
  const { renderUnicodeCompact } = await import('uqr')
  return renderUnicodeCompact(text, { border: 2 })
}
