import { profileForm } from "#contract/auth-forms.ts";

export const isSameAddress = (one: string, other: string | null): boolean =>
  one.trim().toLowerCase() === (other ?? "").trim().toLowerCase();

/** The contract's form, with what it can only ask when the stored address is known. */
export const profileFields = (storedEmail: string | null) =>
  profileForm.refine(({ email, currentPassword }) => isSameAddress(email, storedEmail) || Boolean(currentPassword), {
    path: ["currentPassword"],
    message: "Vul je huidige wachtwoord in om je e-mailadres te wijzigen.",
  });
