/** A registration in the style of a number plate. */
export function PortalPlate({ registration }: { readonly registration: string }) {
  return <span className="plate">{registration}</span>
}
