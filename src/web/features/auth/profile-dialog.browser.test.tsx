import { useState } from "react";
import { describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { authRoutes, type SessionUser } from "#contract/auth.ts";
import { twoStepRoutes } from "#contract/two-step.ts";
import { Button } from "#ui/button/button.tsx";
import { expectErrorToast, expectToast, focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, fieldErrorResponse } from "#web/testing/fake-server.ts";
import { ProfileDialog } from "./profile-dialog.tsx";

const USER: SessionUser = {
  id: "1",
  username: "anna",
  email: "anna@bakkerij.example",
  firstName: "Anna",
  lastName: "Bakker",
  role: "user",
  companyId: "2",
  profileImageUrl: null,
};

const Profile = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Profiel openen</Button>
      <ProfileDialog open={open} onOpenChange={setOpen} user={USER} />
    </>
  );
};

const dialog = page.getByRole("dialog", { name: "Profiel" });
const opener = page.getByRole("button", { name: "Profiel openen" });
const tab = (name: string) => dialog.getByRole("tab", { name });
const panel = (name: string) => dialog.getByRole("tabpanel", { name });

const openProfile = async (server: FakeServer) => {
  server.handle(twoStepRoutes.status, () => ({
    enabled: false,
    enabledAt: null,
    recoveryCodesLeft: 0,
    required: false,
  }));
  server.handle(authRoutes.listSessions, () => []);
  await renderScreen(<Profile />);
  await expect.element(opener).toBeVisible();
  focus(opener);
  await userEvent.keyboard("{Enter}");
  await expect.element(tab("Gegevens")).toHaveFocus();
};

test("a click beside the dialog does not close it", async ({ server }) => {
  await openProfile(server);
  await panel("Gegevens").getByLabelText("Voornaam").fill("Annelies");
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });
  await expect.element(panel("Gegevens").getByLabelText("Voornaam")).toHaveValue("Annelies");
});

test("Ctrl+Enter submits the form of the tab that is shown", async ({ server }) => {
  await openProfile(server);
  server.handle(authRoutes.changePassword, () => ({ message: "Gewijzigd" }));
  await tab("Wachtwoord").click();
  const form = panel("Wachtwoord");
  await form.getByLabelText("Huidig wachtwoord", { exact: true }).fill("welkom123");
  await form.getByLabelText("Nieuw wachtwoord", { exact: true }).fill("een langer wachtwoord");
  await form.getByLabelText("Bevestig wachtwoord", { exact: true }).fill("een langer wachtwoord");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => server.requestsOf(authRoutes.changePassword).length).toBe(1);
  expect(server.requestsOf(authRoutes.updateProfile)).toEqual([]);
});

describe("the keyboard", () => {
  test("stays in the dialog and moves between its tabs; closing returns the focus", async ({ server }) => {
    await openProfile(server);
    for (const key of ["{Tab}", "{Shift>}{Tab}{/Shift}"]) {
      for (let presses = 0; presses < 12; presses++) {
        await userEvent.keyboard(key);
        expect(dialog.element().contains(document.activeElement)).toBe(true);
      }
    }
    focus(tab("Gegevens"));
    for (const name of ["Wachtwoord", "Twee stappen", "Sessies"]) {
      await userEvent.keyboard("{ArrowRight}");
      await expect.element(tab(name)).toHaveFocus();
    }
    const signOutEverywhere = dialog.getByRole("button", { name: "Overal uitloggen" });
    await expect.element(signOutEverywhere).toBeVisible();
    focus(signOutEverywhere);
    await userEvent.keyboard("{Enter}");
    const confirmation = page.getByRole("alertdialog", { name: "Overal uitloggen?" });
    await expect.element(confirmation.getByRole("button", { name: "Annuleren" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(confirmation).not.toBeInTheDocument();
    await expect.element(signOutEverywhere).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  test("an Escape typed while a confirmation opens closes only the confirmation", async ({ server }) => {
    await openProfile(server);
    await tab("Sessies").click();
    let typed = false;
    const typeEscape = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.closest("[role=alertdialog]")) return;
      document.removeEventListener("focusin", typeEscape);
      typed = true;
      target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    };
    document.addEventListener("focusin", typeEscape);
    await dialog.getByRole("button", { name: "Overal uitloggen" }).click();
    await expect.poll(() => typed).toBe(true);
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
    await expect.element(dialog).toBeVisible();
  });
});

describe("the details", () => {
  const save = panel("Gegevens").getByRole("button", { name: "Opslaan" });

  test("need a first name", async ({ server }) => {
    await openProfile(server);
    await dialog.getByLabelText("Voornaam").fill("");
    await save.click();
    await expect.element(dialog.getByLabelText("Voornaam")).toHaveAccessibleDescription("Vul je voornaam in.");
    expect(server.requestsOf(authRoutes.updateProfile)).toEqual([]);
  });

  test("need the right password for another e-mail address", async ({ server }) => {
    await openProfile(server);
    await dialog.getByLabelText("E-mailadres").fill("nieuw@bakkerij.example");
    const password = panel("Gegevens").getByLabelText("Huidig wachtwoord");
    await password.fill("verkeerd");
    server.handle(authRoutes.updateProfile, () =>
      fieldErrorResponse("currentPassword", "Je huidige wachtwoord klopt niet."),
    );
    await save.click();
    await expect.element(password).toHaveAccessibleDescription(/Je huidige wachtwoord klopt niet\./);
    server.handle(authRoutes.updateProfile, () => USER);
    await password.fill("welkom123");
    await save.click();
    await expectToast(
      "Gegevens opgeslagen",
      "Open de link die we naar nieuw@bakkerij.example hebben gestuurd. Daarna geldt je nieuwe e-mailadres.",
    );
  });

  test("refuse a picture that is not an image", async ({ server }) => {
    await openProfile(server);
    const input = dialog.element().querySelector("input[type=file]");
    if (!(input instanceof HTMLInputElement)) throw new Error("no file input");
    await userEvent.upload(input, new File(["geen foto"], "foto.png", { type: "image/png" }));
    await expectErrorToast(
      "Foto niet gewijzigd",
      "Dit bestand is geen afbeelding die we kunnen lezen. Kies een PNG, JPEG of WebP.",
    );
  });
});

test("a new password is entered twice, is long enough and needs the current one", async ({ server }) => {
  await openProfile(server);
  await tab("Wachtwoord").click();
  const form = panel("Wachtwoord");
  const change = async (current: string, newPassword: string, confirmation = newPassword) => {
    await form.getByLabelText("Huidig wachtwoord").fill(current);
    await form.getByLabelText("Nieuw wachtwoord").fill(newPassword);
    await form.getByLabelText("Bevestig wachtwoord").fill(confirmation);
    await form.getByRole("button", { name: "Wachtwoord wijzigen" }).click();
  };
  await change("welkom123", "een-nieuw-begin", "iets-anders");
  await expectErrorToast("Wachtwoorden komen niet overeen", "Controleer of beide wachtwoorden hetzelfde zijn.");
  const confirmation = form.getByLabelText("Bevestig wachtwoord");
  await expect.element(confirmation).toHaveAccessibleDescription("Controleer of beide wachtwoorden hetzelfde zijn.");
  await form.getByLabelText("Nieuw wachtwoord").fill("iets-anders");
  await expect.element(confirmation).not.toHaveAccessibleDescription();
  await change("welkom123", "kort");
  await expectErrorToast("Wachtwoord te kort", "Het wachtwoord moet minimaal 6 karakters lang zijn.");
  server.handle(authRoutes.changePassword, () =>
    fieldErrorResponse("currentPassword", "Je huidige wachtwoord klopt niet."),
  );
  await change("verkeerd", "een-nieuw-begin");
  await expect
    .element(form.getByLabelText("Huidig wachtwoord"))
    .toHaveAccessibleDescription("Je huidige wachtwoord klopt niet.");
});
