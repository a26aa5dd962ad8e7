import { type ReactNode, useId } from "react";
import { cn } from "../cn.ts";

type PageHeaderProps = {
  title: ReactNode;
  count?: number | string | undefined;
  description?: ReactNode;
  actions?: ReactNode;
  filters?: ReactNode;
  className?: string;
};

/** Holds the only h1 of the page. Sticks to the top while the content scrolls, except on a phone. */
export const PageHeader = ({ title, count, description, actions, filters, className }: PageHeaderProps) => (
  <header
    ref={publishHeight}
    className={cn(
      "top-0 z-20 border-b bg-background px-4 py-3 sm:sticky sm:px-6 print:static print:px-0 print:py-1",
      className,
    )}
  >
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-baseline gap-x-2 font-semibold text-lg leading-7 tracking-tight">
          {title}
          {count !== undefined && (
            <span className="font-normal text-muted-foreground text-sm tabular-nums">{formatCount(count)}</span>
          )}
        </h1>
        {description && <p className="text-muted-foreground text-sm">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
    {filters && <div className="mt-3">{filters}</div>}
  </header>
);

const formatCount = (count: number | string) => (typeof count === "number" ? count.toLocaleString("nl-NL") : count);

/** Publishes its height as `--table-top`, at which the header of a table below it sticks. */
function publishHeight(header: HTMLElement | null) {
  const page = header?.parentElement;
  if (!header || !page) return;
  const publish = () => {
    const sticky = getComputedStyle(header).position === "sticky";
    page.style.setProperty("--table-top", `${sticky ? header.offsetHeight : 0}px`);
  };
  const observer = new ResizeObserver(publish);
  observer.observe(header);
  return () => {
    observer.disconnect();
    page.style.removeProperty("--table-top");
  };
}

type SectionProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a long screen, with a heading that a screen reader can jump to. */
export function Section({ title, description, actions, className, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("flex min-w-0 flex-col gap-3 print:gap-1.5", className)}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={id} className="font-semibold text-base tracking-tight">
            {title}
          </h2>
          {description && <p className="text-muted-foreground">{description}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
