import { useState } from "react";
import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { authRoutes, type SessionUser } from "#contract/auth.ts";
import { setSessionExpired, useCurrentUser, useSessionExpired } from "#lib/session/session.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Textarea } from "#ui/field/input.tsx";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { SignInAgainDialog } from "./sign-in-again-dialog.tsx";

const refusal = (code: string, message: string) => Response.json({ error: message, message, code }, { status: 401 });

/** A screen with an open dialog, over which the session ends. */
function Editor({ onUser }: { onUser: (user: SessionUser) => void }) {
  const user = useCurrentUser();
  const expired = useSessionExpired();
  const [text, setText] = useState("");
  onUser(user);
  return (
    <>
      <FormDialog open onClose={() => undefined} title="Bericht">
        <Textarea aria-label="Tekst" value={text} onChange={(event) => setText(event.target.value)} />
      </FormDialog>
      {expired && <SignInAgainDialog user={user} />}
    </>
  );
}

test("signing in again keeps the place and what was typed", async ({ server }) => {
  let user: SessionUser | undefined;
  await renderScreen(<Editor onUser={(current) => (user = current)} />);
  await page.getByLabelText("Tekst").fill("Half getypt");
  setSessionExpired(true);
  const dialog = page.getByRole("dialog", { name: "Je sessie is verlopen" });
  const password = dialog.getByLabelText("Wachtwoord", { exact: true });
  await expect.element(password).toHaveFocus();

  server.handle(authRoutes.login, () => refusal("invalid_credentials", "Ongeldige gebruikersnaam of wachtwoord"));
  await userEvent.keyboard("fout{Enter}");
  await expectErrorToast("Login mislukt", "Ongeldige gebruikersnaam of wachtwoord");
  if (!user) throw new Error("no user");
  const signedIn = user;
  server.handle(authRoutes.login, () => signedIn);
  await password.fill("welkom123");
  await userEvent.keyboard("{Enter}");
  await expectToast("Login succesvol", "Je kunt verder waar je was.");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Tekst")).toHaveValue("Half getypt");
  expect(server.requestsOf(authRoutes.login).at(-1)?.body).toEqual({
    username: signedIn.username,
    password: "welkom123",
  });
});
