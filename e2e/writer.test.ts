import type { Page } from "@playwright/test";
import { makeMessage } from "#testing/factories.ts";
import { controlSandbox } from "#testing/sandbox.ts";
import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import type { Product } from "./product/product.ts";
import { createWriterCompany, LEADS } from "./product/writer-company.ts";
import { expect, test } from "./test.ts";

const slowly = { timeout: 120_000 };

const behave = ({ sandboxUrl }: Product, behaviour: object) =>
  controlSandbox(sandboxUrl, "POST", "ai/behaviour", behaviour);

const openEditor = async (page: Page, tab?: string) => {
  await page.goto("/prompts");
  await page.getByRole("article", { name: "Icebreaker kort" }).getByRole("button", { name: "Adjust" }).click();
  const editor = page.getByRole("dialog", { name: "Prompt Bewerken" });
  if (tab) {
    await editor.getByRole("tab", { name: "Werkbank" }).click();
    await editor.getByRole("tab", { name: tab }).click();
  }
  return editor;
};

test("the writer is switched on, writes live, is stopped, shows its facts and rewrites by feedback", async ({
  page,
  product,
}) => {
  const { user, ai } = await createWriterCompany(product);
  await signIn(page, user.username);
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

  // While the model writes, its progress is visible and a button stops it.
  await behave(product, { delayMs: 60_000 });
  await page.goto("/");
  const askForDrafts = async () => {
    await page.getByRole("button", { name: "Concepten laten schrijven" }).click();
    await page.getByRole("button", { name: "Schrijven", exact: true }).click();
  };
  await askForDrafts();
  await expect(page.getByText("1 tekst wordt geschreven.")).toBeVisible(slowly);
  await page.getByRole("button", { name: "Stoppen" }).click();
  await expect(page.getByText("1 tekst wordt geschreven.")).toBeHidden(slowly);
  await behave(product, {});
  await askForDrafts();
  const jan = page.getByRole("article", { name: "Jan de Vries" });
  await expect(jan).toContainText("Hoi Jan", slowly);

  // A sentence shows its fact, and a fact can be struck.
  const fact = "Rust op: Recent: een tweede vestiging in Assen (leadrapport)";
  // Content that still loads above it moves the sentence away from the pointer.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await jan.getByText("Ik las over een tweede vestiging in Assen.").first().hover();
    await expect(page.getByRole("tooltip")).toHaveText(fact, { timeout: 2_000 });
  }).toPass();
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(page.getByRole("tooltip")).toHaveText(/^Rust op/);
  await jan.getByText(/Door AI geschreven/).click();
  const sentences = jan.getByRole("list", { name: "Zinnen" }).getByRole("listitem");
  await expect(sentences.filter({ hasText: "Rust op geen feit" }).first()).toBeVisible();
  await jan.getByRole("button", { name: "Feit 3 schrappen" }).click();
  await expectToast(page, "Feit geschrapt", "Dit feit wordt voor deze lead niet meer gebruikt.");

  // Only the named part changes; the history shows the difference, the feedback and where both texts came from.
  await jan.getByRole("button", { name: "Herschrijf" }).click();
  const feedback = page.getByRole("dialog", { name: "Herschrijf feedback voor Jan de Vries" });
  await feedback.getByLabel("Bericht 1 (optioneel)").fill("Korter graag");
  await feedback.getByRole("button", { name: "Verstuur voor Herschrijven" }).click();
  await jan.getByText("Geschiedenis (2 versies)").click(slowly);
  const newest = jan.getByRole("article", { name: "Versie 2" });
  await expect(newest).toContainText("Na de feedback: Bericht 1: Korter graag");
  await expect(newest).toContainText(
    /promptversie 1 · sandbox-nl-2026-11 · regels \S+ · [\d.]+ tokens · geen kosten · [\d,]+ s/,
  );
  await expect(newest.getByRole("table").locator("del").first()).toBeVisible();
  await expect(
    newest.getByRole("table").locator("tr").filter({ hasText: "tweede vestiging" }).locator("del"),
  ).toHaveCount(0);
});

/** A message that was written with this version of the prompt, with its status and the feedback on it. */
const makeText = async (
  product: Product,
  companyId: string,
  promptId: string,
  { version, status, feedback = null }: { version: number; status: string; feedback?: string | null },
) => {
  const { id } = await makeMessage(product, companyId, { status, content: "Ice Breaker:\nHoi" });
  await product.query(
    `insert into message_drafts (company_id, message_id, content_version, prompt_id, prompt_version, rules_version, model,
      facts, claims, warnings, prompt_tokens, completion_tokens, took_ms, made_at)
    values ($1, $2, 1, $3, $4, '1', 'model', '[]', '[]', '[]', 1, 1, 1, now())`,
    [companyId, id, promptId, version],
  );
  await product.query(
    `insert into message_versions (company_id, message_id, number, content, source, author, made_at, feedback)
    values ($1, $2, 1, 'Ice Breaker: Hoi', 'writer', 'AI-schrijver', now(), $3)`,
    [companyId, id, feedback],
  );
};

test("a prompt is tested, tried, improved by its feedback and compared in an A/B test until one version is better", async ({
  page,
  product,
}) => {
  const { user, companyId, promptId, switchOn } = await createWriterCompany(product);
  for (const feedback of ["Veel te lang", "Kan het korter?", "Te formeel"])
    await makeText(product, companyId, promptId, { version: 1, status: "pending", feedback });
  await signIn(page, user.username);
  await switchOn(page);

  // The test set runs before a version goes live; the first of its texts breaks a rule, also after its repair.
  const editor = await openEditor(page);
  await editor.getByLabel("Prompt Tekst").fill("Houd het kort. Schrijf in de u-vorm.");
  await editor.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Eerst testen" }).click();
  await behave(product, { mode: "link", times: 2 });
  await editor.getByRole("button", { name: "Draai de testset" }).click();
  await expect(editor.getByText("30 van 30 getest, 29 zonder opmerkingen.")).toBeVisible(slowly);
  const rules = editor.getByRole("list", { name: "Regels" }).getByRole("listitem");
  await expect(rules.filter({ hasText: "Geen adressen of links" })).toContainText("1× gezakt");
  await expect(rules.filter({ hasText: "Geslaagd" })).toHaveCount(11);

  await editor.getByRole("tab", { name: "Proberen" }).click();
  for (const { full_name: name, company } of LEADS) {
    await editor.getByLabel("Kies 1 tot 5 leads").fill(name);
    await editor.getByRole("button", { name: `${name}, ${company}` }).click();
  }
  await editor.getByRole("button", { name: "Probeer" }).click();
  const tried = editor.getByRole("list", { name: "Resultaten" }).getByRole("listitem").last();
  await expect(tried.getByRole("region", { name: "Huidige versie" })).toContainText("Hoi Loïs", slowly);
  await expect(tried.getByRole("region", { name: "Gewijzigde versie" })).toContainText("Beste Loïs Schaap");

  await editor.getByRole("tab", { name: "Feedback" }).click();
  const theme = editor.getByRole("region", { name: "te lang" });
  await expect(theme).toContainText("2×");
  await theme.getByRole("button", { name: "Speel opnieuw af op deze leads" }).click();
  await expect(theme.getByRole("region", { name: "Gewijzigde versie" })).toHaveCount(2, slowly);
  await theme.getByRole("button", { name: "Zet in de prompt" }).click();
  await editor.getByRole("tab", { name: "Tekst" }).click();
  await expect(editor.getByLabel("Prompt Tekst")).toHaveValue(/Schrijf in de u-vorm\.\nHoud elk onderdeel kort/);
  await editor.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Toch opslaan" }).click();
  await expectToast(page, "Message saved", "De prompt is succesvol bijgewerkt");

  await openEditor(page, "A/B-test");
  await editor.getByRole("button", { name: "Start de A/B-test" }).click();
  const experiment = editor.getByRole("region", { name: "A/B-test" });
  await expect(experiment).toContainText("Versie 2 tegen versie 1: Loopt");
  await expect(experiment).toContainText("Nog te weinig verstuurd om iets te zeggen");
  for (let nth = 0; nth < 24; nth++) {
    await makeText(product, companyId, promptId, { version: 1, status: "sent" });
    await makeText(product, companyId, promptId, { version: 2, status: nth % 2 ? "interested" : "sent" });
  }
  await page.goto("/acties");
  await page.getByRole("tab", { name: "Per promptversie" }).click();
  const results = page.getByRole("table", { name: "Resultaten per promptversie" });
  const second = results.getByRole("row", { name: /versie 2/ }).first();
  await expect(second).toContainText("12 van 24");
  await expect(second).toContainText("Krijgt vaker antwoord dan versie 1; dat is waarschijnlijk geen toeval.");

  // The scheduler ends it within a minute.
  await openEditor(page, "A/B-test");
  await expect(experiment).toContainText("Versie 2: 24 geschreven, 24 verstuurd, 12 beantwoord");
  await expect(experiment).toContainText("De huidige versie krijgt duidelijk vaker antwoord.");
  await expect(experiment).toContainText("Versie 2 is beter, sinds", { timeout: 150_000 });
});
