import { type Ref, type RefObject, useImperativeHandle } from "react";

type StandInProps = { ref?: Ref<HTMLElement | null>; target: RefObject<HTMLElement | null> };

/**
 * Hands Radix a button that was there before it, as the trigger it opens at and gives the focus back to. It draws nothing: with
 * a trigger of its own, the button under somebody's finger would be replaced when the code arrives.
 */
export function StandIn({ ref, target }: StandInProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => target.current, [target]);
  return null;
}
