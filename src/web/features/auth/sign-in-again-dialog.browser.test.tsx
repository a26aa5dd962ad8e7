import { useState } from "react";
import { afterEach, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { authRoutes, type SessionUser } from "#contract/auth.ts";
import { twoStepRoutes } from "#contract/two-step.ts";
import { type SessionKind, setSessionExpired, useCurrentUser, useSessionExpired } from "#lib/session/session.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Textarea } from "#ui/field/input.tsx";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { SignInAgainDialog } from "./sign-in-again-dialog.tsx";

const refusal = (code: string, message: string) => Response.json({ error: message, message, code }, { status: 401 });

/** A screen with an open dialog, over which the session ends. */
function Editor({ sessionKind, onUser }: { sessionKind: SessionKind; onUser: (user: SessionUser) => void }) {
  const user = useCurrentUser();
  const expired = useSessionExpired(sessionKind);
  const [text, setText] = useState("");
  onUser(user);
  return (
    <>
      <FormDialog open onClose={() => undefined} title="Bericht">
        <Textarea aria-label="Tekst" value={text} onChange={(event) => setText(event.target.value)} />
      </FormDialog>
      {expired && <SignInAgainDialog sessionKind={sessionKind} user={user} />}
    </>
  );
}

const dialog = page.getByRole("dialog", { name: "Je sessie is verlopen" });

/** Types a text, and ends the session. Returns the user of the session. */
const endWhileTyping = async (sessionKind: SessionKind): Promise<SessionUser> => {
  let user: SessionUser | undefined;
  await renderScreen(<Editor sessionKind={sessionKind} onUser={(current) => (user = current)} />);
  await page.getByLabelText("Tekst").fill("Half getypt");
  setSessionExpired(sessionKind);
  const password = dialog.getByLabelText(sessionKind === "main" ? "Wachtwoord" : "Password", { exact: true });
  await expect.element(password).toHaveFocus();
  if (!user) throw new Error("no user");
  return user;
};

const expectContinued = async () => {
  await expectToast("Login succesvol", "Je kunt verder waar je was.");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Tekst")).toHaveValue("Half getypt");
};

afterEach(() => setSessionExpired(undefined));

test("signing in again keeps the place and what was typed", async ({ server }) => {
  const user = await endWhileTyping("main");
  server.handle(authRoutes.login, () => refusal("invalid_credentials", "Ongeldige gebruikersnaam of wachtwoord"));
  await userEvent.keyboard("fout{Enter}");
  await expectErrorToast("Login mislukt", "Ongeldige gebruikersnaam of wachtwoord");
  server.handle(authRoutes.login, () => user);
  // The refused password is cleared after the toast.
  await expect.element(dialog.getByLabelText("Wachtwoord", { exact: true })).toHaveValue("");
  await dialog.getByLabelText("Wachtwoord", { exact: true }).fill("welkom123");
  await userEvent.keyboard("{Enter}");
  await expectContinued();
  expect(server.requestsOf(authRoutes.login).at(-1)?.body).toEqual({ username: user.username, password: "welkom123" });
});

test("in the admin panel too, with a recovery code", async ({ server }) => {
  const user = await endWhileTyping("admin");
  server.handle(authRoutes.adminLogin, () => ({ twoStep: true as const, challenge: "c1" }));
  await userEvent.keyboard("welkom123{Enter}");
  await dialog.getByRole("button", { name: "Use a recovery code" }).click();
  server.handle(twoStepRoutes.adminSignIn, () => ({ ...user, recoveryCodesLeft: 9 }));
  await dialog.getByLabelText("Recovery code").fill("AAAA-0001");
  await userEvent.keyboard("{Enter}");
  await expectContinued();
});

test("Escape asks before it gives up what was typed", async () => {
  await endWhileTyping("main");
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("alertdialog", { name: "Niet opnieuw inloggen?" });
  await question.getByRole("button", { name: "Annuleren" }).click();
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByLabelText("Tekst")).toHaveValue("Half getypt");
});
