import { expect } from "vitest";
import { page } from "vitest/browser";
import { type SsoConnection, ssoRoutes } from "#contract/sso.ts";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { fieldErrorResponse } from "#web/testing/fake-server.ts";
import { SsoCard } from "./sso-card.tsx";
import { SsoSignInPage } from "./sso-sign-in.page.tsx";

const REDIRECT_URI = "https://app.voorbeeld.nl/login/sso/1";
const SSO: SsoConnection = {
  connection: {
    issuer: "https://login.voorbeeld.nl",
    clientId: "usa",
    domains: ["voorbeeld.nl"],
    ssoOnly: false,
    createsUsers: true,
    lastSignInAt: null,
  },
  redirectUri: REDIRECT_URI,
};

test("the card says what to register, and the form explains what is wrong", async ({ server }) => {
  server.handle(ssoRoutes.read, () => ({ connection: null, redirectUri: REDIRECT_URI }));
  await renderScreen(<SsoCard />);
  await expect.element(page.getByText(/Registreer eerst een applicatie/)).toHaveTextContent(REDIRECT_URI);
  await expect.element(page.getByRole("button", { name: "Kopieer het adres voor je inlogdienst" })).toBeVisible();
  await page.getByRole("button", { name: "Instellen" }).click();
  const dialog = page.getByRole("dialog", { name: "Inloggen via SSO" });
  await dialog.getByLabelText("Inlogdienst (issuer) *").fill("https://login.voorbeeld.nl");
  await dialog.getByLabelText("Client-id *").fill("usa");
  await dialog.getByLabelText("Geheim van de client *").fill("geheim");
  await dialog.getByLabelText("E-maildomeinen *").fill("Voorbeeld.nl, voorbeeld.be");
  server.handle(ssoRoutes.save, () =>
    fieldErrorResponse("domains", "voorbeeld.be is bij een ander bedrijf in gebruik."),
  );
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expect.element(dialog).toHaveTextContent("voorbeeld.be is bij een ander bedrijf in gebruik.");
  server.handle(ssoRoutes.save, () => SSO);
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast("SSO opgeslagen", "De instellingen gelden meteen.");
  expect(server.requestsOf(ssoRoutes.save).at(-1)?.body).toEqual({
    issuer: "https://login.voorbeeld.nl",
    clientId: "usa",
    clientSecret: "geheim",
    domains: ["voorbeeld.nl", "voorbeeld.be"],
    ssoOnly: false,
    createsUsers: false,
  });
  await expect.element(page.getByText("Toegestaan naast SSO")).toBeVisible();
});

test("removing asks first", async ({ server }) => {
  server.handle(ssoRoutes.read, () => SSO);
  await renderScreen(<SsoCard />);
  await page.getByRole("button", { name: "SSO verwijderen" }).click();
  server.handle(ssoRoutes.remove, () => ({ connection: null, redirectUri: REDIRECT_URI }));
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwijderen" }).click();
  await expect.element(page.getByText("SSO is nog niet ingesteld")).toBeVisible();
});

test("an address without SSO is told so", async ({ server }) => {
  await renderScreen(<SsoSignInPage />);
  server.refuse(ssoRoutes.start, 404, "Voor dit e-mailadres is inloggen via SSO niet ingesteld.");
  await page.getByLabelText("E-mailadres").fill("anna@voorbeeld.nl");
  await page.getByRole("button", { name: "Doorgaan" }).click();
  await expectErrorToast("Login mislukt", "Voor dit e-mailadres is inloggen via SSO niet ingesteld.");
});

test("the code is removed from the address bar and sent once", async ({ server }) => {
  sessionStorage.setItem("usa-sso", "token-van-dit-tabblad");
  server.refuse(ssoRoutes.finish, 403, "Deze aanmelding is verlopen. Log opnieuw in.");
  const { currentUrl } = await renderScreen(<SsoSignInPage />, { url: "/login/sso/1?code=abc&state=def" });
  await expect.poll(currentUrl).toBe("/login/sso/1");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Deze aanmelding is verlopen. Log opnieuw in.");
  const sent = server.requestsOf(ssoRoutes.finish).map(({ body }) => body);
  expect(sent).toEqual([{ browserToken: "token-van-dit-tabblad", path: "/login/sso/1", query: "code=abc&state=def" }]);
  await expect.element(page.getByLabelText("E-mailadres")).toBeVisible();
});
