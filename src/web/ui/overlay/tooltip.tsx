import { Slot } from "radix-ui";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";

type Side = "top" | "right";

const GAP = 6;
const EDGE = 8;

const clampToWindow = (start: number, size: number, windowSize: number) =>
  Math.max(EDGE, Math.min(start, windowSize - size - EDGE));

type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

/** The position beside a target: on the preferred side, or on the opposite one where there is no room; centred, unless it would leave the window. */
export const findTooltipPosition = (target: Box, { width, height }: Size, side: Side, viewport: Size) => {
  if (side === "top") {
    const above = target.top - GAP - height;
    const top = above < EDGE ? target.top + target.height + GAP : above;
    return { left: clampToWindow(target.left + (target.width - width) / 2, width, viewport.width), top };
  }
  const beside = target.left + target.width + GAP;
  const left = beside + width + EDGE > viewport.width ? target.left - GAP - width : beside;
  return { left, top: clampToWindow(target.top + (target.height - height) / 2, height, viewport.height) };
};

export const positionTooltip = (element: HTMLElement | null, target: HTMLElement | null, side: Side): void => {
  if (!element || !target) return;
  const viewport = { width: innerWidth, height: innerHeight };
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const { left, top } = findTooltipPosition(target.getBoundingClientRect(), size, side, viewport);
  element.style.left = `${Math.round(left)}px`;
  element.style.top = `${Math.round(top)}px`;
};

export const TOOLTIP_DELAY_MS = 400;
/** For this long after a tooltip has closed, the next one opens without delay. */
const NO_DELAY_WINDOW_MS = 200;
/** Time for the pointer to cross the gap between the element and its tooltip. */
const GRACE_MS = 100;

export const tooltipStyle =
  "fixed z-60 w-max max-w-72 animate-fade-in rounded-sm bg-foreground px-2 py-1 text-background text-xs shadow-md";

let lastClosedAt = Number.NEGATIVE_INFINITY;

type TooltipProps = {
  content: ReactNode;
  /** One focusable element with a name of its own: the tooltip is only its description. */
  children: ReactNode;
  side?: Side;
  disabled?: boolean;
  /** A tap opens it too, because a touch screen has no hover. For an element that a press does not act on. */
  opensOnTap?: boolean;
};

export function Tooltip({ content, children, side = "top", disabled = false, opensOnTap = false }: TooltipProps) {
  const { open, target, tooltipProps, ...trigger } = useTooltip(opensOnTap);
  const id = useId();
  const shown = open && !disabled;
  return (
    <>
      <Slot.Root
        ref={target}
        data-has-tooltip={disabled ? undefined : ""}
        aria-describedby={shown ? id : undefined}
        {...trigger}
      >
        {children}
      </Slot.Root>
      {shown &&
        createPortal(
          // A landmark, because the portal is outside those of the page.
          <section aria-label="Uitleg">
            <div
              id={id}
              role="tooltip"
              ref={(element) => positionTooltip(element, target.current, side)}
              {...tooltipProps}
              className={tooltipStyle}
            >
              {content}
            </div>
          </section>,
          document.body,
        )}
    </>
  );
}

/** Open on hover and on keyboard focus; Escape, a press and scrolling close it. */
function useTooltip(opensOnTap: boolean) {
  const [open, setOpen] = useState(false);
  const target = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const setOpenAfter = (ms: number, next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), ms);
  };
  const cancelTimer = () => clearTimeout(timer.current);
  const close = () => {
    cancelTimer();
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const closing = new AbortController();
    for (const event of ["scroll", "pointerdown"])
      addEventListener(event, () => setOpen(false), { capture: true, signal: closing.signal });
    return () => {
      lastClosedAt = performance.now();
      closing.abort();
    };
  }, [open]);
  return {
    open,
    target,
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      // A touch is a press, not a hover.
      if (pointerType !== "touch")
        setOpenAfter(performance.now() - lastClosedAt < NO_DELAY_WINDOW_MS ? 0 : TOOLTIP_DELAY_MS, true);
    },
    // A touch leaves as soon as the finger is lifted: what a tap has opened stays open.
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== "touch" && setOpenAfter(GRACE_MS, false),
    onPointerDown: close,
    onPointerUp: ({ pointerType }: PointerEvent) => {
      if (opensOnTap && pointerType === "touch") setOpenAfter(0, true);
    },
    onFocus: () => target.current?.matches(":focus-visible") && setOpen(true),
    onBlur: close,
    onKeyDown: ({ key }: KeyboardEvent) => key === "Escape" && close(),
    tooltipProps: { onPointerEnter: cancelTimer, onPointerLeave: () => setOpenAfter(GRACE_MS, false) },
  };
}
