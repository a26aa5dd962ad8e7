import { signIn } from "./browser/sign-in.ts";
import { expectToast } from "./browser/toast.ts";
import { createWriterCompany } from "./product/writer-company.ts";
import { expect, test } from "./test.ts";

test.setTimeout(120_000);
const slowly = { timeout: 60_000 };

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
