import { expect } from "vitest";
import { page } from "vitest/browser";
import { type TwoStepStatus, twoStepRoutes } from "#contract/two-step.ts";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, fieldErrorResponse } from "#web/testing/fake-server.ts";
import { TwoStepPanel } from "./two-step-panel.tsx";

const OFF: TwoStepStatus = { enabled: false, enabledAt: null, recoveryCodesLeft: 0, required: false };
const ON: TwoStepStatus = {
  enabled: true,
  enabledAt: "2026-11-14T08:30:00.000Z",
  recoveryCodesLeft: 2,
  required: false,
};
const CODES = Array.from({ length: 10 }, (_, index) => `AAAA-000${index}`);

const showPanel = async (server: FakeServer, status: TwoStepStatus) => {
  server.handle(twoStepRoutes.status, () => status);
  await renderScreen(<TwoStepPanel sessionKind="main" username="anna" />);
};

const button = (name: string) => page.getByRole("button", { name, exact: true });
const codeField = () => page.getByLabelText("Code", { exact: true });
const fillPassword = (password: string) => page.getByLabelText("Wachtwoord", { exact: true }).fill(password);

test("turning on asks for the password, shows the secret and a first code, and ends with recovery codes", async ({
  server,
}) => {
  await showPanel(server, OFF);
  server.handle(twoStepRoutes.start, () => ({ secret: "ABCDEFGH", otpauthUri: "otpauth://totp/a?secret=ABCDEFGH" }));
  await button("Aanzetten").click();
  await expect.element(page.getByLabelText("Wachtwoord", { exact: true })).toHaveFocus();
  await fillPassword("welkom123");
  await button("Verder").click();

  await expect.element(page.getByRole("heading", { name: "Koppel je authenticator-app" })).toHaveFocus();
  await expect.element(page.getByText("ABCD EFGH")).toBeVisible();
  await expect.element(page.getByRole("img", { name: "QR-code voor je authenticator-app" })).toBeVisible();
  const code = page.getByLabelText("Code van zes cijfers");
  await expect.element(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect.element(code).toHaveAttribute("inputmode", "numeric");
  await button("Aanzetten").click();
  expect(server.requestsOf(twoStepRoutes.confirm)).toEqual([]);
  server.handle(twoStepRoutes.confirm, () => fieldErrorResponse("code", "Deze code klopt niet."));
  await code.fill("000000");
  await button("Aanzetten").click();
  await expect.element(code).toHaveAccessibleDescription(/Deze code klopt niet\./);
  server.handle(twoStepRoutes.confirm, () => ({ recoveryCodes: CODES }));
  await code.fill("123456");
  await button("Aanzetten").click();

  await expectToast("Inloggen in twee stappen staat aan", "Op je andere apparaten ben je uitgelogd.");
  expect(server.requestsOf(twoStepRoutes.confirm)).toHaveLength(2);
  await expect.element(page.getByRole("heading", { name: "Bewaar je herstelcodes" })).toHaveFocus();
  expect(page.getByRole("listitem").elements()).toHaveLength(CODES.length);
  server.handle(twoStepRoutes.status, () => ON);
  await button("Klaar").click();
  await expect.element(page.getByRole("heading", { name: /Inloggen in twee stappen/ })).toHaveFocus();
});

test("a wrong password marks its field, and Annuleren goes back", async ({ server }) => {
  await showPanel(server, OFF);
  const problem = "Je huidige wachtwoord klopt niet.";
  server.handle(twoStepRoutes.start, () => fieldErrorResponse("currentPassword", problem));
  await button("Aanzetten").click();
  await fillPassword("verkeerd");
  await button("Verder").click();
  await expect.element(page.getByLabelText("Wachtwoord", { exact: true })).toHaveAccessibleDescription(problem);
  await button("Annuleren").click();
  await expect.element(button("Aanzetten")).toBeVisible();
});

test("turning off asks for the password and a code, and confirms with a toast", async ({ server }) => {
  await showPanel(server, ON);
  await expect.element(page.getByText("2 van de 10")).toBeVisible();
  await button("Uitzetten").click();
  await fillPassword("welkom123");
  await button("Uitzetten").click();
  await expect.element(codeField()).toHaveAccessibleDescription(/Vul de code in\./);
  expect(server.requestsOf(twoStepRoutes.turnOff)).toEqual([]);
  const problem = "Deze code klopt niet of is al gebruikt.";
  server.handle(twoStepRoutes.turnOff, () => fieldErrorResponse("code", problem));
  await codeField().fill("000000");
  await button("Uitzetten").click();
  await expect.element(codeField()).toHaveAccessibleDescription(new RegExp(problem));
  await expect.element(codeField()).toHaveFocus();
  server.handle(twoStepRoutes.turnOff, () => ({ message: "Inloggen in twee stappen staat uit." }));
  server.handle(twoStepRoutes.status, () => OFF);
  await codeField().fill("AAAA-0000");
  await button("Uitzetten").click();
  await expectToast("Uitgezet", "Inloggen in twee stappen staat uit.");
  await expect.element(button("Aanzetten")).toBeVisible();
  expect(server.requestsOf(twoStepRoutes.turnOff)[1]?.body).toEqual({
    currentPassword: "welkom123",
    code: "AAAA-0000",
  });
});

test("two-step sign-in cannot be turned off where it is required", async ({ server }) => {
  await showPanel(server, { ...ON, required: true });
  await expect.element(button("Uitzetten")).toHaveAttribute("aria-disabled", "true");
});

test("a failure to renew the recovery codes shows an error and keeps the form open", async ({ server }) => {
  await showPanel(server, ON);
  server.breakRoute(twoStepRoutes.renewCodes);
  await button("Nieuwe herstelcodes").click();
  await fillPassword("welkom123");
  await codeField().fill("123456");
  await button("Maak nieuwe codes").click();
  await expectErrorToast("Geen nieuwe herstelcodes gemaakt", "Er is een fout opgetreden");
  await expect.element(button("Maak nieuwe codes")).toBeVisible();
});

test("copying the recovery codes shows an error where the browser has no clipboard", async ({ server }) => {
  await showPanel(server, ON);
  server.handle(twoStepRoutes.renewCodes, () => ({ recoveryCodes: CODES }));
  await button("Nieuwe herstelcodes").click();
  await fillPassword("welkom123");
  await codeField().fill("123456");
  await button("Maak nieuwe codes").click();
  await expect.element(button("Kopiëren")).toBeVisible();
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  try {
    await button("Kopiëren").click();
    await expectErrorToast("Niet gekopieerd", "Je browser laat kopiëren niet toe. Download de codes.");
  } finally {
    // The property of the prototype is visible again.
    Reflect.deleteProperty(navigator, "clipboard");
  }
});
