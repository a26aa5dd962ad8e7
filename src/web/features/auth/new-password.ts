import { z } from "zod";
import { password } from "#contract/auth-forms.ts";
import { showToast, type ToastMessage } from "#ui/toast.tsx";

/** What a screen asks for a new password, beside the fields. The password itself is judged by `newPasswordProblem`. */
export const newPasswordFields = z.object({
  newPassword: z.string().min(1, "Vul een nieuw wachtwoord in."),
  confirmation: z.string().min(1, "Vul je nieuwe wachtwoord nog een keer in."),
});
export type NewPassword = z.infer<typeof newPasswordFields>;

type NewPasswordProblem = { field: keyof NewPassword; toast: ToastMessage };

const problem = (field: keyof NewPassword, title: string, description: string): NewPasswordProblem => ({
  field,
  toast: { title, description, tone: "destructive" },
});

/** Whether the two agree comes first: whoever mistyped one of them should not hear about its length. */
export const newPasswordProblem = ({ newPassword, confirmation }: NewPassword): NewPasswordProblem | undefined => {
  if (newPassword !== confirmation) {
    return problem(
      "confirmation",
      "Wachtwoorden komen niet overeen",
      "Controleer of beide wachtwoorden hetzelfde zijn.",
    );
  }
  const [issue] = password.safeParse(newPassword).error?.issues ?? [];
  if (!issue) return undefined;
  return problem("newPassword", issue.code === "too_big" ? "Wachtwoord te lang" : "Wachtwoord te kort", issue.message);
};

/** Says what is wrong with them, if anything, and with which of the two. */
export const tellNewPasswordProblem = (values: NewPassword): keyof NewPassword | undefined => {
  const found = newPasswordProblem(values);
  if (found) showToast(found.toast);
  return found?.field;
};
