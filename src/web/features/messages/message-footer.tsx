import type { ReactNode } from "react";

type MessageFooterProps = {
  shown: number;
  /** Undefined until it is known. */
  total: number | undefined;
  /** What can be done to the selected cards, while there are any. */
  children: ReactNode;
};

/** Stays in sight at the bottom: how much of it all is shown, and the selection. */
export const MessageFooter = ({ shown, total, children }: MessageFooterProps) => (
  <footer className="sticky bottom-0 z-10 border-t bg-background px-4 py-2 sm:px-6">
    {children && <div className="pb-2">{children}</div>}
    <p role="status" className="text-center text-muted-foreground text-xs tabular-nums">
      {total !== undefined &&
        `${shown.toLocaleString("nl-NL")} van ${total.toLocaleString("nl-NL")} berichten weergegeven`}
    </p>
  </footer>
);
