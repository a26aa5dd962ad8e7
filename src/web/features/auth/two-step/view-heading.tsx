import { type ReactNode, useEffect, useRef } from "react";

/** A panel that turns into its next step is read out from the new heading. */
export function ViewHeading({ focus = true, children }: { focus?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <h3 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-semibold text-[0.9375rem] outline-hidden">
      {children}
    </h3>
  );
}
