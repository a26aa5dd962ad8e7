import { useForm } from "react-hook-form";
import { problemText } from "#lib/api-error.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";
import type { useResetPassword } from "./auth.api.ts";
import { type NewPassword, newPasswordFields, tellNewPasswordProblem } from "./new-password.ts";
import { NewPasswordInputs } from "./new-password-inputs.tsx";

type ResetPasswordFormProps = { reset: ReturnType<typeof useResetPassword>; token: string };

export function ResetPasswordForm({ reset, token }: ResetPasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: formResolver(newPasswordFields),
    defaultValues: { newPassword: "", confirmation: "" },
  });
  const { errors } = formState;
  const submit = (values: NewPassword) => {
    const wrong = tellNewPasswordProblem(values);
    if (wrong) {
      setError(wrong, { type: "rule" }, { shouldFocus: true });
      return;
    }
    reset.mutate(
      { token, password: values.newPassword },
      {
        onSuccess: ({ message }) => showToast({ title: "Wachtwoord gewijzigd", description: message }),
        onError: (error) =>
          showToast({
            title: "Fout",
            description: problemText(error, "Er is een fout opgetreden"),
            tone: "destructive",
          }),
      },
    );
  };
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="flex flex-col gap-4">
      <NewPasswordInputs
        newPassword={register("newPassword")}
        confirmation={register("confirmation")}
        problems={errors}
      />
      <Button type="submit" busy={reset.isPending} busyLabel="Bezig..." className="mt-2 w-full">
        Wachtwoord wijzigen
      </Button>
    </form>
  );
}
