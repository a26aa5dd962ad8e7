import { useForm } from "react-hook-form";
import type { AdminUser } from "#contract/users.ts";
import { changedValues } from "#lib/changed-values.ts";
import { useCurrentUser } from "#lib/current-user.ts";
import { showFieldProblems } from "#lib/field-problems.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { FormActions } from "#ui/form-dialog.tsx";
import { SwitchField } from "#ui/form-fields.tsx";
import { PasswordField, useGeneratedPassword } from "./password-field.tsx";
import { UserFields } from "./user-fields.tsx";
import { formOf, type UserEdit, type UserValues, userEdit } from "./user-form.ts";
import { useUpdateUser } from "./users.api.ts";

export function EditUserForm({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const ownAccount = useCurrentUser().id === user.id;
  const update = useUpdateUser();
  const form = useForm<UserValues, unknown, UserEdit>({
    resolver: formResolver(userEdit),
    defaultValues: formOf(user),
  });
  const { control, handleSubmit, setValue, formState } = form;
  const { dirtyFields } = formState;
  const password = useGeneratedPassword((made) =>
    setValue("password", made, { shouldDirty: true, shouldValidate: true }),
  );
  const save = (values: UserEdit) =>
    update.mutate(
      { id: user.id, change: changedValues(values, dirtyFields) },
      { onSuccess: onDone, onError: (error) => showFieldProblems(error, form) },
    );
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
      <UserFields control={control} ownAccount={ownAccount} />
      <PasswordField
        control={control}
        label="Nieuw wachtwoord"
        hint="Blijft dit leeg, dan houdt de gebruiker het huidige wachtwoord."
        generated={password.generated}
        onGenerate={password.generate}
      />
      <SwitchField
        control={control}
        name="isActive"
        label="Actief"
        disabled={ownAccount}
        hint={
          ownAccount
            ? "Je kunt je eigen account niet deactiveren."
            : "Wie inactief is, wordt uitgelogd en kan niet inloggen."
        }
      />
      <FormActions busy={update.isPending} />
    </form>
  );
}
