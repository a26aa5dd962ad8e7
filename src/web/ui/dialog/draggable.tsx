import { GripVertical } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../button/button.tsx";
import { cn } from "../cn.ts";

const STEP = 25;
const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

type DragGripProps = { onMove: (x: number, y: number) => void; className?: string };

export function DragGrip({ onMove, className }: DragGripProps) {
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(...step);
  };
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Verplaats venster met de pijltjestoetsen"
      onKeyDown={move}
      className={cn("pointer-events-none text-muted-foreground", className)}
    >
      <GripVertical />
    </Button>
  );
}

type Point = { x: number; y: number };
type Box = { left: number; top: number; right: number; bottom: number };

/** Shortens a step so that the box stays within the window. A box that is larger than the window can still move back. */
export const clampToWindow = (box: Box, step: Point, window: { width: number; height: number }): Point => ({
  x: clamp(step.x, Math.min(0, -box.left), Math.max(0, window.width - box.right)),
  y: clamp(step.y, Math.min(0, -box.top), Math.max(0, window.height - box.bottom)),
});

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max));

type Drag = { pointer: Point; offset: Point; box: DOMRect; moved: boolean };

/** In pixels: a shorter movement is a click, not a drag. */
const DRAG_THRESHOLD = 5;
/** In a narrower window a dialog takes the full width at the bottom and cannot be moved. */
const PHONE_WIDTH = 640;

/** A panel that can be moved within the window: `handle` for the pointer, `moveBy` for the keyboard. */
export function useDragOffset(panel: RefObject<HTMLElement | null>) {
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 });
  const drag = useRef<Drag | null>(null);

  const moveFrom = (start: Point, box: DOMRect, by: Point) => {
    const step = clampToWindow(box, by, { width: window.innerWidth, height: window.innerHeight });
    setOffset({ x: start.x + step.x, y: start.y + step.y });
  };
  const moveBy = (x: number, y: number) => {
    if (panel.current) moveFrom(offset, panel.current.getBoundingClientRect(), { x, y });
  };

  useEffect(() => {
    // In a smaller window the panel could be out of reach: it goes back to the middle.
    const recentre = () => setOffset({ x: 0, y: 0 });
    window.addEventListener("resize", recentre);
    return () => window.removeEventListener("resize", recentre);
  }, []);

  const startDrag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || window.innerWidth < PHONE_WIDTH || !panel.current) return;
    const box = panel.current.getBoundingClientRect();
    drag.current = { pointer: { x: event.clientX, y: event.clientY }, offset, box, moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const moveDrag = (event: PointerEvent<HTMLElement>) => {
    const current = drag.current;
    if (!current) return;
    const by = { x: event.clientX - current.pointer.x, y: event.clientY - current.pointer.y };
    if (!current.moved && Math.hypot(by.x, by.y) < DRAG_THRESHOLD) return;
    current.moved = true;
    moveFrom(current.offset, current.box, by);
  };
  const endDrag = () => {
    drag.current = null;
  };

  return {
    transform: offset.x === 0 && offset.y === 0 ? undefined : `translate(${offset.x}px, ${offset.y}px)`,
    moveBy,
    handle: { onPointerDown: startDrag, onPointerMove: moveDrag, onPointerUp: endDrag, onPointerCancel: endDrag },
  };
}
