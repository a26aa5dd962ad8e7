import { WandSparkles } from "lucide-react";
import { useState } from "react";
import { type Control, useController } from "react-hook-form";
import { Button } from "#ui/button/button.tsx";
import { CopyButton } from "#ui/button/copy-button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { PasswordInput } from "#ui/field/input.tsx";
import type { UserFormValues } from "./user-form.ts";

/** Without the characters that are easily confused: l, I, 1, O and 0. */
const ALPHABET = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Bytes from here on are rejected: they would make the first characters of the alphabet more likely (modulo bias). */
const UNBIASED_LIMIT = 256 - (256 % ALPHABET.length);

const randomCharacter = (): string => {
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < UNBIASED_LIMIT) return ALPHABET.charAt(byte % ALPHABET.length);
  }
};

/** In groups, so that it is easy to read out and type: "k7Qm-9xTf-w3Hd-Rp2v", about 93 bits. */
export const generatePassword = (): string =>
  Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, randomCharacter).join("")).join("-");

/** The generated password, so that it can be shown while the field still contains it. */
export function useGeneratedPassword(setPassword: (password: string) => void) {
  const [generated, setGenerated] = useState<string | null>(null);
  const generate = () => {
    const password = generatePassword();
    setGenerated(password);
    setPassword(password);
  };
  return { generated, generate };
}

type PasswordFieldProps<Transformed> = {
  control: Control<UserFormValues, unknown, Transformed>;
  label: string;
  hint?: string;
  required?: boolean;
  generated: string | null;
  onGenerate: () => void;
};

export function PasswordField<Transformed>({
  control,
  label,
  hint,
  required = false,
  generated,
  onGenerate,
}: PasswordFieldProps<Transformed>) {
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

const showCopied = () =>
  showToast({
    title: "Wachtwoord gekopieerd",
    description: "Plak het waar de gebruiker het veilig kan lezen.",
  });

const showCopyFailed = () =>
  showToast({
    title: "Wachtwoord niet gekopieerd",
    description: "Selecteer het wachtwoord en kopieer het zelf.",
    tone: "destructive",
  });

const GeneratedPassword = ({ password }: { password: string }) => (
  <div role="status" className="rounded-sm border bg-info-soft px-3 py-2">
    <div className="flex items-center justify-between gap-2">
      <code className="break-all font-medium text-sm">{password}</code>
      <CopyButton text={password} label="Kopieer wachtwoord" onCopied={showCopied} onFailed={showCopyFailed} />
    </div>
    <p className="text-muted-foreground text-xs">Bewaar het nu: na het opslaan is het niet meer te zien.</p>
  </div>
);
