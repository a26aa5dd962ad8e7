import { useForm } from "react-hook-form";
import type { TwoStepSecret } from "#contract/auth.ts";
import { codeForm } from "#contract/auth-forms.ts";
import { problemText } from "#lib/api-error.ts";
import { showFieldProblems } from "#lib/field-problems.ts";
import { formResolver } from "#lib/form-resolver.ts";
import type { Side } from "#lib/session-expiry.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { showToast } from "#ui/toast.tsx";
import { CodeInput } from "./code-input.tsx";
import { SecretToScan } from "./secret-to-scan.tsx";
import { useConfirmTwoStep } from "./two-step.api.ts";
import { PART_TEXTS } from "./two-step-texts.ts";
import { ViewHeading } from "./view-heading.tsx";

type FirstCodeProps = {
  side: Side;
  secret: TwoStepSecret;
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
};

/** The secret, and the code that shows that it arrived. */
export function FirstCode({ side, secret, onDone, onCancel }: FirstCodeProps) {
  const confirm = useConfirmTwoStep(side);
  const { register, handleSubmit, getValues, setError, formState } = useForm({
    resolver: formResolver(codeForm),
    defaultValues: { code: "" },
  });
  const finish = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    showToast({
      title: "Inloggen in twee stappen staat aan",
      description: "Op je andere apparaten ben je uitgelogd.",
    });
    onDone(recoveryCodes);
  };
  const refuse = (error: unknown) => {
    if (showFieldProblems(error, { getValues, setError })) return;
    showToast({
      title: "Inloggen in twee stappen is niet aangezet",
      description: problemText(error, "Er is een fout opgetreden"),
      tone: "destructive",
    });
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ code }) => confirm.mutate(code, { onSuccess: finish, onError: refuse }))}
      className="flex flex-col gap-4"
    >
      <ViewHeading>Koppel je authenticator-app</ViewHeading>
      <SecretToScan language="nl" secret={secret} />
      <Field label={PART_TEXTS.nl.code} hint="De code die je app nu toont." error={formState.errors.code?.message}>
        <CodeInput kind="app" {...register("code")} />
      </Field>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onCancel}>
          Annuleren
        </Button>
        <Button type="submit" busy={confirm.isPending} busyLabel="Bezig...">
          Aanzetten
        </Button>
      </div>
    </form>
  );
}
