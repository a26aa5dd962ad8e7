import { useForm } from "react-hook-form";
import { type NewUser, newUser } from "#contract/user-form.ts";
import { showFieldProblems } from "#lib/field-problems.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { FormActions } from "#ui/form-dialog.tsx";
import { SwitchField } from "#ui/form-fields.tsx";
import { PasswordField, useGeneratedPassword } from "./password-field.tsx";
import { UserFields } from "./user-fields.tsx";
import { NEW_USER, type UserValues } from "./user-form.ts";
import { useCreateUser } from "./users.api.ts";

export function NewUserForm({ onDone }: { onDone: () => void }) {
  const create = useCreateUser();
  const form = useForm<UserValues, unknown, NewUser>({ resolver: formResolver(newUser), defaultValues: NEW_USER });
  const { control, handleSubmit, getValues, setValue } = form;
  const password = useGeneratedPassword((made) => setValue("password", made, { shouldValidate: true }));
  const save = (values: NewUser) =>
    create.mutate(values, { onSuccess: onDone, onError: (error) => showFieldProblems(error, form) });
  // Who is invited chooses a password of their own: nobody has to think one up here.
  const invite = (on: boolean) => on && getValues("password") === "" && password.generate();
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <UserFields control={control} />
      <PasswordField
        control={control}
        label="Wachtwoord"
        required
        generated={password.generated}
        onGenerate={password.generate}
      />
      <SwitchField
        control={control}
        name="sendInvitation"
        label="Stuur uitnodiging"
        hint="Een e-mail met een link om zelf een wachtwoord te kiezen."
        onTurned={invite}
      />
      <FormActions busy={create.isPending} />
    </form>
  );
}
