import { describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Prompt, promptsRoutes } from "#contract/prompts.ts";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { PromptsPage } from "./prompts.page.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const NOW = "2026-11-14T09:00:00.000Z";
const TEXTS = ["Maximaal 60 woorden.", "Maximaal 80 woorden."];

const card = page.getByRole("article", { name: "Icebreaker" });
const dialog = page.getByRole("dialog", { name: "Prompt Bewerken" });
const field = dialog.getByLabelText("Prompt Tekst");

/** Serves one prompt with its versions. `changeByColleague` changes the stored prompt under the dialog. */
const showPrompts = async (server: FakeServer) => {
  const texts = [...TEXTS];
  let stored: Prompt = {
    id: ID,
    promptName: "Icebreaker",
    prompt: texts.at(-1) ?? "",
    accountManager: "Frank",
    version: texts.length,
    changedBy: null,
    changedAt: null,
    sync: "synced",
  };
  const store = (prompt: string, changedBy: string): Prompt => {
    texts.push(prompt);
    stored = { ...stored, prompt, version: texts.length, changedBy, changedAt: NOW };
    return stored;
  };
  server.handle(promptsRoutes.list, ({ query }) => listResponse(query["manager"] === "Marieke" ? [] : [stored]));
  server.handle(promptsRoutes.managers, () => ["Frank", "Marieke"]);
  server.handle(promptsRoutes.change, ({ body }) => store(body.prompt, "Anna Bakker"));
  server.handle(promptsRoutes.versions, () =>
    texts.map((_, index) => ({ number: index + 1, source: "edit" as const, author: "Bram", madeAt: NOW })).toReversed(),
  );
  server.handle(promptsRoutes.version, ({ params }) => ({
    number: Number(params["number"]),
    source: "edit" as const,
    author: "Bram",
    madeAt: NOW,
    prompt: texts[Number(params["number"]) - 1] ?? "",
  }));
  server.handle(promptsRoutes.restore, ({ params }) => store(texts[Number(params["number"]) - 1] ?? "", "Anna Bakker"));
  const { client, currentUrl } = await renderScreen(<PromptsPage />);
  await expect.element(card).toBeVisible();
  const changeByColleague = async (prompt: string) => {
    store(prompt, "Bram Jansen");
    await client.invalidateQueries({ queryKey: ["prompts"] });
  };
  return { currentUrl, changeByColleague };
};

const openDialog = async () => {
  await card.getByRole("button", { name: "Adjust" }).click();
  await expect.element(field).toHaveFocus();
};

test("a card expands to its text", async ({ server }) => {
  await showPrompts(server);
  await expect.element(page.getByText("Maximaal 80 woorden.")).not.toBeInTheDocument();
  await card.getByRole("button", { name: /^Icebreaker/ }).click();
  await expect.element(page.getByText("Maximaal 80 woorden.")).toBeVisible();
});

test("a failing clipboard shows an error toast", async ({ server }) => {
  await showPrompts(server);
  navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  await card.getByRole("button", { name: "Kopieer Icebreaker" }).click();
  await expectErrorToast("Fout", "Kon prompt niet kopiëren");
});

test("the account manager filter is in the URL and can be cleared", async ({ server }) => {
  const { currentUrl } = await showPrompts(server);
  await page.getByLabelText("Account manager").click();
  await page.getByRole("option", { name: "Marieke" }).click();
  await expect.element(page.getByText("Van deze account manager zijn er geen prompts.")).toBeVisible();
  expect(currentUrl()).toBe("/?accountmanager=Marieke");
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await expect.element(card).toBeVisible();
});

describe("editing", () => {
  const save = dialog.getByRole("button", { name: "Save" });

  test("refuses an empty text and saves a new one", async ({ server }) => {
    await showPrompts(server);
    await openDialog();
    await field.fill("  ");
    await save.click();
    await expectErrorToast("Validatiefout", "De prompt kan niet leeg zijn.");
    await field.fill("Schrijf kort.");
    await save.click();
    await expectToast("Message saved", "De prompt is succesvol bijgewerkt");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(card.getByRole("button", { name: "Adjust" })).toHaveFocus();
    expect(server.requestsOf(promptsRoutes.change).map(({ body }) => body)).toEqual([
      { prompt: "Schrijf kort.", version: 2 },
    ]);
  });

  test("keeps the text when saving fails", async ({ server }) => {
    await showPrompts(server);
    server.breakRoute(promptsRoutes.change);
    await openDialog();
    await field.fill("Schrijf kort.");
    await save.click();
    await expectErrorToast("Fout", "Kon de prompt niet bijwerken. Probeer het opnieuw.");
    await expect.element(field).toHaveValue("Schrijf kort.");
  });

  test("asks before discarding a change", async ({ server }) => {
    await showPrompts(server);
    await openDialog();
    await field.fill("Half getypt");
    await userEvent.keyboard("{Escape}");
    await page.getByRole("alertdialog").getByRole("button", { name: "Weggooien" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsOf(promptsRoutes.change)).toEqual([]);
  });

  test("shows a colleague's change next to the user's own text", async ({ server }) => {
    const { changeByColleague } = await showPrompts(server);
    await openDialog();
    await field.fill("Mijn tekst");
    await changeByColleague("Brams tekst");
    await expect.element(dialog.getByText("Bram Jansen heeft deze tekst intussen gewijzigd")).toBeVisible();
    await expect.element(field).toHaveValue("Mijn tekst");
    await dialog.getByRole("button", { name: "Houd mijn tekst" }).click();
    await save.click();
    await expectToast("Message saved", "De prompt is succesvol bijgewerkt");
    expect(server.requestsOf(promptsRoutes.change).map(({ body }) => body)).toEqual([
      { prompt: "Mijn tekst", version: 3 },
    ]);
  });

  test("follows a colleague's change while nothing has been typed", async ({ server }) => {
    const { changeByColleague } = await showPrompts(server);
    await openDialog();
    await changeByColleague("Brams tekst");
    await expect.element(field).toHaveValue("Brams tekst");
  });
});

describe("the history", () => {
  const versions = dialog.getByRole("list", { name: "Versies" }).getByRole("button");

  test("compares the previous version with the current text", async ({ server }) => {
    await showPrompts(server);
    await openDialog();
    await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
    await expect.element(versions.first()).toHaveTextContent("Versie 2 (nu)");
    const table = dialog.getByRole("table", { name: "Verschillen tussen versie 1 en nu" });
    await expect.element(table).toBeVisible();
    expect(table.element().querySelector("del")?.textContent).toBe("60");
    expect(table.element().querySelector("ins")?.textContent).toBe("80");
  });

  test("restores a version and returns to the text", async ({ server }) => {
    await showPrompts(server);
    await openDialog();
    await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
    await dialog.getByRole("button", { name: "Herstel versie 1" }).click();
    await expectToast("Versie hersteld", "De tekst van versie 1 is weer de huidige.");
    await expect.element(field).toHaveValue("Maximaal 60 woorden.");
  });

  test("does not lose the text that is being typed", async ({ server }) => {
    await showPrompts(server);
    await openDialog();
    await field.fill("Half getypt");
    await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
    await expect.element(versions.first()).toBeVisible();
    await dialog.getByRole("tab", { name: "Tekst" }).click();
    await expect.element(field).toHaveValue("Half getypt");
  });
});
