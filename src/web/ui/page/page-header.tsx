import { type ReactNode, useId } from "react";
import { cn } from "../cn.ts";

type PageHeaderProps = {
  title: ReactNode;
  count?: number | string | undefined;
  description?: ReactNode;
  actions?: ReactNode;
  /** On a phone the actions do not fit beside the title: they are below it and scroll away. */
  actionsBelow?: boolean;
  filters?: ReactNode;
  /** On a phone everything is on the line of the title: actions and filters are buttons with an icon only. */
  isOneLine?: boolean;
  className?: string;
};

/** The title of a screen, its only h1, which stays visible while the content scrolls. On a phone the filters scroll with the content. */
export const PageHeader = ({
  title,
  count,
  description,
  actions,
  actionsBelow = false,
  filters,
  isOneLine = false,
  className,
}: PageHeaderProps) => (
  <header
    ref={publishHeight}
    className={cn(
      "top-0 z-20 border-b bg-background sm:sticky sm:px-6 sm:py-3 print:static print:px-0 print:py-1",
      isOneLine
        ? "max-sm:sticky max-sm:flex max-sm:items-start max-sm:gap-2 max-sm:px-4 max-sm:py-2.5"
        : "max-sm:contents",
      className,
    )}
  >
    <div
      className={cn(
        "flex flex-wrap items-center justify-between gap-x-4 gap-y-2",
        isOneLine
          ? "max-sm:min-h-10 max-sm:min-w-0 max-sm:flex-1"
          : actionsBelow
            ? "max-sm:contents"
            : "max-sm:sticky max-sm:top-0 max-sm:z-20 max-sm:border-b max-sm:bg-background max-sm:px-4 max-sm:py-3",
      )}
    >
      <div className={cn("min-w-0", isOneLine ? "max-sm:flex-1" : actionsBelow && "max-sm:contents")}>
        <h1
          className={cn(
            "flex flex-wrap items-baseline gap-x-2 font-semibold text-lg leading-7 tracking-tight",
            actionsBelow && "max-sm:edge-on-scroll max-sm:sticky max-sm:top-3 max-sm:z-20 max-sm:mx-4 max-sm:mt-3",
            actionsBelow && !description && "max-sm:pb-2",
          )}
        >
          {title}
          {count !== undefined && (
            <span className="font-normal text-muted-foreground text-sm tabular-nums">{formatCount(count)}</span>
          )}
        </h1>
        {description && (
          <p className={cn("text-muted-foreground text-sm", actionsBelow && "max-sm:px-4")}>{description}</p>
        )}
      </div>
      {actions && (
        <div
          className={cn(
            "flex flex-wrap items-center gap-2",
            actionsBelow && "max-sm:border-b max-sm:px-4 max-sm:pb-3",
            actionsBelow && description && "max-sm:mt-2",
          )}
        >
          {actions}
        </div>
      )}
    </div>
    {filters && <div className={cn("sm:mt-3", !isOneLine && "max-sm:border-b max-sm:px-4 max-sm:py-3")}>{filters}</div>}
  </header>
);

const formatCount = (count: number | string) => (typeof count === "number" ? count.toLocaleString("nl-NL") : count);

/** From the top of the page to the end of the part while it sticks. */
const stickyHeight = (part: Element): number => {
  const { position, display, top } = getComputedStyle(part);
  return position === "sticky" && display !== "contents"
    ? Number.parseFloat(top) + part.getBoundingClientRect().height
    : 0;
};

/** Publishes the height of what sticks as `--table-top`, at which the header of a table below it sticks. */
function publishHeight(header: HTMLElement | null) {
  const page = header?.parentElement;
  const row = header?.firstElementChild;
  const heading = header?.querySelector("h1");
  if (!header || !page || !row || !heading) return;
  const publish = () => {
    page.style.setProperty("--table-top", `${Math.max(...[header, row, heading].map(stickyHeight))}px`);
  };
  const observer = new ResizeObserver(publish);
  for (const part of [header, row, heading]) observer.observe(part);
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
