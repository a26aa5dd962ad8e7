import { Label as RadixLabel } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from "react";
import { cn } from "../cn.ts";

type FieldState = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };

const FieldContext = createContext<FieldState | null>(null);

type ControlProps = {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: React.AriaAttributes["aria-invalid"] | undefined;
  "aria-required"?: React.AriaAttributes["aria-required"] | undefined;
};

/** Connects a control to the label and messages of the field around it. The control's own attributes take precedence. */
export function useFieldControl(props: ControlProps): ControlProps {
  const field = useContext(FieldContext);
  if (!field) return props;
  return {
    ...props,
    id: props.id ?? field.id,
    "aria-describedby": [props["aria-describedby"], field.describedBy].filter(Boolean).join(" ") || undefined,
    "aria-invalid": props["aria-invalid"] ?? (field.invalid || undefined),
    "aria-required": props["aria-required"] ?? (field.required || undefined),
  };
}

const Label = ({ className, ...props }: ComponentProps<typeof RadixLabel.Root>) => (
  <RadixLabel.Root className={cn("w-fit font-medium text-[0.8125rem] leading-5", className)} {...props} />
);

type FieldProps = {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Only for screen readers, as in a row of filters. */
  labelHidden?: boolean;
  /** Shows the control beside its label: for checkboxes and switches. */
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
