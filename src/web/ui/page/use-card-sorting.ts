import { type KeyboardEvent, type PointerEvent, useState } from "react";

type Point = { x: number; y: number };
type Slot = { left: number; top: number; width: number; height: number };

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

/** A click with an unsteady hand is not a drag. */
const THRESHOLD = 5;
const STEP = 25;
const STEPS: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

type Drag = {
  index: number;
  by: Point;
  /** Where the cards stood when it began. */
  slots: readonly DOMRect[];
  /** Where the pointer went down; absent for the keyboard. */
  start: Point | undefined;
  moving: boolean;
};

type Options = {
  /** It was put down somewhere else. */
  onMove: (from: number, to: number) => void;
  /** What happens to a card that is held with the keyboard, to be said. */
  onSay: (what: "lifted" | "moved" | "dropped" | "cancelled", index: number, place: number) => void;
};

/** Where the cards stand of the list that this is in. */
const slotsAround = (part: Element): DOMRect[] =>
  [...(part.closest("li")?.parentElement?.children ?? [])].map((card) => card.getBoundingClientRect());

const isOwnControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("button, a") !== null && target.closest("[data-grip]") === null;

/** Cards of a list that can be put in another order, with the pointer or the keyboard. The others make room meanwhile. */
export function useCardSorting({ onMove, onSay }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);

  const placeOf = ({ index, by, slots }: Drag): number => nearestSlot(slots, index, by);
  const drop = (held: Drag): number => {
    const place = placeOf(held);
    setDrag(null);
    if (place !== held.index) onMove(held.index, place);
    return place;
  };

  const grab = (index: number) => (event: PointerEvent<HTMLElement>) => {
    // A finger on the card scrolls the page; only the grip takes it.
    const onGrip = event.target instanceof Element && event.target.closest("[data-grip]") !== null;
    if (event.button !== 0 || isOwnControl(event.target) || (event.pointerType === "touch" && !onGrip)) return;
    const start = { x: event.clientX, y: event.clientY };
    setDrag({ index, by: { x: 0, y: 0 }, slots: slotsAround(event.currentTarget), start, moving: false });
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const pull = (event: PointerEvent<HTMLElement>) => {
    if (!drag?.start) return;
    const by = { x: event.clientX - drag.start.x, y: event.clientY - drag.start.y };
    if (drag.moving || Math.hypot(by.x, by.y) >= THRESHOLD) setDrag({ ...drag, by, moving: true });
  };
  const release = () => {
    if (!drag?.start) return;
    if (drag.moving) drop(drag);
    else setDrag(null);
  };

  const lift = (index: number, slots: readonly DOMRect[]) => {
    const held: Drag = { index, by: { x: 0, y: 0 }, slots, start: undefined, moving: true };
    setDrag(held);
    onSay("lifted", index, index);
  };
  const push = (held: Drag, step: Point) => {
    const moved = { ...held, by: { x: held.by.x + step.x, y: held.by.y + step.y } };
    setDrag(moved);
    if (placeOf(moved) !== placeOf(held)) onSay("moved", held.index, placeOf(moved));
  };
  const cancel = () => {
    if (drag) onSay("cancelled", drag.index, drag.index);
    setDrag(null);
  };

  const onKeyDown = (index: number) => (event: KeyboardEvent<HTMLElement>) => {
    const held = drag && !drag.start ? drag : null;
    const step = STEPS[event.key];
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (held) onSay("dropped", index, drop(held));
      else lift(index, slotsAround(event.currentTarget));
    } else if (held && step) {
      event.preventDefault();
      push(held, step);
    } else if (held && event.key === "Escape") {
      event.preventDefault();
      cancel();
    }
  };

  const shifts = drag?.moving ? shiftsFor(drag.slots, drag.index, placeOf(drag)) : [];
  const styleOf = (index: number): { translate?: string; zIndex?: number } => {
    if (!drag?.moving) return {};
    const { x, y } = index === drag.index ? drag.by : (shifts[index] ?? { x: 0, y: 0 });
    return { translate: `${x}px ${y}px`, ...(index === drag.index ? { zIndex: 10 } : {}) };
  };

  return {
    isHeld: (index: number) => Boolean(drag?.moving) && drag?.index === index,
    isSorting: Boolean(drag?.moving),
    styleOf,
    card: (index: number) => ({
      onPointerDown: grab(index),
      onPointerMove: pull,
      onPointerUp: release,
      onPointerCancel: () => setDrag(null),
    }),
    grip: (index: number) => ({
      onKeyDown: onKeyDown(index),
      // Whoever leaves a card in the air has not put it anywhere.
      onBlur: () => drag && !drag.start && cancel(),
    }),
  };
}
