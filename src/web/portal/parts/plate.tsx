/** A registration drawn as a plate. */
export function Plate({ registration }: { readonly registration: string }) {
  return <span className="plate">{registration}</span>
}
