import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { cn } from "../cn.ts";

const LINES = { 3: "line-clamp-3", 12: "line-clamp-12" };

type ClampedTextProps = {
  /** How many lines are always in sight. */
  lines: keyof typeof LINES;
  children: ReactNode;
  className?: string;
};

/** A text that may be long: its first lines, and "Meer" for the rest where there is more. */
export function ClampedText({ lines, children, className }: ClampedTextProps) {
  const text = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const overflows = useOverflow(text, !open && children);
  const id = useId();
  return (
    <div>
      <div ref={text} id={id} className={cn("whitespace-pre-line break-words", !open && LINES[lines], className)}>
        {children}
      </div>
      {(overflows || open) && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="mt-1 h-6 cursor-pointer rounded-xs font-medium text-link text-xs underline-offset-4 hover:underline"
        >
          {open ? "Minder" : "Meer"}
        </button>
      )}
    </div>
  );
}

/** Whether the folded text hides something; looked at again when its width or what it shows changes. */
function useOverflow(text: RefObject<HTMLElement | null>, folded: ReactNode): boolean {
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element || folded === false) return;
    const look = () => setOverflows(element.scrollHeight > element.clientHeight + 1);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, folded]);
  return overflows;
}
