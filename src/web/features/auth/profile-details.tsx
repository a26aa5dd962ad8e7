import { useForm, useWatch } from "react-hook-form";
import type { SessionUser } from "#contract/auth.ts";
import { type ProfileFormValues, profileFormSchema } from "#contract/forms.ts";
import { errorMessage } from "#lib/api/api.ts";
import { formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";

import { Button } from "#ui/button/button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Field } from "#ui/field/field.tsx";
import { Input } from "#ui/field/input.tsx";
import { useUpdateProfile } from "./auth.api.ts";
import { PasswordField } from "./password-fields.tsx";

const isSameEmail = (email: string, otherEmail: string | null): boolean =>
  email.trim().toLowerCase() === (otherEmail ?? "").trim().toLowerCase();

/** The contract's form schema, plus: a different e-mail address requires the current password. */
export const profileSchemaFor = (storedEmail: string | null) =>
  profileFormSchema.refine(
    ({ email, currentPassword }) => isSameEmail(email, storedEmail) || Boolean(currentPassword),
    {
      path: ["currentPassword"],
      message: "Vul je huidige wachtwoord in om je e-mailadres te wijzigen.",
    },
  );

const toFormValues = ({ firstName, lastName, email }: SessionUser) => ({
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  email: email ?? "",
  currentPassword: "",
});

export function ProfileDetails({ user }: { user: SessionUser }) {
  const update = useUpdateProfile();
  const { register, control, handleSubmit, getValues, setError, reset, formState } = useForm({
    resolver: formResolver(profileSchemaFor(user.email)),
    defaultValues: toFormValues(user),
  });
  const { errors } = formState;
  const changesEmail = !isSameEmail(useWatch({ control, name: "email" }), user.email);

  const save = ({ currentPassword, ...details }: ProfileFormValues) =>
    update.mutate(changesEmail ? { ...details, currentPassword } : details, {
      onSuccess: (saved) => {
        reset(toFormValues(saved));
        showToast({
          title: "Gegevens opgeslagen",
          description: changesEmail
            ? `Open de link die we naar ${details.email} hebben gestuurd. Daarna geldt je nieuwe e-mailadres.`
            : "Je naam en e-mailadres zijn bijgewerkt.",
        });
      },
      onError: (error) => {
        if (showFieldErrors(error, { getValues, setError })) return;
        showToast({
          title: "Gegevens niet opgeslagen",
          description: errorMessage(error, "Er ging iets mis bij het opslaan van je gegevens."),
          tone: "destructive",
        });
      },
    });

  return (
    <form noValidate onSubmit={handleSubmit(save)} className="mt-5 flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Voornaam" error={errors.firstName?.message}>
          <Input {...register("firstName")} required autoComplete="given-name" />
        </Field>
        <Field label="Achternaam" error={errors.lastName?.message}>
          <Input {...register("lastName")} required autoComplete="family-name" />
        </Field>
      </div>
      <Field label="E-mailadres" error={errors.email?.message}>
        <Input {...register("email")} required type="email" autoComplete="email" spellCheck={false} />
      </Field>
      {changesEmail && (
        <PasswordField
          label="Huidig wachtwoord"
          hint="Nodig om je e-mailadres te wijzigen. Je krijgt een link op het nieuwe adres."
          error={errors.currentPassword}
          autoComplete="current-password"
          {...register("currentPassword")}
        />
      )}
      <Button type="submit" busy={update.isPending} busyLabel="Opslaan..." className="sm:self-end">
        Opslaan
      </Button>
    </form>
  );
}
