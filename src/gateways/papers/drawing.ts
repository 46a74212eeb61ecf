/** Points. */
export type DrawnSize = { readonly width: number; readonly height: number }

/** A picture at its printed size. `draw` takes its upper left corner. */
export type Drawing = DrawnSize & { draw(doc: PDFKit.PDFDocument, x: number, y: number): void }

/** The largest size of a picture within a space, without distortion. */
export function fitSize(room: DrawnSize, { width, height }: DrawnSize): DrawnSize {
  const scale = Math.min(room.width / width, room.height / height)
  return { width: width * scale, height: height * scale }
}
