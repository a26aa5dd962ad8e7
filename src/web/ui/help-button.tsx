import { CircleHelp } from "lucide-react";
import { Tooltip } from "./tooltip.tsx";

type HelpButtonProps = { subject: string; text: string };

/** What something means, on hover and on focus. */
export const HelpButton = ({ subject, text }: HelpButtonProps) => (
  <Tooltip content={text}>
    <button
      type="button"
      aria-label={`Wat betekent ${subject}?`}
      className="inline-grid size-6 shrink-0 cursor-help place-items-center rounded-sm text-muted-foreground hover:text-foreground print:hidden"
    >
      <CircleHelp aria-hidden className="size-3.5" />
    </button>
  </Tooltip>
);
