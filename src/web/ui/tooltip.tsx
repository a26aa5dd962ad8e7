import { Tooltip as RadixTooltip } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <RadixTooltip.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </RadixTooltip.Provider>
);

type TooltipProps = {
  content: ReactNode;
  /** One focusable element; the tooltip describes it, it does not name it. */
  children: ReactNode;
  side?: ComponentProps<typeof RadixTooltip.Content>["side"];
  disabled?: boolean;
};

export function Tooltip({ content, children, side = "top", disabled = false }: TooltipProps) {
  return (
    <RadixTooltip.Root {...(disabled ? { open: false } : {})}>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        {/* Beside the page's own parts, and one of them only while it is there. */}
        <section aria-label="Uitleg">
          <RadixTooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-72 animate-fade-in rounded-sm bg-foreground px-2 py-1 text-background text-xs shadow-md"
          >
            {content}
          </RadixTooltip.Content>
        </section>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
