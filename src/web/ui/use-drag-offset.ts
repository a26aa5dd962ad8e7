import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { keepInside, type Point } from "./keep-inside.ts";

type Drag = { pointer: Point; offset: Point; room: DOMRect; moved: boolean };

/** A click with an unsteady hand is not a drag. */
const THRESHOLD = 5;
/** Below this a dialog stands at the bottom over the full width, and stays there. */
const PHONE_WIDTH = 640;
/** A panel that can be moved within the window: `handle` for the pointer, `moveBy` for the keyboard. */
export function useDragOffset(panel: RefObject<HTMLElement | null>) {
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 });
  const drag = useRef<Drag | null>(null);

  const moveFrom = (start: Point, box: DOMRect, by: Point) => {
    const step = keepInside(box, by, { width: window.innerWidth, height: window.innerHeight });
    setOffset({ x: start.x + step.x, y: start.y + step.y });
  };
  const moveBy = (x: number, y: number) => {
    if (panel.current) moveFrom(offset, panel.current.getBoundingClientRect(), { x, y });
  };

  useEffect(() => {
    // A smaller window would leave the panel outside; back in the middle it is always reachable.
    const recentre = () => setOffset({ x: 0, y: 0 });
    window.addEventListener("resize", recentre);
    return () => window.removeEventListener("resize", recentre);
  }, []);

  const grab = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || window.innerWidth < PHONE_WIDTH || !panel.current) return;
    const room = panel.current.getBoundingClientRect();
    drag.current = { pointer: { x: event.clientX, y: event.clientY }, offset, room, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const pull = (event: PointerEvent<HTMLElement>) => {
    const current = drag.current;
    if (!current) return;
    const by = { x: event.clientX - current.pointer.x, y: event.clientY - current.pointer.y };
    if (!current.moved && Math.hypot(by.x, by.y) < THRESHOLD) return;
    current.moved = true;
    moveFrom(current.offset, current.room, by);
  };
  const release = () => {
    drag.current = null;
  };

  return {
    transform: offset.x === 0 && offset.y === 0 ? undefined : `translate(${offset.x}px, ${offset.y}px)`,
    moveBy,
    handle: { onPointerDown: grab, onPointerMove: pull, onPointerUp: release, onPointerCancel: release },
  };
}
