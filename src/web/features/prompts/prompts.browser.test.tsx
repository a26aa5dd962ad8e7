import { onlineManager } from "@tanstack/react-query";
import { describe, expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { airtableRoutes } from "#contract/airtable.ts";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { type Prompt, promptsRoutes } from "#contract/prompts.ts";
import { workbenchRoutes } from "#contract/workbench.ts";
import { writerRoutes } from "#contract/writer.ts";
import { expectErrorToast, expectToast, focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, IDLE_BUILTIN_WRITER, listResponse } from "#web/testing/fake-server.ts";
import { PromptsPage } from "./prompts.page.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const NOW = "2026-11-14T09:00:00.000Z";
const TEXTS = ["Maximaal 60 woorden.", "Maximaal 80 woorden."];

const PROMPT: Prompt = {
  id: ID,
  promptName: "Icebreaker",
  prompt: TEXTS.at(-1) ?? "",
  accountManager: "Frank",
  purpose: "icebreaker",
  version: TEXTS.length,
  changedBy: null,
  changedAt: null,
  sync: "synced",
};

const card = page.getByRole("article", { name: "Icebreaker" });
const dialog = page.getByRole("dialog", { name: "Prompt Bewerken" });
const field = dialog.getByLabelText("Prompt Tekst");

/** Serves one prompt with its versions. `changeByColleague` changes the stored prompt under the dialog. */
const showPrompts = async (server: FakeServer, initial: Partial<Prompt> = {}) => {
  const texts = [...TEXTS];
  let stored: Prompt = { ...PROMPT, ...initial };
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
  const { client, currentUrl, unmount } = await renderScreen(<PromptsPage />);
  await expect.element(card).toBeVisible();
  const changeByColleague = async (prompt: string) => {
    store(prompt, "Bram Jansen");
    await client.invalidateQueries({ queryKey: ["prompts"] });
  };
  return { currentUrl, changeByColleague, store, unmount };
};

const openDialog = async () => {
  await card.getByRole("button", { name: "Adjust" }).click();
  await expect.element(field).toHaveFocus();
};

/** The results of one prompt cannot be read; those for the list of prompts can. */
const breakTestResults = (server: FakeServer) =>
  server.handle(workbenchRoutes.testResults, ({ query }) => {
    if (query["promptId"]) throw new TypeError("Failed to fetch");
    return [];
  });

test("a card expands to its text and collapses again", async ({ server }) => {
  await showPrompts(server);
  const text = page.getByText("Maximaal 80 woorden.");
  await expect.element(text).not.toBeInTheDocument();
  const toggle = card.getByRole("button", { name: "Icebreaker Frank" });
  focus(toggle);
  await userEvent.keyboard("{Enter}");
  await expect.element(text).toBeVisible();
  await expect.element(toggle).toHaveAttribute("aria-expanded", "true");
  await toggle.click();
  await expect.element(text).not.toBeInTheDocument();
});

test("copying shows a toast and a green icon for two seconds, and a failing clipboard an error toast", async ({
  server,
}) => {
  await showPrompts(server);
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => write.mockRestore());
  const copy = card.getByRole("button", { name: "Kopieer Icebreaker" });
  // The two seconds pass when the test lets them, however slow the machine is.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await copy.click();
  await expectToast("Gekopieerd!", '"Icebreaker" is gekopieerd naar klembord');
  await expect.element(copy).toHaveAttribute("data-copied", "true");
  expect(copy.element().querySelector("svg")?.classList).toContain("text-success");
  expect(copied).toEqual(["Maximaal 80 woorden."]);
  vi.advanceTimersByTime(1999);
  await expect.element(copy).toHaveAttribute("data-copied", "true");
  vi.advanceTimersByTime(1);
  await expect.element(copy).toHaveAttribute("data-copied", "false");
  vi.useRealTimers();
  write.mockRejectedValue(new Error("denied"));
  await copy.click();
  await expectErrorToast("Fout", "Kon prompt niet kopiëren");
});

test("a skeleton is shown while loading, and a failure offers to retry", async ({ server }) => {
  server.handle(promptsRoutes.managers, () => []);
  server.breakRoute(promptsRoutes.list);
  const release = server.hold(promptsRoutes.list);
  await renderScreen(<PromptsPage />);
  await expect.element(page.getByText("Prompts laden...")).toBeInTheDocument();
  release();
  await expect.element(page.getByText("De prompts konden niet worden geladen")).toBeVisible();
  server.handle(promptsRoutes.list, () => listResponse([]));
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(page.getByText("Geen prompts gevonden")).toBeVisible();
});

test("a failure to load from Airtable shows an error toast", async ({ server }) => {
  await showPrompts(server);
  server.breakRoute(airtableRoutes.sync);
  await page.getByRole("button", { name: "Vernieuwen" }).click();
  await expectErrorToast("Fout", "Kon prompts niet vernieuwen");
});

test("five hundred prompts scroll, and a card stays open while scrolled out of view", async ({ server }) => {
  const pad = (nth: number) => String(nth).padStart(3, "0");
  const prompts = Array.from({ length: 500 }, (_, index): Prompt => {
    const prompt = "Schrijf kort en vriendelijk. ".repeat(40);
    const common = { purpose: "icebreaker", version: 1, changedBy: null, changedAt: null, sync: "synced" } as const;
    return { id: `${index}`, promptName: `Prompt ${pad(index + 1)}`, prompt, accountManager: "Frank", ...common };
  });
  server.handle(promptsRoutes.managers, () => ["Frank"]);
  server.handle(promptsRoutes.list, ({ query: { limit, cursor = "0" } }) => {
    const end = Number(cursor) + Number(limit);
    const headers = new Headers({ "x-total-count": String(prompts.length) });
    if (end < prompts.length) headers.set("link", `</api/prompts?cursor=${end}>; rel="next"`);
    return Response.json(prompts.slice(Number(cursor), end), { headers });
  });
  const release = server.hold(promptsRoutes.list);
  await renderScreen(<PromptsPage />);
  // The app's main element scrolls; the list looks for it when it appears.
  const main = page.getByRole("main").element() as HTMLElement;
  main.style.cssText = "height: 800px; overflow-y: auto";
  release();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Prompts Beheer500");
  const first = page.getByRole("article", { name: "Prompt 001" });
  await first.getByRole("button", { name: /^Prompt 001/ }).click();
  await expect.element(first.getByText(/^Schrijf kort en vriendelijk/)).toBeVisible();
  const lastRow = () => [...document.querySelectorAll("li[aria-posinset]")].at(-1)?.getAttribute("aria-posinset");
  await expect
    .poll(() => {
      // To the end of what is loaded: every page takes one step, however slow the machine is.
      main.scrollTo({ top: main.scrollHeight });
      return lastRow();
    })
    .toBe("500");
  expect(page.getByRole("article").elements().length).toBeLessThan(60);
  main.scrollTo({ top: 0 });
  await expect.element(first.getByText(/^Schrijf kort en vriendelijk/)).toBeVisible();
});

test("the account manager filter is in the URL and can be cleared", async ({ server }) => {
  const { currentUrl } = await showPrompts(server);
  await page.getByLabelText("Accountmanager").click();
  await page.getByRole("option", { name: "Marieke" }).click();
  await expect.element(page.getByText("Van deze accountmanager zijn er geen prompts.")).toBeVisible();
  await expect.poll(currentUrl).toBe("/?accountmanager=Marieke");
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await expect.element(card).toBeVisible();
});

describe("editing", () => {
  const save = dialog.getByRole("button", { name: "Save" });

  test("refuses an empty text and saves a new one", async ({ server }) => {
    await showPrompts(server);
    await openDialog();
    await expect.element(dialog.getByLabelText("Naam")).toHaveValue("Icebreaker");
    await expect.element(dialog.getByLabelText("Naam")).toHaveAttribute("readonly");
    await expect.element(dialog.getByLabelText("Accountmanager")).toHaveValue("Frank");
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
    server.handle(promptsRoutes.change, ({ body }) => ({ ...PROMPT, prompt: body.prompt, version: 3 }));
    // While it saves, the button has another name.
    await expect.element(save).toBeVisible();
    focus(save);
    await userEvent.keyboard("{Enter}");
    await expectToast("Message saved", "De prompt is succesvol bijgewerkt");
  });

  test("asks before discarding a change", async ({ server }) => {
    await showPrompts(server);
    await openDialog();
    await field.fill("Half getypt");
    await dialog.getByRole("button", { name: "Annuleren" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Weggooien" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsOf(promptsRoutes.change)).toEqual([]);
  });

  test("offers the text that was not saved when the tab was closed, if the prompt has changed since", async ({
    server,
  }) => {
    const { store, unmount } = await showPrompts(server);
    await openDialog();
    await field.fill("Mijn tekst");
    await unmount();
    await renderScreen(<PromptsPage />);
    await openDialog();
    await expect.element(field).toHaveValue("Mijn tekst");
    await expect.element(dialog.getByText("Je eerdere tekst is teruggezet.")).toBeVisible();
    await cleanup();
    store("Brams tekst", "Bram Jansen");
    await renderScreen(<PromptsPage />);
    await openDialog();
    await expect.element(field).toHaveValue("Brams tekst");
    await dialog.getByRole("button", { name: "Mijn tekst terugzetten" }).click();
    await expect.element(field).toHaveValue("Mijn tekst");
    await expect.element(dialog.getByText("Bram Jansen heeft deze tekst intussen gewijzigd")).toBeVisible();
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

test("without prompts the first one is made; empty fields are named", async ({ server }) => {
  let stored: Prompt[] = [];
  server.handle(promptsRoutes.list, () => listResponse(stored));
  server.handle(promptsRoutes.managers, () => []);
  server.handle(promptsRoutes.create, () => {
    stored = [PROMPT];
    return PROMPT;
  });
  await renderScreen(<PromptsPage />);
  await page.getByRole("button", { name: "Eerste prompt maken" }).click();
  const form = page.getByRole("dialog", { name: "Nieuwe prompt" });
  await form.getByRole("button", { name: "Toevoegen" }).click();
  await expect.element(form.getByText("Vul de naam van de prompt in.")).toBeVisible();
  await expect.element(form.getByText("De prompt kan niet leeg zijn.")).toBeVisible();
  await form.getByLabelText("Naam").fill("Icebreaker");
  await form.getByLabelText("Accountmanager").fill("Frank");
  await form.getByLabelText("Prompt Tekst").fill("Maximaal 80 woorden.");
  await form.getByRole("button", { name: "Toevoegen" }).click();
  await expectToast("Prompt toegevoegd", '"Icebreaker" staat in de lijst.');
  expect(server.requestsOf(promptsRoutes.create)[0]?.body).toEqual({
    promptName: "Icebreaker",
    accountManager: "Frank",
    purpose: "icebreaker",
    prompt: "Maximaal 80 woorden.",
  });
  await expect.element(card).toBeVisible();
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
    const headers = table.getByRole("columnheader").elements();
    expect(headers.map(({ textContent }) => textContent)).toEqual(["Versie 1, Bram", "Nu"]);
    focus(versions.first());
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog.getByText("Deze teksten zijn gelijk.")).toBeVisible();
    await expect.element(dialog.getByRole("button", { name: /^Herstel/ })).not.toBeInTheDocument();
  });

  test("restores a version and returns to the text; without the built-in writer nothing is asked", async ({
    server,
  }) => {
    breakTestResults(server);
    await showPrompts(server);
    await openDialog();
    await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
    await dialog.getByRole("button", { name: "Herstel versie 1" }).click();
    await expectToast("Versie hersteld", "De tekst van versie 1 is weer de huidige.");
    await expect.element(field).toHaveValue("Maximaal 60 woorden.");
  });

  test("returns to the text also when the restored version arrives as a change before the answer", async ({
    server,
  }) => {
    const { changeByColleague } = await showPrompts(server);
    await openDialog();
    await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
    const release = server.hold(promptsRoutes.restore);
    await dialog.getByRole("button", { name: "Herstel versie 1" }).click();
    await changeByColleague("Maximaal 60 woorden.");
    await expect.element(versions.first()).toHaveTextContent("Versie 3 (nu)");
    release();
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

describe("the workbench", () => {
  const draftOutcome = (text: string, warnings: { code: string; text: string }[] = []) => ({
    draft: { sections: [{ header: "Ice Breaker", text }], warnings, model: "sandbox-nl" },
    problem: null,
  });
  const openWorkbench = async (server: FakeServer, tab?: string) => {
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    await showPrompts(server);
    await openDialog();
    await dialog.getByRole("tab", { name: "Werkbank" }).click();
    if (tab) await dialog.getByRole("tab", { name: tab }).click();
  };

  const showHistory = async () => {
    await openDialog();
    await expect.element(dialog.getByRole("tab", { name: "Werkbank" })).toBeVisible();
    await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
  };
  const openHistory = async (server: FakeServer, initial?: Partial<Prompt>) => {
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    const prompts = await showPrompts(server, initial);
    await showHistory();
    return prompts;
  };
  const restore = (number: number) => dialog.getByRole("button", { name: `Herstel versie ${number}` });
  const passAll = (server: FakeServer) =>
    server.handle(workbenchRoutes.testResults, () =>
      [1, 2, 3].map((version) => ({ promptId: ID, version, status: "passed" as const, failed: 0 })),
    );
  const restored = (server: FakeServer) =>
    server.requestsOf(promptsRoutes.restore).map(({ params }) => params["number"]);

  test("says that a prompt is too long for the writer, in the list and while it is typed", async ({ server }) => {
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    const { changeByColleague } = await showPrompts(server);
    const badge = card.getByText("Te lang voor de schrijver");
    await expect.element(badge).not.toBeInTheDocument();
    await changeByColleague("x".repeat(20_001));
    await expect.element(badge).toBeVisible();
    await openDialog();
    const note = dialog.getByText(/^De prompt heeft 20.001 tekens\./);
    await expect.element(note).toBeVisible();
    await field.fill("x".repeat(20_000));
    await expect.element(note).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Annuleren" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Weggooien" }).click();
    await page.getByRole("button", { name: "Nieuwe prompt" }).click();
    const form = page.getByRole("dialog", { name: "Nieuwe prompt" });
    await form.getByLabelText("Prompt Tekst").fill("x".repeat(20_001));
    await expect.element(form.getByText(/^De prompt heeft 20.001 tekens\./)).toBeVisible();
  });

  test("names unknown variables and inserts known ones", async ({ server }) => {
    await showPrompts(server);
    await openDialog();
    await field.fill("Schrijf aan {voornam} en {vo");
    await expect.element(dialog.getByText(/Onbekende variabele: \{voornam\}/)).toBeVisible();
    await dialog.getByRole("button", { name: "{voornaam}" }).click();
    await expect.element(field).toHaveValue("Schrijf aan {voornam} en {voornaam}");
  });

  test("tries the changed text on a lead beside the stored one", async ({ server }) => {
    server.handle(leadListsRoutes.search, () =>
      Response.json([{ id: "50352ab5-590f-4d0a-a397-ed102a8c2f0e", fullName: "Jan", company: "Bakkerij" }]),
    );
    server.handle(workbenchRoutes.tryPrompt, ({ body }) => ({
      leadName: "Jan",
      current: draftOutcome("Hoi Jan, oud"),
      changed: draftOutcome(`Hoi Jan, ${body.prompt}`),
    }));
    await openWorkbench(server);
    await dialog.getByLabelText("Kies 1 tot 5 leads").fill("Jan");
    await dialog.getByRole("list", { name: "Gevonden leads" }).getByRole("button").click();
    await dialog.getByRole("button", { name: "Probeer" }).click();
    await expect.element(dialog.getByRole("region", { name: "Huidige versie" })).toHaveTextContent("Hoi Jan, oud");
    await expect
      .element(dialog.getByRole("region", { name: "Gewijzigde versie" }))
      .toHaveTextContent(`Hoi Jan, ${PROMPT.prompt}`);
  });

  test("stops writing for further leads when the dialog is closed", async ({ server }) => {
    const leads = ["Jan", "Piet"].map((fullName, nth) => ({
      id: `50352ab5-590f-4d0a-a397-ed102a8c2f0${nth}`,
      fullName,
      company: "Bakkerij",
    }));
    server.handle(leadListsRoutes.search, () => Response.json(leads));
    server.handle(workbenchRoutes.tryPrompt, () => ({
      leadName: "Jan",
      current: draftOutcome("Hoi Jan"),
      changed: draftOutcome("Hoi Jan"),
    }));
    await openWorkbench(server);
    for (const { fullName } of leads) {
      await dialog.getByLabelText("Kies 1 tot 5 leads").fill("Bakkerij");
      await dialog.getByRole("button", { name: `${fullName}, Bakkerij` }).click();
    }
    const release = server.hold(workbenchRoutes.tryPrompt);
    await dialog.getByRole("button", { name: "Probeer" }).click();
    await expect.poll(() => server.requestsOf(workbenchRoutes.tryPrompt)).toHaveLength(1);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    release();
    await openDialog();
    expect(server.requestsOf(workbenchRoutes.tryPrompt)).toHaveLength(1);
  });

  test("shows pass or fail per rule of the test set", async ({ server }) => {
    server.handle(workbenchRoutes.testLeads, () => [
      { n: 1, name: "Sanne Visser", kind: "sparse" as const },
      { n: 2, name: "Karin Blom", kind: "hostile" as const },
    ]);
    server.handle(workbenchRoutes.testPrompt, ({ body: { n } }) =>
      n === 1
        ? draftOutcome("Prima")
        : draftOutcome("Fout", [{ code: "figure", text: "Ice Breaker: “37” staat in geen enkel feit." }]),
    );
    await openWorkbench(server, "Testset");
    await dialog.getByRole("button", { name: "Draai de testset" }).click();
    await expect.element(dialog.getByText("2 van 2 getest, 1 zonder opmerkingen.")).toBeVisible();
    const rules = dialog.getByRole("list", { name: "Regels" }).getByRole("listitem");
    await expect.element(rules.filter({ hasText: "Geen verzonnen cijfers" })).toHaveTextContent("1× gezakt");
    await expect.element(rules.filter({ hasText: "Niet te lang" })).toHaveTextContent("Geslaagd");
    await expect.element(dialog.getByRole("list", { name: "Opmerkingen" })).toHaveTextContent("Karin Blom");
  });

  test("asks before a text goes live that was not tested, or broke a rule", async ({ server }) => {
    server.handle(workbenchRoutes.testLeads, () => [{ n: 1, name: "Sanne Visser", kind: "sparse" as const }]);
    server.handle(workbenchRoutes.testPrompt, () =>
      draftOutcome("Fout", [{ code: "figure", text: "“37” staat nergens." }]),
    );
    await openWorkbench(server);
    await dialog.getByRole("tab", { name: "Tekst" }).click();
    await field.fill("Schrijf kort.");
    await dialog.getByRole("button", { name: "Save" }).click();
    const question = page.getByRole("alertdialog", { name: "Opslaan zonder testset?" });
    await question.getByRole("button", { name: "Eerst testen" }).click();
    await dialog.getByRole("button", { name: "Draai de testset" }).click();
    await expect.element(dialog.getByText("1 van 1 getest, 0 zonder opmerkingen.")).toBeVisible();
    expect(server.requestsOf(promptsRoutes.change)).toEqual([]);
    await dialog.getByRole("tab", { name: "Tekst" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    const failed = page.getByRole("alertdialog", { name: "Opslaan met gezakte regels?" });
    await failed.getByRole("button", { name: "Toch opslaan" }).click();
    await expectToast("Message saved", "De prompt is succesvol bijgewerkt");
  });

  test("asks before a new prompt goes live untested, and tests it before it exists", async ({ server }) => {
    server.handle(workbenchRoutes.testLeads, () => [{ n: 1, name: "Sanne Visser", kind: "sparse" as const }]);
    server.handle(workbenchRoutes.testNewPrompt, () => draftOutcome("Prima"));
    server.handle(promptsRoutes.create, () => PROMPT);
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    await showPrompts(server);
    await page.getByRole("button", { name: "Nieuwe prompt" }).click();
    const form = page.getByRole("dialog", { name: "Nieuwe prompt" });
    await form.getByLabelText("Naam").fill("Icebreaker");
    await form.getByLabelText("Prompt Tekst").fill("Kort.");
    const add = form.getByRole("button", { name: "Toevoegen" });
    await add.click();
    const question = page.getByRole("alertdialog", { name: "Toevoegen zonder testset?" });
    await question.getByRole("button", { name: "Eerst testen" }).click();
    await form.getByRole("button", { name: "Draai de testset" }).click();
    await expect.element(form.getByText("1 van 1 getest, 1 zonder opmerkingen.")).toBeVisible();
    expect(server.requestsOf(workbenchRoutes.testNewPrompt)[0]?.body).toMatchObject({ prompt: "Kort.", n: 1 });
    expect(server.requestsOf(promptsRoutes.create)).toEqual([]);
    await add.click();
    await expectToast("Prompt toegevoegd", '"Icebreaker" staat in de lijst.');
  });

  test("shows which prompts were not tested, and asks before an untested version is restored", async ({ server }) => {
    server.handle(workbenchRoutes.testResults, () => [
      { promptId: ID, version: 2, status: "untested" as const, failed: 0 },
      { promptId: ID, version: 1, status: "failed" as const, failed: 3 },
    ]);
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    await showPrompts(server);
    await expect.element(card.getByText("Niet getest")).toBeVisible();
    await showHistory();
    await restore(1).click();
    const question = page.getByRole("alertdialog", { name: "Versie 1 herstellen met gezakte regels?" });
    await expect.element(question).toHaveTextContent("Bij 3 van de testleads brak de tekst een regel.");
    await question.getByRole("button", { name: "Toch versie 1 herstellen" }).click();
    await expectToast("Versie hersteld", "De tekst van versie 1 is weer de huidige.");
  });

  test("restores no version before it is known how it did on the test set, or the user accepts that it is not", async ({
    server,
  }) => {
    breakTestResults(server);
    await openHistory(server);
    const release = server.hold(workbenchRoutes.testResults);
    await restore(1).click();
    await expect.element(restore(1)).toHaveAttribute("aria-disabled", "true");
    release();
    const question = page.getByRole("alertdialog", { name: "Versie 1 herstellen zonder testuitslag?" });
    await question.getByRole("button", { name: "Annuleren" }).click();
    await expect.element(restore(1)).not.toHaveAttribute("aria-disabled");
    expect(restored(server)).toEqual([]);
    passAll(server);
    await restore(1).click();
    await expectToast("Versie hersteld", "De tekst van versie 1 is weer de huidige.");
  });

  test("asks too while it is not known what writes the messages of the company", async ({ server }) => {
    server.breakRoute(writerRoutes.progress);
    breakTestResults(server);
    await showPrompts(server);
    await openDialog();
    await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
    await restore(1).click();
    await expect
      .element(page.getByRole("alertdialog", { name: "Versie 1 herstellen zonder testuitslag?" }))
      .toBeVisible();
    expect(restored(server)).toEqual([]);
  });

  test("asks at once without a connection, and restores nothing when it is back", async ({ server }) => {
    breakTestResults(server);
    await openHistory(server);
    await expect.element(restore(1)).toBeVisible();
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    await restore(1).click();
    const question = page.getByRole("alertdialog", { name: "Versie 1 herstellen zonder testuitslag?" });
    await question.getByRole("button", { name: "Annuleren" }).click();
    await expect.element(question).not.toBeInTheDocument();
    passAll(server);
    onlineManager.setOnline(true);
    await dialog.getByRole("tab", { name: "Tekst" }).click();
    await expect.element(field).toBeVisible();
    expect(restored(server)).toEqual([]);
  });

  test("restores only the version that is still selected when its result arrives", async ({ server }) => {
    passAll(server);
    const { changeByColleague } = await openHistory(server);
    await changeByColleague("Maximaal 90 woorden.");
    await dialog.getByRole("button", { name: /^Versie 1/ }).click();
    const release = server.hold(workbenchRoutes.testResults);
    await restore(1).click();
    await expect.element(restore(1)).toHaveAttribute("aria-disabled", "true");
    await dialog.getByRole("button", { name: /^Versie 2/ }).click();
    release();
    await expect.element(restore(2)).not.toHaveAttribute("aria-disabled");
    await restore(2).click();
    await expectToast("Versie hersteld", "De tekst van versie 2 is weer de huidige.");
    expect(restored(server)).toEqual(["2"]);
  });

  test("restores nothing when the dialog was closed before the result arrives", async ({ server }) => {
    passAll(server);
    await openHistory(server);
    const release = server.hold(workbenchRoutes.testResults);
    await restore(1).click();
    await expect.element(restore(1)).toHaveAttribute("aria-disabled", "true");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    release();
    await openDialog();
    await dialog.getByRole("tab", { name: "Geschiedenis" }).click();
    await expect.element(restore(1)).toBeVisible();
    expect(restored(server)).toEqual([]);
  });

  test("restores a prompt for another purpose, which is not tested, without a question", async ({ server }) => {
    breakTestResults(server);
    await openHistory(server, { purpose: "other" });
    await restore(1).click();
    await expectToast("Versie hersteld", "De tekst van versie 1 is weer de huidige.");
  });

  test("proposes a change by feedback theme, and starts an A/B test", async ({ server }) => {
    server.handle(workbenchRoutes.feedback, () => [
      {
        theme: "te lang",
        count: 14,
        example: "Korter!",
        proposal: "Houd het kort.",
        leads: [{ id: "een", fullName: "Jan" }],
      },
    ]);
    server.handle(workbenchRoutes.tryPrompt, ({ body }) => ({
      leadName: "Jan",
      current: draftOutcome("oud"),
      changed: draftOutcome(body.prompt),
    }));
    server.handle(workbenchRoutes.experiment, () => ({ experiment: null }));
    server.handle(workbenchRoutes.startExperiment, () =>
      Response.json({ error: "Bezet", message: "Bezet" }, { status: 409 }),
    );
    await openWorkbench(server, "Feedback");
    const theme = dialog.getByRole("region", { name: "te lang" });
    await expect.element(theme).toHaveTextContent("14×");
    await theme.getByRole("button", { name: "Speel opnieuw af op deze leads" }).click();
    await expect.element(theme.getByRole("region", { name: "Gewijzigde versie" })).toHaveTextContent("Houd het kort.");
    await theme.getByRole("button", { name: "Zet in de prompt" }).click();
    await dialog.getByRole("tab", { name: "A/B-test" }).click();
    await dialog.getByRole("button", { name: "Start de A/B-test" }).click();
    await expect
      .poll(() => server.requestsOf(workbenchRoutes.startExperiment).map(({ body }) => body))
      .toEqual([{ otherVersion: 1, share: 50 }]);
    await dialog.getByRole("tab", { name: "Tekst" }).click();
    await expect.element(field).toHaveValue(`${PROMPT.prompt}\nHoud het kort.`);
  });
});
