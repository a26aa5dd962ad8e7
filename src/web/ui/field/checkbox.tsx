import { Check, Minus } from "lucide-react";
import { Checkbox as RadixCheckbox } from "radix-ui";
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
