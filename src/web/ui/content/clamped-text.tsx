import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { cn } from "../cn.ts";

const LINES = { 3: "line-clamp-3", 5: "line-clamp-5", 12: "line-clamp-12" };

type ClampedTextProps = {
  /** The number of lines shown while it is collapsed. */
  lines: keyof typeof LINES;
  children: ReactNode;
  className?: string;
};

/** The first lines of a long text, and a button "Meer" when lines are hidden. */
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

/** Whether the collapsed text hides lines; measured again when its size or content changes. */
function useOverflow(text: RefObject<HTMLElement | null>, collapsed: ReactNode): boolean {
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const element = text.current;
    if (!element || collapsed === false) return;
    const measure = () => setOverflows(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, collapsed]);
  return overflows;
}
