import { useState } from "react";
import { useController } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import type { CompanyControl } from "./company-form.ts";

type SecretFieldProps = {
  control: CompanyControl;
  name: "airtableApiKey" | "deliverySecret" | "aiApiKey";
  label: string;
  hint?: string;
  /** The server keeps one already, and never shows it again. */
  stored: boolean;
};

export function SecretField({ control, name, label, hint, stored }: SecretFieldProps) {
  const [replacing, setReplacing] = useState(false);
  const { field, fieldState } = useController({ control, name });
  if (stored && !replacing) {
    return (
      <Field label={label} hint={hint}>
        <div className="flex gap-2">
          <StoredSecret />
          <Button variant="outline" onClick={() => setReplacing(true)}>
            Vervangen
          </Button>
        </div>
      </Field>
    );
  }
  return (
    <Field
      label={label}
      hint={stored ? "Blijft dit leeg, dan blijft de huidige in gebruik." : hint}
      error={fieldState.error?.message}
    >
      <PasswordInput {...field} autoComplete="off" autoFocus={replacing} />
    </Field>
  );
}

const StoredSecret = () => <Input type="password" readOnly value="••••••••••••••••" />;
