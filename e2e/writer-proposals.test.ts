import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createWriterCompany } from "./product/writer-company.ts";
import { expect, test } from "./test.ts";

const slowly = { timeout: 120_000 };

test("a rating with its motivation and report is proposed for a selected lead, and accepted", async ({
  page,
  product,
}) => {
  const { user, leadIds, switchOn } = await createWriterCompany(product);
  await signIn(page, user.username);
  await switchOn(page);
  await page.goto("/all-leads");
  await page.getByRole("checkbox", { name: "Selecteer Loïs Schaap" }).check();
  await page.getByRole("button", { name: "Laten schrijven" }).click();
  await page.getByRole("menuitem", { name: "Ratings laten voorstellen" }).click();
  await expectToast(page, "Schrijver", "1 aangevraagd.");

  await page.goto(`/leads/${leadIds[1]}`);
  const proposal = page.getByRole("region", { name: "Voorgestelde rating" });
  await expect(proposal).toContainText(/Voorgestelde rating: \d+ van 10/, slowly);
  const motivation = await proposal.locator("p").first().innerText();
  expect(motivation).not.toBe("");
  await proposal.getByText(/^Rapport, geschreven door AI/).click();
  await expect(proposal.getByRole("listitem").filter({ hasText: "Functie: Controller" }).first()).toBeVisible();
  await proposal.getByRole("button", { name: "Overnemen" }).click();
  await expectToast(page, "Rating", "De rating is overgenomen.");
  await expect(proposal).toBeHidden();
  await expect(page.getByText(motivation).first()).toBeVisible();
});

test("a pasted transcript becomes the summary of a meeting once it is accepted", async ({ page, product }) => {
  const { user, createMeeting, switchOn } = await createWriterCompany(product);
  await createMeeting("Kennismaking", { status: "NEW" });
  await signIn(page, user.username);
  await switchOn(page);
  await page.goto("/meetings");
  const meeting = page.getByRole("article", { name: "Kennismaking", exact: true });
  await meeting.getByRole("button", { name: "Transcript" }).click();
  const dialog = page.getByRole("dialog", { name: "Transcript samenvatten" });
  await dialog
    .getByLabel("Transcript")
    .fill(
      "Anna: Wij openen een tweede vestiging in Assen. Bram: Mooi, bel mij op 06-12345678. Anna: Stuur de offerte.",
    );
  await dialog.getByRole("button", { name: "Samenvatten" }).click();
  await expectToast(page, "Transcript ontvangen", "De samenvatting wordt geschreven.");
  const proposal = meeting.getByRole("region", { name: "Voorgestelde samenvatting" });
  await expect(proposal).toContainText("tweede vestiging", slowly);
  await expect(proposal.getByRole("listitem").filter({ hasText: "Stuur de offerte." })).toBeVisible();
  await proposal.getByRole("button", { name: "Overnemen" }).click();
  await expectToast(page, "Samenvatting", "De samenvatting is overgenomen.");
  await expect(proposal).toBeHidden();
  await expect(meeting).toContainText("tweede vestiging");
});

test("the sentiment of a reply and an answer are proposed in the Inbox, and nothing is sent", async ({
  page,
  product,
}) => {
  const { user, companyId, leadIds, switchOn } = await createWriterCompany(product);
  await product.query("select add_senders($1, array['Frank'])", [companyId]);
  const [account] = await product.query<{ id: string }>(
    `insert into linkedin_accounts (company_id, sender_id, gateway_account_id, name, owner_id, status, status_since, connected_at)
    select $1, s.id, $2, 'Frank', 'ACoAAFrank', 'ok', now(), now() from senders s where s.company_id = $1 limit 1
    returning id`,
    [companyId, `acc-${companyId}`],
  );
  await product.query(
    `insert into linkedin_messages (company_id, account_id, lead_id, message_id, is_ours, text, at)
    values ($1, $2, $3, 'een', true, 'Hoi Jan, hoe kijk jij daarnaar?', now() - interval '2 hours'),
      ($1, $2, $3, 'twee', false, 'Ja graag, vertel meer!', now() - interval '1 hour')`,
    [companyId, account?.id, leadIds[0]],
  );
  await product.query(
    `insert into linkedin_conversations (company_id, account_id, lead_id, last_received_at, reply_stored_at)
    values ($1, $2, $3, now(), now())`,
    [companyId, account?.id, leadIds[0]],
  );
  await signIn(page, user.username);
  await switchOn(page);
  await page.goto(`/inbox?lead=${leadIds[0]}`);
  await expect(page.getByRole("list", { name: "Gesprek" })).toContainText("Ja graag, vertel meer!");
  await page.getByRole("button", { name: "Stel een antwoord voor" }).click();
  await expect(page.getByText("Voorgestelde stemming: Interesse")).toBeVisible(slowly);
  await expect(page.getByLabel(/^Antwoord aan Jan de Vries/)).toHaveValue(/^Hoi Jan,\n\nDank voor je bericht\./);
  const stored = await product.query("select from linkedin_messages where company_id = $1", [companyId]);
  expect(stored).toHaveLength(2);
  expect(await product.query("select from queue_items where company_id = $1", [companyId])).toEqual([]);
});
