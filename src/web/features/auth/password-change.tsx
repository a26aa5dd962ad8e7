import { useForm } from "react-hook-form";
import type { z } from "zod";
import { passwordFormSchema } from "#contract/forms.ts";
import { errorMessage } from "#lib/api/api.ts";
import { formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";

import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { useChangePassword } from "./auth.api.ts";
import { NewPasswordInputs, newPasswordSchema, PasswordField, showNewPasswordError } from "./password-fields.tsx";

const passwordChangeSchema = passwordFormSchema.pick({ currentPassword: true }).extend(newPasswordSchema.shape);
type PasswordChangeValues = z.infer<typeof passwordChangeSchema>;

export function PasswordChange({ username }: { username: string }) {
  const change = useChangePassword();
  const { register, handleSubmit, getValues, setError, clearErrors, reset, formState } = useForm({
    resolver: formResolver(passwordChangeSchema),
    defaultValues: { currentPassword: "", newPassword: "", confirmation: "" },
  });
  const { errors } = formState;

  const save = (values: PasswordChangeValues) => {
    if (showNewPasswordError(values, setError)) return;
    const { currentPassword, newPassword } = values;
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          reset();
          showToast({ title: "Wachtwoord gewijzigd", description: "Op je andere apparaten ben je uitgelogd." });
        },
        onError: (error) => {
          if (showFieldErrors(error, { getValues, setError })) return;
          showToast({
            title: "Wachtwoord niet gewijzigd",
            description: errorMessage(error, "Er ging iets mis bij het wijzigen van je wachtwoord."),
            tone: "destructive",
          });
        },
      },
    );
  };

  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      {/* Password managers need the username to know which password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Huidig wachtwoord"
        error={errors.currentPassword}
        autoComplete="current-password"
        {...register("currentPassword")}
      />
      <NewPasswordInputs
        newPassword={register("newPassword", { onChange: () => clearErrors("confirmation") })}
        confirmation={register("confirmation")}
        errors={errors}
      />
      <Button type="submit" busy={change.isPending} busyLabel="Bezig..." className="sm:self-end">
        Wachtwoord wijzigen
      </Button>
    </form>
  );
}
