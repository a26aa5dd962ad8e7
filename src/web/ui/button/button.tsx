import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cn } from "../cn.ts";
import { SpinnerIcon } from "../feedback/loading.tsx";

const buttonStyles = cva(
  [
    "relative inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-2 whitespace-nowrap rounded-sm font-medium",
    "transition-colors duration-100 small-icons",
    "disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default",
  ],
  {
    variants: {
      variant: {
        primary: "bg-primary text-primary-foreground shadow-xs hover:bg-primary-hover",
        secondary: "bg-secondary text-foreground hover:bg-secondary-hover",
        outline: "border bg-card text-foreground shadow-xs hover:bg-accent",
        ghost: "text-foreground hover:bg-accent",
        // A dangerous action that stays unobtrusive until the user points at it or reaches it with Tab.
        "ghost-danger":
          "text-muted-foreground hover:bg-danger-soft hover:text-danger focus-visible:bg-danger-soft focus-visible:text-danger",
        destructive: "bg-destructive text-destructive-foreground shadow-xs hover:bg-destructive-hover",
        link: "rounded-xs text-link underline-offset-4 hover:underline",
      },
      size: {
        // The pseudo-element makes a small one large enough for a finger, without moving what is around it.
        sm: "h-8 px-3 text-[0.8125rem] pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:-inset-y-1",
        md: "h-9 px-3.5 text-sm max-sm:min-h-10",
        icon: "size-8 text-sm pointer-coarse:before:absolute pointer-coarse:before:-inset-1",
      },
    },
    compoundVariants: [{ variant: "link", className: "h-auto px-0 max-sm:min-h-0" }],
    defaultVariants: { variant: "primary", size: "md" },
  },
);

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonStyles> & {
    /** Renders the child (a link, for example) as the button; `busy` then has no effect. */
    asChild?: boolean;
    busy?: boolean;
    busyLabel?: ReactNode;
  };

export function Button({
  variant,
  size,
  className,
  asChild,
  busy = false,
  busyLabel,
  children,
  ...props
}: ButtonProps) {
  const style = cn(buttonStyles({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={style} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      {...props}
      className={style}
      aria-busy={busy || undefined}
      // A disabled button would lose the focus; this one keeps it and ignores clicks.
      aria-disabled={busy || props["aria-disabled"]}
      onClick={busy ? ignoreClick : props.onClick}
    >
      {busy ? <BusyContent label={busyLabel}>{children}</BusyContent> : children}
    </button>
  );
}

function BusyContent({ label, children }: { label: ReactNode; children: ReactNode }) {
  if (label) {
    return (
      <>
        <SpinnerIcon />
        {label}
      </>
    );
  }
  // The invisible label keeps the width of the button.
  return (
    <>
      <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
      <span className="absolute inset-0 grid place-items-center">
        <SpinnerIcon />
      </span>
    </>
  );
}

const ignoreClick = (event: MouseEvent<HTMLButtonElement>) => {
  event.preventDefault();
  event.stopPropagation();
};
