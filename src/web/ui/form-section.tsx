import { type ReactNode, useId } from "react";

type FormSectionProps = { title: string; description?: ReactNode; children: ReactNode };

/** A group of fields in a long form, with its name beside it where there is room. */
export function FormSection({ title, description, children }: FormSectionProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-x-8 gap-y-3 border-b py-5 first:pt-1 last-of-type:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <div>
        <h3 id={heading} className="font-medium">
          {title}
        </h3>
        {description && <p className="mt-1 text-muted-foreground text-xs">{description}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}

/** Short fields side by side. */
export const FormRow = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
);
