import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

const badgeStyles = cva(
  [
    "inline-flex h-[1.375rem] w-fit shrink-0 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-xs [&_svg]:size-3",
    "[button&]:h-6 [button&]:cursor-pointer [button&]:px-2 [button&]:hover:brightness-95 dark:[button&]:hover:brightness-125",
    "[button&]:relative pointer-coarse:[button&]:before:absolute pointer-coarse:[button&]:before:inset-x-0 pointer-coarse:[button&]:before:-inset-y-1.5",
  ],
  {
    variants: {
      tone: { neutral: "", info: "", success: "", warning: "", danger: "", violet: "" },
      outline: { true: "border bg-card", false: "" },
    },
    compoundVariants: [
      { tone: "neutral", outline: false, className: "bg-secondary text-foreground" },
      { tone: "info", outline: false, className: "bg-info-soft text-info" },
      { tone: "success", outline: false, className: "bg-success-soft text-success" },
      { tone: "warning", outline: false, className: "bg-warning-soft text-warning" },
      { tone: "danger", outline: false, className: "bg-danger-soft text-danger" },
      { tone: "violet", outline: false, className: "bg-violet-soft text-violet" },
      { tone: "neutral", outline: true, className: "text-muted-foreground" },
      { tone: "info", outline: true, className: "border-info/40 text-info" },
      { tone: "success", outline: true, className: "border-success/40 text-success" },
      { tone: "warning", outline: true, className: "border-warning/40 text-warning" },
      { tone: "danger", outline: true, className: "border-danger/40 text-danger" },
      { tone: "violet", outline: true, className: "border-violet/40 text-violet" },
    ],
    defaultVariants: { tone: "neutral", outline: false },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeStyles>["tone"]>;

type BadgeProps = ComponentProps<"span"> & VariantProps<typeof badgeStyles> & { asChild?: boolean };

/** `asChild` around a button makes it clickable: the class of a lead, the type of a meeting. */
export function Badge({ tone, outline, asChild, className, ...props }: BadgeProps) {
  const Element = asChild ? Slot.Root : "span";
  return <Element className={cn(badgeStyles({ tone, outline }), className)} {...props} />;
}

/** Whether a company or a user is active. */
export const StatusBadge = ({ active }: { active: boolean }) => (
  <Badge tone={active ? "success" : "neutral"}>{active ? "Actief" : "Inactief"}</Badge>
);

export const Kbd = ({ className, ...props }: ComponentProps<"kbd">) => (
  <kbd
    className={cn(
      "inline-grid h-5 min-w-5 place-items-center rounded-xs border bg-muted px-1 font-medium font-sans text-muted-foreground text-xs",
      className,
    )}
    {...props}
  />
);
