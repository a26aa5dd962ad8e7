import { failApiCall, holdApiCall } from "./browser/network.ts";
import { fillSignIn, signIn } from "./browser/sign-in.ts";
import { closeToast, expectErrorToast, expectToast } from "./browser/toast.ts";
import { createAccount } from "./product/accounts.ts";
import { expect, test } from "./test.ts";

const MENU = [
  ["Rated Leads", "/rated-leads"],
  ["All Leads", "/all-leads"],
  ["Search Leads", "/search-leads"],
  ["ADD Leads", "/add-leads"],
  ["Hot Leads", "/hot-leads"],
  ["Accepted Invitations", "/accepted-invitations"],
  ["Ice Breakers", "/"],
  ["Follow-up Messages", "/berichten"],
  ["Messages Queued", "/messages-queued"],
  ["Messages SENT", "/messages-sent"],
  ["Inbox", "/inbox"],
  ["Meetings", "/meetings"],
  ["Prompts", "/prompts"],
];
const MANAGEMENT = ["Management", "/acties"];

const USERS = [
  { username: "gebruiker", name: "Sanne de Vries", menu: [...MENU, MANAGEMENT] },
  { username: "accountmanager", name: "Frank Hoekstra", menu: MENU },
  { username: "bedrijfsadmin", name: "Marieke Bosma", menu: [...MENU, MANAGEMENT, ["Admin", "/company-admin"]] },
  { username: "superadmin", name: "Jeroen Postma", menu: [...MENU, MANAGEMENT, ["Admin", "/admin"]] },
];

test("every role signs in, sees its own menu and signs out", async ({ page }) => {
  for (const { username, name, menu } of USERS) {
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "Inloggen" }).click();
    await fillSignIn(page, username);
    await expectToast(page, "Login succesvol", "Welkom terug!");
    await expect(page).toHaveURL("/");

    const links = page.getByRole("navigation", { name: "Hoofdmenu" }).getByRole("link");
    await expect(links).toHaveText(menu.map(([label]) => label ?? ""));
    for (const [index, [, path]] of menu.entries()) {
      await expect(links.nth(index)).toHaveAttribute("href", path ?? "");
    }

    await page.getByRole("button", { name }).click();
    const userMenu = page.getByRole("menu");
    await expect(userMenu).toContainText("Ingelogd als");
    await expect(userMenu).toContainText(`${username}@noorderlicht-sales.nl`);
    await expect(userMenu.getByRole("menuitem")).toHaveText(["Profiel", "Uitloggen"]);
    await userMenu.getByRole("menuitem", { name: "Uitloggen" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
    await expect(page).toHaveURL("/");
  }
});

test("the e-mail address works as a username; a signed-in user is redirected from the sign-in page", async ({
  page,
}) => {
  await page.goto("/login");
  await fillSignIn(page, "Gebruiker2@Zuiderzee-Consulting.NL");
  await expectToast(page, "Login succesvol", "Welkom terug!");
  const { release } = await holdApiCall(page, "/api/auth/user");
  await page.goto("/login");
  await expect(page.getByRole("status")).toHaveText("Laden...");
  release();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("navigation", { name: "Hoofdmenu" })).toBeVisible();
});

test("a link to a screen leads there after signing in, once", async ({ page, product }) => {
  const { username } = await createAccount(product);
  await page.goto("/all-leads?q=bakker");
  await page.getByRole("banner").getByRole("link", { name: "Inloggen" }).click();
  await expect(page).toHaveURL("/login");
  await fillSignIn(page, username);
  await expectToast(page, "Login succesvol", "Welkom terug!");
  await expect(page).toHaveURL("/all-leads?q=bakker");
  await expect(page.getByRole("heading", { level: 1, name: "All Leads" })).toBeVisible();

  // Neither the next sign-in in this tab nor a visit of the sign-in page leads there.
  await page.goto("/login");
  await expect(page).toHaveURL("/");
  await page.goto("/meetings");
  await page.getByRole("button", { name: "Anna Jansen" }).click();
  await page.getByRole("menuitem", { name: "Uitloggen" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Inloggen" }).click();
  await fillSignIn(page, username);
  await expectToast(page, "Login succesvol", "Welkom terug!");
  await expect(page).toHaveURL("/");
});

test("the API documentation asks to sign in and opens after it, once", async ({ page, product }) => {
  const { username } = await createAccount(product);
  await page.goto("/api/docs");
  await expect(page).toHaveURL("/login?naar=%2Fapi%2Fdocs");
  await fillSignIn(page, username);
  await expect(page).toHaveURL("/api/docs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/login");
  await expect(page).toHaveURL("/");
});

test("an unknown path leads home after signing in", async ({ page, product }) => {
  const { username } = await createAccount(product);
  await page.goto("/bestaat-niet");
  await page.getByRole("banner").getByRole("link", { name: "Inloggen" }).click();
  await fillSignIn(page, username);
  await expect(page).toHaveURL("/");
});

test("a wrong password, an unknown username, an inactive and a locked account cannot sign in", async ({
  page,
  product,
  consoleWatch,
}) => {
  const { username } = await createAccount(product);
  const inactive = await createAccount(product, { isActive: false });
  consoleWatch.requireErrors("401 /api/login", "403 /api/login", "429 /api/login");
  await page.goto("/login");
  for (const name of [username, "bestaat-niet"]) {
    await fillSignIn(page, name, "verkeerd-wachtwoord");
    await expectErrorToast(page, "Login mislukt", "Ongeldige gebruikersnaam of wachtwoord");
    await closeToast(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
  await fillSignIn(page, inactive.username);
  await expectErrorToast(page, "Login mislukt", "Dit account is niet actief. Neem contact op met je beheerder.");

  // Ten failures lock the account; the first one was typed into the form.
  for (let failure = 0; failure < 9; failure++) {
    const response = await page.request.post("/api/login", { data: { username, password: "mis" } });
    expect(response.status()).toBe(401);
  }
  await fillSignIn(page, username);
  await expectErrorToast(page, "Login mislukt", "Te veel pogingen. Probeer het over 15 minuten opnieuw.");
});

test("a failed sign-out opens / and leaves the user signed in", async ({ page, consoleWatch }) => {
  await signIn(page, "gebruiker");
  await page.goto("/meetings");
  await failApiCall(page, "/api/logout");
  consoleWatch.requireErrors("ERR_FAILED /api/logout", /Failed to fetch/);
  await page.getByRole("button", { name: "Sanne de Vries" }).click();
  await page.getByRole("menuitem", { name: "Uitloggen" }).click();
  await expect(page).toHaveURL("/");
  // The session still exists, so the page shows the workspace.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Berichten Overzicht");
});

test("signing out while a screen is loading aborts its requests before the session ends", async ({ page }) => {
  await signIn(page, "gebruiker");
  await holdApiCall(page, "/api/meetings");
  const logout = await holdApiCall(page, "/api/logout");
  await page.goto("/meetings");
  const aborted = page.waitForEvent("requestfailed", (request) => new URL(request.url()).pathname === "/api/meetings");
  await page.getByRole("button", { name: "Sanne de Vries" }).click();
  await page.getByRole("menuitem", { name: "Uitloggen" }).click();
  await aborted;
  logout.release();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("geboekte meeting");
});

test("the sign-in form does not violate the content security policy", async ({ page }) => {
  const recordViolations = `globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => violations.push(violatedDirective));`;
  await page.addInitScript({ content: recordViolations });
  await page.goto("/login");
  await page.getByRole("button", { name: "Inloggen" }).click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  expect(await page.evaluate("violations")).toEqual([]);
});
