import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

test("the writer is switched on, writes, shows its facts, rewrites by feedback and tries a prompt", async ({
  page,
  product,
}) => {
  test.setTimeout(180_000);
  const slowly = { timeout: 60_000 };
  const company = await createTestCompany(product, "company_admin");
  await company.createPrompt("Icebreaker kort", { prompt: "Houd het kort." });
  await product.query(
    `insert into leads (company_id, full_name, title, company, lead_rating, email, phone, person_profile)
      values ($1, 'Jan de Vries', 'Directeur', 'Bakkerij Jansen', 9, 'jan@bakkerij.example', '06-12345678',
        'Jan opent een tweede vestiging in Assen.')`,
    [company.companyId],
  );
  const { ai } = (await (await fetch(product.sandboxUrl)).json()) as { ai: { url: string; apiKey: string } };

  await signIn(page, company.user.username);
  await page.goto("/company-admin");
  await page.getByRole("button", { name: "Schrijver instellen" }).click();
  const settings = page.getByRole("dialog", { name: "Schrijver instellen" });
  await settings.getByLabel("Wie schrijft de berichten").click();
  await page.getByRole("option", { name: "Ingebouwde schrijver" }).click();
  await settings.getByLabel("Adres van het taalmodel").fill(ai.url);
  await settings.getByLabel("Model", { exact: true }).fill("sandbox-nl");
  await settings.getByLabel("Sleutel").fill(ai.apiKey);
  await expect(settings.getByText("Welke gegevens gaan naar de aanbieder?")).toBeVisible();
  await settings.getByRole("switch", { name: /Ik bevestig/ }).click();
  await settings.getByRole("button", { name: "Opslaan" }).click();
  await expectToast(page, "Schrijver bijgewerkt", "De instellingen van de schrijver zijn opgeslagen.");

  // The draft appears by itself, with the fact that it rests on.
  await page.goto("/");
  await page.getByRole("button", { name: "Concepten laten schrijven" }).click();
  await page.getByRole("button", { name: "Schrijven", exact: true }).click();
  const jan = page.getByRole("article", { name: "Jan de Vries" });
  await expect(jan).toContainText("Hoi Jan", slowly);
  await expect(jan).toContainText("tweede vestiging in Assen");
  await jan.getByText(/Geschreven door AI/).click();
  await expect(jan.getByText(/Rust op feit/).first()).toBeVisible();

  // Only the named part changes, and the history shows why.
  await jan.getByRole("button", { name: "Herschrijf" }).click();
  const feedback = page.getByRole("dialog", { name: "Herschrijf feedback voor Jan de Vries" });
  await feedback.getByLabel("Bericht 1 (optioneel)").fill("Korter graag");
  await feedback.getByRole("button", { name: "Verstuur voor Herschrijven" }).click();
  await expect(jan.getByText("Geschiedenis (2 versies)")).toBeVisible(slowly);

  // A changed prompt is tried beside the current one before it is saved.
  await page.goto("/prompts");
  await page.getByRole("article", { name: "Icebreaker kort" }).getByRole("button", { name: "Adjust" }).click();
  const prompt = page.getByRole("dialog", { name: "Prompt Bewerken" });
  await prompt.getByLabel("Prompt Tekst").fill("Houd het kort. Schrijf in de u-vorm.");
  await prompt.getByRole("tab", { name: "Werkbank" }).click();
  await prompt.getByLabel("Kies 1 tot 5 leads").fill("Jan");
  await prompt.getByRole("button", { name: "Jan de Vries, Bakkerij Jansen" }).click();
  await prompt.getByRole("button", { name: "Probeer" }).click();
  await expect(prompt.getByRole("region", { name: "Huidige versie" })).toContainText("Hoi Jan", slowly);
  await expect(prompt.getByRole("region", { name: "Gewijzigde versie" })).toContainText("Beste Jan de Vries", slowly);
  const sentToModel = await (await fetch(`${product.sandboxUrl}/_control/ai/requests`)).text();
  expect(sentToModel).toContain("Bakkerij Jansen");
  expect(sentToModel).not.toMatch(/@bakkerij|06-12345678/);
  expect(sentToModel).not.toContain(ai.apiKey);
});
