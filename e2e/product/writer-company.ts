import type { Page } from "@playwright/test";
import { makeCompany } from "#testing/account-factories.ts";
import { makeLeads } from "#testing/factories.ts";
import { fillOtherCompany } from "#testing/other-company.ts";
import { expect } from "../test.ts";
import type { Product } from "./product.ts";
import { createTestCompany } from "./test-company.ts";

export const LEADS = [
  {
    full_name: "Jan de Vries",
    title: "Directeur",
    company: "Bakkerij Jansen",
    lead_rating: 9,
    email: "jan@bakkerij.example",
    phone: "06-12345678",
    html_report: "<ul><li>Recent: een tweede vestiging in Assen.</li></ul>",
  },
  { full_name: "Loïs Schaap", title: "Controller", company: "Anker Expeditie", lead_rating: 4 },
];

/** A company with leads that uses the writer. The sandbox fails the test if its language model receives data of the second company. */
export const createWriterCompany = async (product: Product) => {
  const company = await createTestCompany(product, "company_admin");
  const promptId = await company.createPrompt("Icebreaker kort", {
    prompt: "Houd het kort.",
    account_manager: "Frank",
  });
  const leadIds = await makeLeads(product, company.companyId, LEADS);
  await fillOtherCompany(product, (await makeCompany(product.database)).id, product.sandboxUrl);
  const { ai } = (await (await fetch(product.sandboxUrl)).json()) as { ai: { url: string; apiKey: string } };
  const switchOn = async (page: Page) => {
    const data = { writer: "builtin", aiBaseUrl: ai.url, aiModel: "sandbox-nl", aiApiKey: ai.apiKey, confirmed: true };
    expect((await page.request.patch("/api/writer/settings", { data })).status()).toBe(200);
  };
  return { ...company, promptId, leadIds, ai, switchOn };
};
