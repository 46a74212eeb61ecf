/** Points. */
export type DrawnSize = { readonly width: number; readonly height: number }

/** A picture at the size it is printed in, with its upper left corner wherever it is wanted. */
export type Drawing = DrawnSize & { draw(doc: PDFKit.PDFDocument, x: number, y: number): void }

/** The size of a picture as large as it can be within some room without being stretched. */
export function fitInto(room: DrawnSize, { width, height }: DrawnSize): DrawnSize {
  const scale = Math.min(room.width / width, room.height / height)
  return { width: width * scale, height: height * scale }
}
