import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible, expectAccessibleAtAllSizes } from "./browser/accessibility.ts";
import { closeWithEscape } from "./browser/keyboard.ts";
import { failApiCall } from "./browser/network.ts";
import { signIn, signInToAdminPanel } from "./browser/sign-in.ts";
import { expectErrorToast, expectToast } from "./browser/toast.ts";
import { connectAirtable } from "./product/airtable.ts";
import type { Product } from "./product/product.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const card = (page: Page, contact: string) => page.getByRole("article", { name: contact });
const syncButton = (page: Page) => page.getByRole("button", { name: "Sync Airtable" });

/** A company admin whose company has its own base, which contains a message to Anna. */
const connectCompany = async (product: Product, request: APIRequestContext, { hasFeed = true } = {}) => {
  const company = await createTestCompany(product, "company_admin");
  const { base } = await connectAirtable(product, request, company.companyId, { hasFeed });
  const [anna] = await base.add("Leads", { "Full Name": "Anna de Wit", Company: "Molenaar" });
  const [record] = await base.add("Messages", {
    Lead: [anna?.id],
    Type: "icebreaker",
    Content: "Ice Breaker:\nDag Anna!",
    Status: "pending",
  });
  const id = record?.id ?? "";
  return {
    company,
    base,
    editInAirtable: (text: string) => base.edit("Messages", id, { Content: `Ice Breaker:\n${text}` }),
    textInAirtable: async () => String((await base.record("Messages", id))["Content"]).replace("Ice Breaker:\n", ""),
  };
};

const sync = async (page: Page): Promise<void> => {
  await syncButton(page).click();
  await expectToast(page, "Sync Voltooid", /./, { timeout: 120_000 });
};

const editHere = async (page: Page, text: string): Promise<void> => {
  await card(page, "Anna de Wit").getByRole("button", { name: "Bewerken" }).click();
  const dialog = page.getByRole("dialog", { name: "Berichten Bewerken - Anna de Wit" });
  await dialog.getByLabel("Ice Breaker").fill(text);
  await dialog.getByRole("button", { name: "Wijzigingen Opslaan" }).click();
};

test("changes on one side are copied; changes on both sides are a conflict to resolve", async ({
  page,
  product,
  request,
}) => {
  const { company, editInAirtable, textInAirtable } = await connectCompany(product, request);
  await signIn(page, company.user.username);
  await page.goto("/");
  await sync(page);
  const anna = card(page, "Anna de Wit");
  await expect(anna.getByText("Dag Anna!")).toBeVisible();

  await editInAirtable("Dag Anna, van daar");
  await sync(page);
  await expect(anna.getByText("Dag Anna, van daar")).toBeVisible();

  await editHere(page, "Dag Anna, van hier");
  await expect.poll(textInAirtable).toBe("Dag Anna, van hier");
  await expect(anna.getByText("Dag Anna, van hier")).toBeVisible();
  await expect(anna.getByText("Nog niet in Airtable")).toBeHidden();

  // Paused, so that no run reads Airtable's text between the two edits.
  const pause = await page.request.post("/api/sync/pause", { data: { reason: "Twee wijzigingen tegelijk" } });
  await expect(pause).toBeOK();
  await editHere(page, "Tweede versie van hier");
  await expect(anna.getByText("Tweede versie van hier")).toBeVisible();
  await editInAirtable("Tweede versie van daar");
  await expect(await page.request.post("/api/sync/resume")).toBeOK();
  await expect(anna.getByText("Conflict met Airtable")).toBeVisible();
  await expect(anna.getByText("Tweede versie van hier")).toBeVisible();
  expect(await textInAirtable()).toBe("Tweede versie van daar");

  await page.goto("/company-admin");
  await page.getByRole("button", { name: "1 conflict" }).click();
  const conflict = page.getByRole("dialog").getByRole("listitem", { name: "Anna de Wit" });
  await expect(conflict.getByRole("columnheader", { name: /^Hier · Anna Jansen/ })).toBeVisible();
  await expect(conflict.getByRole("columnheader", { name: /^In Airtable/ })).toBeVisible();
  for (const text of ["Tweede versie van hier", "Tweede versie van daar"])
    await expect(conflict.getByRole("cell", { name: text })).toBeVisible();
  await conflict.getByRole("button", { name: "Kies wat in Airtable staat" }).click();
  await expectToast(page, "Conflict opgelost", "Wat in Airtable staat, staat nu ook hier.");
  await expect(page.getByText("Geen conflicten")).toBeVisible();

  await page.goto("/");
  await expect(anna.getByText("Tweede versie van daar")).toBeVisible();
  await expect(anna.getByText("Conflict met Airtable")).toBeHidden();
  expect(await textInAirtable()).toBe("Tweede versie van daar");
});

test("the progress of a sync run that was not started with this screen's button is shown", async ({
  page,
  product,
  request,
}) => {
  // With the feed, the records could be read before the run is started.
  const { company, base } = await connectCompany(product, request, { hasFeed: false });
  await base.addGeneratedRecords("Leads", 250);
  await base.fault({ method: "GET", latencyMs: 2_000 });
  await signIn(page, company.user.username);
  await page.goto("/company-admin");
  await expect(page.getByText("Voltooid", { exact: true })).toBeVisible();
  await page.request.post("/api/sync-airtable", { data: {} });
  const progress = page.getByRole("progressbar", { name: "Leads synchroniseren" });
  await expect(progress).toBeVisible();
  await expect(page.getByText("Bezig", { exact: true })).toBeVisible();
  await page.request.delete(`${product.sandboxUrl}/_control/faults`);
  await expect(page.getByText("Voltooid", { exact: true })).toBeVisible();
  await expect(progress).toBeHidden();
  await page.getByRole("button", { name: "Details" }).click();
  const leads = page.getByRole("row").filter({ has: page.getByText("Leads", { exact: true }) });
  await expect(leads.getByText("251", { exact: true }).first()).toBeVisible();
});

test("the sync button shows why a run failed, and its outcome", async ({ page, product, request, consoleWatch }) => {
  const company = await createTestCompany(product, "company_admin");
  await signIn(page, company.user.username);
  await page.goto("/company-admin");
  await expect(page.getByText("Airtable is nog niet ingesteld voor dit bedrijf.", { exact: false })).toBeVisible();
  await expect(syncButton(page)).toBeHidden();

  const { base } = await connectAirtable(product, request, company.companyId);
  await page.reload();
  await failApiCall(page, "/api/sync-airtable");
  consoleWatch.allowErrors(/ERR_FAILED/);
  await syncButton(page).click();
  await expectErrorToast(page, "Sync Fout", "Kon niet synchroniseren met Airtable. Controleer je verbinding.");
  await page.unrouteAll();

  const control = (path: string, data: object) =>
    request.patch(`${product.sandboxUrl}/_control/airtable/${path}`, { data });
  const changeToken = (change: object) => control(`tokens/${base.token}`, change);
  const allScopes = ["data.records:read", "data.records:write", "schema.bases:read", "webhook:manage"];
  const failures: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      "Airtable weigert het toegangstoken.",
      () => changeToken({ revoked: true }),
      () => changeToken({ revoked: false }),
    ],
    [
      "niet genoeg rechten (data.records:read)",
      () => changeToken({ scopes: ["schema.bases:read"] }),
      () => changeToken({ scopes: allScopes }),
    ],
    ["Airtable kent de base niet", () => changeToken({ baseIds: [] }), () => changeToken({ baseIds: [base.id] })],
    [
      "maandelijkse aantal aanroepen van Airtable is op",
      () => control(`bases/${base.id}/limits`, { isQuotaSpent: true }),
      () => control(`bases/${base.id}/limits`, { isQuotaSpent: false }),
    ],
  ];
  for (const [text, breakSync, repairSync] of failures) {
    await breakSync();
    await syncButton(page).click();
    await expectErrorToast(page, "Sync Fout", new RegExp(text.replaceAll(/[.()]/g, "\\$&")));
    const notice = page.getByRole("main").getByRole("status").filter({ hasText: "mislukt" });
    await expect(notice.getByText(text)).toBeVisible();
    await repairSync();
  }

  await base.control("PATCH", "tables/Meetings/fields/Owner", { type: "checkbox" });
  await base.control("DELETE", "tables/Prompts/fields/Prompt");
  await sync(page);
  const skipped = page.getByRole("main").getByRole("status").filter({ hasText: "overgeslagen" });
  await expect(skipped.getByText('Het veld "Prompt" ontbreekt in de tabel "Prompts".')).toBeVisible();
  await expect(skipped.getByText('Het veld "Owner" in de tabel "Meetings" is van soort veranderd.')).toBeVisible();

  // A platform admin sees which company fails to synchronise, and why.
  await changeToken({ revoked: true });
  await page.request.post("/api/sync-airtable", { data: {} });
  const [{ name } = { name: "" }] = await product.query<{ name: string }>("select name from companies where id = $1", [
    company.companyId,
  ]);
  await signInToAdminPanel(page, "superadmin");
  await page.goto(`/admin/companies?q=${name}`);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row.getByText("Sync mislukt")).toBeVisible();
  await row.getByRole("button", { name: `${name} bewerken` }).click();
  await expect(
    page.getByRole("dialog").getByText("Airtable weigert het toegangstoken.", { exact: false }),
  ).toBeVisible();
});

test("a parked record is synchronised once it is corrected, and an erased person is listed until Airtable has deleted the records", async ({
  page,
  product,
  request,
}) => {
  // With the feed, the correction in Airtable could be synchronised before the button is clicked.
  const { company, base } = await connectCompany(product, request, { hasFeed: false });
  const [invalid] = await base.add("Leads", { "Full Name": "Bea Vos", "Lead Rating": 15 });
  await signIn(page, company.user.username);
  await page.goto("/company-admin");
  await sync(page);
  await page.getByRole("button", { name: "1 geparkeerd" }).click();
  const parked = page.getByRole("dialog").getByRole("listitem", { name: "Bea Vos" });
  await expect(parked.getByText("iets wat hier niet kan")).toBeVisible();
  await base.edit("Leads", invalid?.id ?? "", { "Lead Rating": 8 });
  await parked.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expectToast(
    page,
    "Opnieuw geprobeerd",
    "Bea Vos wordt opnieuw gesynchroniseerd. Lukt dat niet, dan komt het hier terug.",
  );
  await expect(page.getByText("Niets geparkeerd")).toBeVisible();
  await closeWithEscape(page.getByRole("dialog"));

  const [lead] = await product.query<{ id: string }>(
    "select id from leads where company_id = $1 and full_name = 'Anna de Wit'",
    [company.companyId],
  );
  const locked = { error: { type: "LOCKED", message: "This record is locked" } };
  await base.fault({ method: "DELETE", status: 422, body: locked });
  expect((await page.request.post(`/api/leads/${lead?.id}/erase`)).status()).toBe(204);
  // The record of the lead and the record of the message.
  await page.getByRole("button", { name: "2 nog te wissen" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("tab", { name: "Te wissen 2" })).toHaveAttribute("aria-selected", "true");
  const records = dialog.getByRole("listitem");
  await expect(records).toHaveCount(2);
  await expect(records.first()).toContainText("gewist door Anna Jansen");
  await expect(records.first()).toContainText("Airtable weigert dit record te wissen: This record is locked.");
  await expect(dialog).not.toContainText("de Wit");
  await page.request.delete(`${product.sandboxUrl}/_control/faults`);
  await dialog.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expectToast(page, "Opnieuw geprobeerd", "Airtable wordt opnieuw gevraagd deze records te wissen.");
  await expect(dialog.getByText("Niets wacht op wissen")).toBeVisible();
  expect(await base.records("Leads")).toHaveLength(1);
});

/** Inserts one conflict of each kind and a parked record, and connects the company to a base that does not exist. */
const insertConflicts = async (product: Product, companyId: string): Promise<void> => {
  await product.query(
    `with lead as (
        insert into leads (company_id, full_name) select $1, 'Lead ' || n from generate_series(1, 4) n returning id, full_name),
      record as (
        insert into airtable_records (company_id, table_name, local_id, record_id, state, problem)
        select $1, 'leads', id, 'rec' || left(md5(id::text), 14), case full_name when 'Lead 4' then 'error' else 'conflict' end,
          'Airtable weigert deze wijziging.' from lead)
      insert into airtable_conflicts (company_id, table_name, local_id, field, kind, base, ours, theirs)
      select $1, 'leads', lead.id, field, kind, '"COLD"', '"HOT"', null
      from lead join (values ('Lead 1', 'classification', 'changed'), ('Lead 2', 'classification', 'overwritten'),
        ('Lead 3', '', 'deleted')) as conflict (name, field, kind) on name = full_name`,
    [companyId],
  );
  const setConnection =
    "update companies set airtable_base_id = 'appNergensNergens', airtable_token_encrypted = 'x', is_active = true";
  await product.query(`${setConnection}, sync_interval_minutes = 60 where id = $1`, [companyId]);
};

test("the sync card and its dialog are accessible, also by keyboard", async ({ page, product }) => {
  const company = await createTestCompany(product, "company_admin");
  await insertConflicts(product, company.companyId);
  await signIn(page, company.user.username);
  await page.goto("/company-admin");
  await page.getByRole("button", { name: "3 conflicten" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Maak het opnieuw aan in Airtable" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Zet terug wat in Airtable was ingevuld" })).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  await page.getByRole("tab", { name: /Conflicten/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog").getByRole("listitem", { name: "Lead 4" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Home");
  await expect(page.getByRole("table", { name: "Tabellen" })).toBeVisible();
  await expectAccessible(page);
  await closeWithEscape(page.getByRole("dialog"));
  await expect(page.getByRole("button", { name: "3 conflicten" })).toBeFocused();
});
