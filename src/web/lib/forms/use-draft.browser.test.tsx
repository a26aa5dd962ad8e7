import { useState } from "react";
import { expect, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { renderScreen, type ScreenOptions, test, USER } from "#web/testing/component-test.tsx";
import { CurrentUserContext } from "../session/session.ts";
import { KeptDraftNotice } from "./kept-draft-notice.tsx";
import { useDraft } from "./use-draft.ts";

const BRAM = { id: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a03" };
const DAY = 24 * 60 * 60 * 1000;

type StoredText = { text: string; version: number };

function DraftForm({ stored, name }: { stored: StoredText; name: string }) {
  const draft = useDraft({ text: stored.text }, stored.version, name);
  return (
    <>
      <KeptDraftNotice kept={draft.kept} />
      <input
        aria-label="Tekst"
        value={draft.texts["text"] ?? ""}
        onChange={(event) => draft.setText("text", event.target.value)}
      />
      <button type="button" onClick={draft.forget}>
        Opslaan
      </button>
    </>
  );
}

/** In a tab where somebody else can sign in, as another tab makes it happen. */
function SharedTab({ stored }: { stored: StoredText }) {
  const [user, setUser] = useState(USER);
  return (
    <CurrentUserContext value={user}>
      <DraftForm stored={stored} name="form" />
      <button type="button" onClick={() => setUser({ ...USER, ...BRAM })}>
        Inloggen als Bram
      </button>
    </CurrentUserContext>
  );
}

const FIRST = { text: "Eerste versie", version: 1 };
const SECOND = { text: "Tweede versie", version: 2 };

const open = (stored = FIRST, user: ScreenOptions["user"] = {}, name = "form") =>
  renderScreen(<DraftForm stored={stored} name={name} />, { user });

const field = page.getByLabelText("Tekst");
const offer = page.getByRole("button", { name: "Mijn tekst terugzetten" });
const discard = page.getByRole("button", { name: "Weggooien" });

/** Types in a form that is closed before anything is saved. */
const leaveBehind = async (text: string, stored = FIRST, name = "form") => {
  const { unmount } = await open(stored, {}, name);
  await field.fill(text);
  await unmount();
};

test("a text stays with the user who typed it, also when somebody else signs in before it is left", async () => {
  const { unmount } = await renderScreen(<SharedTab stored={FIRST} />);
  await field.fill("Van Anna");
  await page.getByRole("button", { name: "Inloggen als Bram" }).click();
  await unmount();
  const asBram = await open(FIRST, BRAM);
  await expect.element(field).toHaveValue("Eerste versie");
  await asBram.unmount();
  await open();
  await expect.element(field).toHaveValue("Van Anna");
});

test("a user who is moved to another company does not take a text along", async () => {
  await leaveBehind("Van het oude bedrijf");
  await open(FIRST, { companyId: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a04" });
  await expect.element(field).toHaveValue("Eerste versie");
});

test("an offered text stays, whatever is typed or saved meanwhile, until it is thrown away", async () => {
  await leaveBehind("Mijn eerdere tekst");
  await leaveBehind("X", SECOND);
  let { unmount } = await open(SECOND);
  await expect.element(field).toHaveValue("X");
  await field.fill("Nieuwe tekst");
  await page.getByRole("button", { name: "Opslaan" }).click();
  await unmount();
  ({ unmount } = await open(SECOND));
  await expect.element(field).toHaveValue("Tweede versie");
  await expect.element(offer).toBeVisible();
  await discard.click();
  await unmount();
  await open(SECOND);
  await expect.element(field).toHaveValue("Tweede versie");
  await expect.element(offer).not.toBeInTheDocument();
});

test("what was typed before an offered text is put back is offered in its turn", async () => {
  await leaveBehind("Mijn eerdere tekst");
  await open(SECOND);
  await field.fill("Net getypt");
  await offer.click();
  await expect.element(field).toHaveValue("Mijn eerdere tekst");
  await offer.click();
  await expect.element(field).toHaveValue("Net getypt");
});

test("a text is back after 13 days and is gone after 14 days, also when another form is opened", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  await leaveBehind("Mijn eerdere tekst");
  vi.setSystemTime(Date.now() + 13 * DAY);
  const { unmount } = await open();
  await expect.element(field).toHaveValue("Mijn eerdere tekst");
  await unmount();
  vi.setSystemTime(Date.now() + 14 * DAY);
  const other = await open(FIRST, {}, "other");
  await expect.poll(() => Object.keys(localStorage)).toEqual([]);
  await other.unmount();
  await open();
  await expect.element(field).toHaveValue("Eerste versie");
});

test("a text that no longer fits in the browser leaves no older version of it behind", async () => {
  const { unmount } = await open();
  await field.fill("Een oudere versie");
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => setItem.mockRestore());
  await field.fill("Een nieuwere versie, die niet meer past");
  await unmount();
  setItem.mockRestore();
  await open();
  await expect.element(field).toHaveValue("Eerste versie");
});
