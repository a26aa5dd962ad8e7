import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const RULES = `
  update senders set hours = '{"days": [1, 2, 3, 4, 5, 6, 7], "from": "00:00", "until": "24:00", "holidays": true}',
    caps = '{"invitationsPerDay": 100, "invitationsPerWeek": 200, "messagesPerDay": 150}',
    spacing = '{"invitations": [1, 2], "messages": [0.5, 1]}' where company_id = $1`;

test("from connecting an account to answering a reply", async ({ page, product }) => {
  const slowly = { timeout: 150_000 };
  const company = await createTestCompany(product, "company_admin");
  const providerId = `ACoAAReis${company.companyId.slice(0, 8)}`;
  await company.createMessage("Jan de Vries", {}, { provider_id: providerId });
  await product.query("select add_senders($1, array['Frank Hoekstra'])", [company.companyId]);
  await product.query(RULES, [company.companyId]);
  const { linkedin } = (await (await fetch(product.sandboxUrl)).json()) as { linkedin: { url: string } };
  const control = async (method: string, path: string, body?: object) => {
    const json = body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {};
    const response = await fetch(`${product.sandboxUrl}/_control/linkedin/${path}`, { method, ...json });
    return response.status === 204 ? undefined : response.json();
  };
  const receivedBy = async () =>
    ((await control("GET", "received")) as { providerId: string; kind: string; text: string | null }[])
      .filter((received) => received.providerId === providerId)
      .map(({ kind, text }) => [kind, text]);
  await control("PATCH", "settings", { relationDelay: "none" });

  await signIn(page, company.user.username);
  await page.goto("/company-admin");
  await page.getByRole("button", { name: "Versturen instellen" }).click();
  const settings = page.getByRole("dialog", { name: "Versturen instellen" });
  await settings.getByLabel("Hoe berichten naar buiten gaan").click();
  await page.getByRole("option", { name: "LinkedIn, via Unipile" }).click();
  await settings.getByLabel("Adres van Unipile").fill(linkedin.url.replace(/\/api\/v1$/, ""));
  await settings.getByLabel("Sleutel van Unipile").fill(`sandbox-unipile-${company.companyId}`);
  await expect(settings.getByText("LinkedIn verbiedt in zijn voorwaarden")).toBeVisible();
  await settings.getByRole("switch", { name: /Ik ken de risico's/ }).click();
  await settings.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(page, "Kanaal bijgewerkt", "De instellingen van het kanaal zijn opgeslagen.");

  await page.getByRole("button", { name: "LinkedIn van Frank Hoekstra verbinden" }).click();
  await page.getByRole("button", { name: "Verder naar Unipile" }).click();
  await page.getByLabel("Naam").fill("Frank Hoekstra");
  await page.getByRole("button", { name: "Verbinden" }).click();
  await expect(page).toHaveURL(/\/company-admin/);
  await expect(page.getByText("Verbonden", { exact: true })).toBeVisible(slowly);

  // Somebody who is no relation yet is invited first.
  await page.goto("/");
  const jan = page.getByRole("article", { name: "Jan de Vries" });
  await jan.getByRole("button", { name: "SENT" }).click();
  await expect.poll(receivedBy, slowly).toEqual([["invitation", null]]);
  await page.goto("/invitations?lijst=sent");
  await expect(page.getByRole("row").filter({ hasText: "Jan de Vries" })).toContainText("Wordt ingetrokken op");
  await expectAccessibleAtAllSizes(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await control("POST", `people/${providerId}`, { does: "accept" });
  await expect.poll(receivedBy, slowly).toHaveLength(2);

  // The reply appears on the open card. Nothing is left to review, so that it is chosen in the list.
  await page.goto("/");
  await page
    .getByRole("navigation", { name: "Berichten in deze lijst" })
    .getByRole("button", { name: /^Jan de Vries/ })
    .click();
  await control("POST", `people/${providerId}`, { does: "reply", text: "Leuk, bel me morgen." });
  const reply = jan.getByRole("region", { name: "Reactie van Jan de Vries" });
  await expect(reply).toContainText("Leuk, bel me morgen.", slowly);
  await reply.getByRole("link", { name: "Gesprek openen" }).click();
  await expect(page.getByRole("list", { name: "Gesprek" })).toContainText("Leuk, bel me morgen.");
  await expectAccessible(page);
  await page.getByLabel(/^Antwoord aan Jan de Vries/).fill("Doe ik, tot morgen!");
  await page.getByRole("button", { name: "Nu versturen" }).click();
  await expectToast(page, "Antwoord klaargezet", "Je antwoord gaat over 10 seconden weg.");
  await expect.poll(receivedBy, slowly).toContainEqual(["message", "Doe ik, tot morgen!"]);
  const answer = page
    .getByRole("list", { name: "Gesprek" })
    .getByRole("listitem")
    .filter({ hasText: "Doe ik, tot morgen!" });
  await expect(answer.filter({ hasText: "Frank Hoekstra" })).toHaveCount(1, slowly);
  await expect(answer).toHaveCount(1);
});
