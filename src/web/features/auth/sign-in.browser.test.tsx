import { beforeEach, describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { authRoutes, type SessionUser } from "#contract/auth.ts";
import { systemRoutes } from "#contract/system.ts";
import { twoStepRoutes } from "#contract/two-step.ts";
import { rememberAskedPage } from "#lib/session/session.ts";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { ConfirmEmailPage } from "./confirm-email.page.tsx";
import { ForgotPasswordPage } from "./forgot-password.page.tsx";
import { AdminLoginPage, LoginPage } from "./login.page.tsx";
import { AdminResetPasswordPage, ResetPasswordPage } from "./reset-password.page.tsx";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });

const refusal = (status: number, code: string, message: string) =>
  Response.json({ error: message, message, code }, { status });

describe("signing in", () => {
  test("says whom to ask for an account", async ({ server }) => {
    server.handle(systemRoutes.contact, () => ({ email: "hallo@voorbeeld.nl" }));
    await renderScreen(<LoginPage />);
    await expect.element(page.getByText(/Een beheerder van je bedrijf kan je uitnodigen/)).toBeVisible();
    const address = page.getByRole("link", { name: "hallo@voorbeeld.nl" });
    await expect.element(address).toHaveAttribute("href", "mailto:hallo@voorbeeld.nl");
  });

  test("names no contact for new customers where none is set", async ({ server }) => {
    await renderScreen(<LoginPage />);
    await expect.element(page.getByText(/Een beheerder van je bedrijf kan je uitnodigen/)).toBeVisible();
    await expect.poll(() => server.requestsOf(systemRoutes.contact)).toHaveLength(1);
    expect(document.body.textContent).not.toContain("Nog geen klant?");
  });

  test("needs a username and a password", async () => {
    await renderScreen(<LoginPage />);
    await button("Inloggen").click();
    await expect.element(field("Gebruikersnaam")).toHaveFocus();
    await expect.element(field("Gebruikersnaam")).toHaveAccessibleDescription("Vul je gebruikersnaam in.");
    await expect.element(field("Wachtwoord")).toHaveAccessibleDescription("Vul je wachtwoord in.");
    await expect.element(field("Gebruikersnaam")).toHaveAttribute("required");
    await expect.element(field("Wachtwoord")).toHaveAttribute("required");
  });

  test("to the admin panel needs a username and a password", async () => {
    await renderScreen(<AdminLoginPage />);
    await button("Sign In").click();
    await expect.element(field("Username")).toHaveFocus();
    for (const label of ["Username", "Password"]) {
      await expect.element(field(label)).toHaveAttribute("required");
      await expect.element(field(label)).toHaveAttribute("aria-invalid", "true");
    }
  });

  test("is busy meanwhile, and a wrong password is asked again", async ({ server }) => {
    server.handle(authRoutes.login, () =>
      refusal(401, "invalid_credentials", "Ongeldige gebruikersnaam of wachtwoord"),
    );
    const release = server.hold(authRoutes.login);
    await renderScreen(<LoginPage />);
    await field("Gebruikersnaam").fill("anna");
    await field("Wachtwoord").fill("verkeerd");
    await button("Inloggen").click();
    await expect.element(button("Inloggen...")).toBeVisible();
    release();
    await expectErrorToast("Login mislukt", "Ongeldige gebruikersnaam of wachtwoord");
    await expect.element(field("Wachtwoord")).toHaveFocus();
    await expect.element(field("Wachtwoord")).toHaveValue("");
    await button("Melding sluiten").click();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });
});

describe("the page after signing in", () => {
  const USER: SessionUser = {
    id: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a01",
    username: "anna",
    email: "anna@bakkerij.example",
    firstName: "Anna",
    lastName: "Bakker",
    role: "user",
    companyId: null,
    profileImageUrl: null,
  };
  beforeEach(() => sessionStorage.clear());

  test.for([
    ["the one that was asked for", "/all-leads?q=bakker", "/all-leads?q=bakker"],
    ["home without one", undefined, "/"],
    ["home for an address of another site", "//ander.example/pad", "/"],
  ])("is %s", async ([, asked, expected], { server }) => {
    server.handle(authRoutes.login, () => USER);
    if (asked) rememberAskedPage(asked);
    const { currentUrl } = await renderScreen(<LoginPage />, { url: "/login" });
    await field("Gebruikersnaam").fill("anna");
    await field("Wachtwoord").fill("welkom123");
    await button("Inloggen").click();
    await expect.poll(currentUrl).toBe(expected);
  });

  test.for([
    ["/admin/users", "/admin/users"],
    ["/admin/login", "/admin"],
  ])("of the admin panel is, from %s, %s", async ([url = "", expected], { server }) => {
    server.handle(authRoutes.adminLogin, () => USER);
    const { currentUrl } = await renderScreen(<AdminLoginPage />, { url });
    await field("Username").fill("anna");
    await field("Password").fill("welkom123");
    await button("Sign In").click();
    await expectToast("Login successful", "Welcome to the admin panel");
    await expect.poll(currentUrl).toBe(expected);
  });
});

describe("the second step", () => {
  const code = field("Code van zes cijfers");

  const showCodeStep = async (server: FakeServer) => {
    server.handle(authRoutes.login, () => ({ twoStep: true as const, challenge: "c1" }));
    await renderScreen(<LoginPage />);
    await field("Gebruikersnaam").fill("anna");
    await field("Wachtwoord").fill("welkom123");
    await button("Inloggen").click();
    await expect.element(code).toHaveFocus();
  };

  test("needs a code, and asks again for a wrong one", async ({ server }) => {
    await showCodeStep(server);
    await expect.element(code).toHaveAttribute("autocomplete", "one-time-code");
    await button("Inloggen").click();
    await expect.element(code).toHaveAccessibleDescription("Vul de code in.");
    server.handle(twoStepRoutes.signIn, () => refusal(401, "invalid_credentials", "Onjuist"));
    await code.fill("000000");
    await userEvent.keyboard("{Enter}");
    await expect.element(code).toHaveAccessibleDescription("Deze code klopt niet of is al gebruikt.");
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveValue("");
  });

  test("takes a recovery code instead", async ({ server }) => {
    await showCodeStep(server);
    await button("Gebruik een herstelcode").click();
    await expect.element(field("Herstelcode")).toHaveFocus();
  });

  test("starts again with the password when it has expired", async ({ server }) => {
    await showCodeStep(server);
    server.handle(twoStepRoutes.signIn, () => refusal(403, "expired", "Deze aanmelding is verlopen. Log opnieuw in."));
    await code.fill("123456");
    await button("Inloggen").click();
    await expectErrorToast("Login mislukt", "Deze aanmelding is verlopen. Log opnieuw in.");
    await expect.element(field("Gebruikersnaam")).toHaveFocus();
  });
});

describe("asking for a reset link", () => {
  test("needs a valid e-mail address", async () => {
    await renderScreen(<ForgotPasswordPage />);
    const address = field("E-mailadres");
    await expect.element(address).toHaveAttribute("required");
    for (const text of ["", "geen-adres"]) {
      await address.fill(text);
      await button("Verstuur reset link").click();
      await expect.element(address).toHaveFocus();
      await expect.element(address).toHaveAccessibleDescription("Vul een geldig e-mailadres in.");
    }
  });

  test("is busy meanwhile", async ({ server }) => {
    server.handle(authRoutes.forgotPassword, () => ({ message: "Verstuurd" }));
    const release = server.hold(authRoutes.forgotPassword);
    await renderScreen(<ForgotPasswordPage />);
    await field("E-mailadres").fill("niemand@voorbeeld.nl");
    await button("Verstuur reset link").click();
    await expect.element(button("Bezig...")).toBeVisible();
    release();
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Check je inbox");
  });
});

describe("choosing a new password", () => {
  const fillIn = async (password: string, confirmation = password) => {
    await field("Nieuw wachtwoord").fill(password);
    await field("Bevestig wachtwoord").fill(confirmation);
    await button("Wachtwoord wijzigen").click();
  };

  test("needs the same password twice, of at least six characters", async () => {
    await renderScreen(<ResetPasswordPage />, { url: "/reset-password?token=abc" });
    await expect.element(field("Nieuw wachtwoord")).toHaveAttribute("placeholder", "Minimaal 6 karakters");
    await button("Wachtwoord wijzigen").click();
    await expect.element(field("Nieuw wachtwoord")).toHaveAccessibleDescription("Vul een nieuw wachtwoord in.");
    await expect.element(field("Bevestig wachtwoord")).toHaveAttribute("aria-invalid", "true");
    await fillIn("kort", "anders");
    await expectErrorToast("Wachtwoorden komen niet overeen", "Controleer of beide wachtwoorden hetzelfde zijn.");
    await fillIn("kort");
    await expectErrorToast("Wachtwoord te kort", "Het wachtwoord moet minimaal 6 karakters lang zijn.");
    await expect
      .element(field("Nieuw wachtwoord"))
      .toHaveAccessibleDescription("Het wachtwoord moet minimaal 6 karakters lang zijn.");
  });

  test("names the inviter and the company of an invitation", async ({ server }) => {
    const invitation = {
      inviter: "Marieke Bosma",
      companyName: "Noorderlicht Sales B.V.",
      username: "sanne@voorbeeld.nl",
    };
    server.handle(authRoutes.readInvitation, () => ({ invitation }));
    await renderScreen(<ResetPasswordPage />, { url: "/reset-password?token=abc" });
    await expect
      .element(
        page.getByText(
          "Marieke Bosma heeft je voor de werkomgeving van Noorderlicht Sales B.V. uitgenodigd. Je gebruikersnaam is sanne@voorbeeld.nl.",
        ),
      )
      .toBeVisible();
    expect(server.requestsOf(authRoutes.readInvitation).map(({ body }) => body)).toEqual([{ token: "abc" }]);
  });

  test.for([
    ["of a link that was asked for", () => ({ invitation: null })],
    ["when it cannot be read", () => refusal(500, "internal", "Er is een onverwachte fout opgetreden.")],
  ] as const)("names nobody %s", async ([, respond], { server }) => {
    server.handle(authRoutes.readInvitation, respond);
    await renderScreen(<ResetPasswordPage />, { url: "/reset-password?token=abc" });
    await expect.element(field("Nieuw wachtwoord")).toBeVisible();
    await expect.poll(() => server.requestsOf(authRoutes.readInvitation)).toHaveLength(1);
    expect(document.body.textContent).not.toContain("uitgenodigd");
  });

  test("removes the token from the address bar, and still sends it", async ({ server }) => {
    const { currentUrl } = await renderScreen(<ResetPasswordPage />, { url: "/reset-password?token=abc" });
    await expect.poll(currentUrl).toBe("/reset-password");
    server.handle(authRoutes.resetPassword, () => ({ message: "Je wachtwoord is gewijzigd." }));
    await fillIn("een-nieuw-begin");
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Wachtwoord succesvol gewijzigd!");
    const sent = server.requestsOf(authRoutes.resetPassword).map(({ body }) => body);
    expect(sent).toEqual([{ token: "abc", password: "een-nieuw-begin" }]);
  });

  test("is busy meanwhile", async ({ server }) => {
    server.refuse(authRoutes.resetPassword, 400, "De reset link is ongeldig of verlopen.");
    const release = server.hold(authRoutes.resetPassword);
    await renderScreen(<ResetPasswordPage />, { url: "/reset-password?token=abc" });
    await fillIn("een-nieuw-begin");
    await expect.element(button("Bezig...")).toBeVisible();
    release();
    await expectErrorToast("Fout", "De reset link is ongeldig of verlopen.");
  });

  test.for([
    [ResetPasswordPage, "/forgot-password"],
    [AdminResetPasswordPage, "/admin/forgot-password"],
  ] as const)("without a token offers a new link (%#)", async ([Page, forgotPasswordPage]) => {
    await renderScreen(<Page />, { url: "/reset-password" });
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Ongeldige reset link");
    await expect.element(page.getByText("Deze wachtwoord reset link is ongeldig of verlopen.")).toBeVisible();
    await expectErrorToast("Ongeldige link", "De reset link is ongeldig of verlopen.");
    await expect
      .element(page.getByRole("link", { name: "Vraag een nieuwe link aan" }))
      .toHaveAttribute("href", forgotPasswordPage);
  });
});

describe("confirming a new e-mail address", () => {
  test("happens on a click, and the token leaves the address bar", async ({ server }) => {
    server.handle(authRoutes.confirmEmail, () => ({ message: "Je e-mailadres is gewijzigd." }));
    const { currentUrl } = await renderScreen(<ConfirmEmailPage />, { url: "/confirm-email?token=abc" });
    await expect.poll(currentUrl).toBe("/confirm-email");
    expect(server.requestsOf(authRoutes.confirmEmail)).toEqual([]);
    await button("E-mailadres bevestigen").click();
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("E-mailadres gewijzigd");
    expect(server.requestsOf(authRoutes.confirmEmail).map(({ body }) => body)).toEqual([{ token: "abc" }]);
  });

  test("says when the link does not work", async ({ server }) => {
    server.refuse(authRoutes.confirmEmail, 400, "De link is ongeldig of verlopen.");
    await renderScreen(<ConfirmEmailPage />, { url: "/confirm-email?token=abc" });
    await button("E-mailadres bevestigen").click();
    await expect.element(page.getByText("De link is ongeldig of verlopen.")).toBeVisible();
  });

  test("can be tried again after another failure", async ({ server }) => {
    server.breakRoute(authRoutes.confirmEmail);
    await renderScreen(<ConfirmEmailPage />, { url: "/confirm-email?token=abc" });
    await button("E-mailadres bevestigen").click();
    await expectErrorToast("Fout", "Er is een fout opgetreden");
    server.handle(authRoutes.confirmEmail, () => ({ message: "Je e-mailadres is gewijzigd." }));
    await button("E-mailadres bevestigen").click();
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("E-mailadres gewijzigd");
  });
});
