export type Point = { x: number; y: number };
export type Slot = { left: number; top: number; width: number; height: number };

const centreOf = ({ left, top, width, height }: Slot): Point => ({ x: left + width / 2, y: top + height / 2 });

/** The place whose middle is nearest to that of a card which was moved from its own. */
export const nearestSlot = (slots: readonly Slot[], index: number, by: Point): number => {
  const own = slots[index];
  if (!own) return index;
  const middle = centreOf(own);
  const distances = slots.map((slot) => {
    const { x, y } = centreOf(slot);
    return Math.hypot(x - middle.x - by.x, y - middle.y - by.y);
  });
  return distances.indexOf(Math.min(...distances));
};

/** How far each card goes aside while one is on its way from its place to another. */
export const shiftsFor = (slots: readonly Slot[], from: number, to: number): Point[] =>
  slots.map((slot, index) => {
    const forward = index > from && index <= to;
    const back = index < from && index >= to;
    const target = slots[forward ? index - 1 : back ? index + 1 : index] ?? slot;
    return { x: target.left - slot.left, y: target.top - slot.top };
  });
