import { useForm, useWatch } from "react-hook-form";
import type { SessionUser } from "#contract/auth.ts";
import type { ProfileForm } from "#contract/auth-forms.ts";
import { problemText } from "#lib/api-error.ts";
import { showFieldProblems } from "#lib/field-problems.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { showToast } from "#ui/toast.tsx";
import { useUpdateProfile } from "./auth.api.ts";
import { PasswordField } from "./password-field.tsx";
import { isSameAddress, profileFields } from "./profile-fields.ts";

const fieldsOf = ({ firstName, lastName, email }: SessionUser) => ({
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  email: email ?? "",
  currentPassword: "",
});

export function ProfileDetails({ user }: { user: SessionUser }) {
  const update = useUpdateProfile();
  const { register, control, handleSubmit, getValues, setError, reset, formState } = useForm({
    resolver: formResolver(profileFields(user.email)),
    defaultValues: fieldsOf(user),
  });
  const { errors } = formState;
  const changesAddress = !isSameAddress(useWatch({ control, name: "email" }), user.email);

  const save = ({ currentPassword, ...names }: ProfileForm) =>
    update.mutate(changesAddress ? { ...names, currentPassword } : names, {
      onSuccess: (saved) => {
        reset(fieldsOf(saved));
        showToast({
          title: "Gegevens opgeslagen",
          description: changesAddress
            ? `Je e-mailadres is nu ${saved.email}.`
            : "Je naam en e-mailadres zijn bijgewerkt.",
        });
      },
      onError: (error) => {
        if (showFieldProblems(error, { getValues, setError })) return;
        showToast({
          title: "Gegevens niet opgeslagen",
          description: problemText(error, "Er ging iets mis bij het opslaan van je gegevens."),
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
      {changesAddress && (
        <PasswordField
          label="Huidig wachtwoord"
          hint="Nodig om je e-mailadres te wijzigen."
          problem={errors.currentPassword}
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
