/** A registration in the style of a number plate. */
export function OfficePlate({ registration }: { readonly registration: string }) {
  return <span className="plate">{registration}</span>
}
