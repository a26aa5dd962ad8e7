import { WandSparkles } from "lucide-react";
import { useState } from "react";
import { type Control, useController } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Field } from "#ui/field.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { showToast } from "#ui/toast.tsx";
import { generatePassword } from "./generated-password.ts";
import type { UserValues } from "./user-form.ts";

/** A password that was made up here, as long as it stands in the form. */
export function useGeneratedPassword(put: (password: string) => void) {
  const [generated, setGenerated] = useState<string | null>(null);
  const generate = () => {
    const password = generatePassword();
    setGenerated(password);
    put(password);
  };
  return { generated, generate };
}

type PasswordFieldProps<Sent> = {
  control: Control<UserValues, unknown, Sent>;
  label: string;
  hint?: string;
  required?: boolean;
  generated: string | null;
  onGenerate: () => void;
};

export function PasswordField<Sent>({
  control,
  label,
  hint,
  required = false,
  generated,
  onGenerate,
}: PasswordFieldProps<Sent>) {
  const { field, fieldState } = useController({ control, name: "password" });
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint} required={required} error={fieldState.error?.message}>
        <PasswordInput {...field} autoComplete="new-password" placeholder="Minimaal 6 karakters" />
      </Field>
      {generated !== null && field.value === generated && <GeneratedPassword password={generated} />}
      <Button variant="outline" size="sm" onClick={onGenerate} className="self-start">
        <WandSparkles />
        Genereer wachtwoord
      </Button>
    </div>
  );
}

const tellCopied = () =>
  showToast({
    title: "Wachtwoord gekopieerd",
    description: "Plak het waar de gebruiker het veilig kan lezen.",
  });

const tellNotCopied = () =>
  showToast({
    title: "Wachtwoord niet gekopieerd",
    description: "Selecteer het wachtwoord en kopieer het zelf.",
    tone: "destructive",
  });

const GeneratedPassword = ({ password }: { password: string }) => (
  <div role="status" className="rounded-sm border bg-info-soft px-3 py-2">
    <div className="flex items-center justify-between gap-2">
      <code className="break-all font-medium text-sm">{password}</code>
      <CopyButton text={password} label="Kopieer wachtwoord" onCopied={tellCopied} onFailed={tellNotCopied} />
    </div>
    <p className="text-muted-foreground text-xs">Bewaar het nu: na het opslaan is het niet meer te zien.</p>
  </div>
);
