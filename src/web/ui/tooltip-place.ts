export type Side = "top" | "right";

const GAP = 6;
const EDGE = 8;

const within = (at: number, size: number, room: number) => Math.max(EDGE, Math.min(at, room - size - EDGE));

type Box = { left: number; top: number; width: number; height: number };
type Room = { width: number; height: number };

/** Where something goes beside a target: on the wished side, or on the other where there is no room; never over the edge. */
export const findPlace = (target: Box, { width, height }: Room, side: Side, room: Room) => {
  if (side === "top") {
    const above = target.top - GAP - height;
    const top = above < EDGE ? target.top + target.height + GAP : above;
    return { left: within(target.left + (target.width - width) / 2, width, room.width), top };
  }
  const beside = target.left + target.width + GAP;
  const left = beside + width + EDGE > room.width ? target.left - GAP - width : beside;
  return { left, top: within(target.top + (target.height - height) / 2, height, room.height) };
};

export const place = (element: HTMLElement | null, target: HTMLElement | null, side: Side): void => {
  if (!element || !target) return;
  const room = { width: innerWidth, height: innerHeight };
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const { left, top } = findPlace(target.getBoundingClientRect(), size, side, room);
  element.style.left = `${Math.round(left)}px`;
  element.style.top = `${Math.round(top)}px`;
};
