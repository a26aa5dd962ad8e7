import { Check, Minus } from "lucide-react";
import { Checkbox as RadixCheckbox, Switch as RadixSwitch } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "../cn.ts";
import { useFieldControl } from "./field.tsx";

export const Checkbox = ({ className, ...props }: ComponentProps<typeof RadixCheckbox.Root>) => (
  <RadixCheckbox.Root
    {...props}
    {...useFieldControl(props)}
    className={cn(
      // The pseudo-element around it makes it large enough for a finger.
      "group relative size-4 shrink-0 cursor-pointer rounded-[4px] border border-input bg-card shadow-xs after:absolute after:-inset-2 pointer-coarse:after:-inset-x-2.5 pointer-coarse:after:-inset-y-3",
      "data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-primary-foreground",
      "data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary data-[state=indeterminate]:text-primary-foreground",
      "disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger",
      className,
    )}
  >
    <RadixCheckbox.Indicator className="grid place-items-center">
      <Minus aria-hidden className="hidden size-3.5 group-data-[state=indeterminate]:block" strokeWidth={3} />
      <Check aria-hidden className="hidden size-3.5 group-data-[state=checked]:block" strokeWidth={3} />
    </RadixCheckbox.Indicator>
  </RadixCheckbox.Root>
);

export const Switch = ({ className, ...props }: ComponentProps<typeof RadixSwitch.Root>) => (
  <RadixSwitch.Root
    {...props}
    {...useFieldControl(props)}
    className={cn(
      "relative inline-flex h-5 w-9 shrink-0 cursor-pointer items-center rounded-full bg-input p-0.5 transition-colors after:absolute after:-inset-1 pointer-coarse:after:-inset-2.5",
      "data-[state=checked]:bg-primary disabled:cursor-not-allowed disabled:opacity-50",
      className,
    )}
  >
    <RadixSwitch.Thumb className="size-4 rounded-full bg-white shadow-xs transition-transform data-[state=checked]:translate-x-4" />
  </RadixSwitch.Root>
);
