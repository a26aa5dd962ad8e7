export type Point = { x: number; y: number };
type Box = { left: number; top: number; right: number; bottom: number };

/** As much of a step as a box can take without leaving the window. One that is too large for it can still move back. */
export const keepInside = (box: Box, step: Point, window: { width: number; height: number }): Point => ({
  x: clamp(step.x, Math.min(0, -box.left), Math.max(0, window.width - box.right)),
  y: clamp(step.y, Math.min(0, -box.top), Math.max(0, window.height - box.bottom)),
});

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max));
