import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { positionTooltip, TOOLTIP_DELAY_MS, tooltipStyle } from "./tooltip.tsx";

const NAMED = "button[aria-label], a[aria-label]";

/** A button or link that shows only an icon, and has no tooltip of its own. */
const findIcon = (target: EventTarget | null): HTMLElement | undefined => {
  const named = target instanceof Element ? target.closest<HTMLElement>(NAMED) : null;
  const isIcon = named?.querySelector("svg") && named.textContent.trim() === "";
  return named && isIcon && !("hasTooltip" in named.dataset) ? named : undefined;
};

/** Shows the name of every icon button, on hover and on keyboard focus. One for the whole page, so that no button can lack it. */
export function IconTooltips() {
  const [icon, setIcon] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const show = (next: HTMLElement | undefined, delayMs: number) => {
      clearTimeout(timer.current);
      if (next) timer.current = setTimeout(() => setIcon(next), delayMs);
      else setIcon(undefined);
    };
    const onPointerOver = ({ target, pointerType }: PointerEvent) =>
      show(pointerType === "touch" ? undefined : findIcon(target), TOOLTIP_DELAY_MS);
    const onFocusIn = ({ target }: FocusEvent) =>
      show(target instanceof Element && target.matches(":focus-visible") ? findIcon(target) : undefined, 0);
    const hide = () => show(undefined, 0);
    const capture = { capture: true };
    addEventListener("pointerover", onPointerOver);
    addEventListener("focusin", onFocusIn);
    for (const event of ["pointerdown", "keydown", "scroll"]) addEventListener(event, hide, capture);
    return () => {
      clearTimeout(timer.current);
      removeEventListener("pointerover", onPointerOver);
      removeEventListener("focusin", onFocusIn);
      for (const event of ["pointerdown", "keydown", "scroll"]) removeEventListener(event, hide, capture);
    };
  }, []);
  const label = icon?.isConnected ? icon.getAttribute("aria-label") : null;
  if (!icon || !label) return null;
  // Hidden from screen readers, which read the same text as the name of the button.
  return createPortal(
    <div
      aria-hidden
      data-icon-tooltip
      ref={(element) => positionTooltip(element, icon, "top")}
      className={tooltipStyle}
    >
      {label}
    </div>,
    document.body,
  );
}
