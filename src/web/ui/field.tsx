import { type ReactNode, useId } from "react";
import { cn } from "./cn.ts";
import { FieldContext } from "./field-context.ts";
import { Label } from "./label.tsx";

type FieldProps = {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** For filters: the label is heard, not seen. */
  labelHidden?: boolean;
  /** The control beside its label: for checkboxes and switches. */
  inline?: boolean;
  className?: string;
};

export function Field({ label, children, hint, error, required = false, labelHidden, inline, className }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
        <div className={cn("flex", inline ? "flex-row-reverse items-center justify-end gap-2.5" : "flex-col gap-1.5")}>
          <Label htmlFor={id} className={cn(labelHidden && "sr-only")}>
            {label}
            {required && " *"}
          </Label>
          {children}
        </div>
        {hint && (
          <p id={hintId} className="text-muted-foreground text-xs">
            {hint}
          </p>
        )}
        {error && (
          <p id={errorId} className="text-danger text-xs">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
