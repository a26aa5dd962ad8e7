import type { Page } from "@playwright/test";
import { holdRequest } from "./browser/network.ts";
import { signIn } from "./browser/sign-in.ts";
import { createTestCompany } from "./product/test-company.ts";
import { expect, test } from "./test.ts";

const EVENT_STREAM = "**/api/events?*";
const isPromptList = (url: URL) => url.pathname === "/api/prompts";

/** Longer than the delay in which a screen collects change events before it refetches. */
const EVENT_HANDLED_MS = 600;

/** Signs in to a company with a prompt; `change` edits its text. */
const signInWithPrompt = async (page: Page, company: Awaited<ReturnType<typeof createTestCompany>>) => {
  const id = await company.createPrompt("Icebreaker", { prompt: "zo was het" });
  await signIn(page, company.user.username);
  return {
    change: async () => {
      const response = await page.request.patch(`/api/prompts/${id}`, { data: { prompt: "zo is het nu" } });
      expect(response.status()).toBe(200);
    },
  };
};

test("a change between a screen's first request and the start of its event stream appears", async ({
  page,
  product,
}) => {
  const { change } = await signInWithPrompt(page, await createTestCompany(product));
  const { release } = await holdRequest(page, EVENT_STREAM);
  await page.goto("/prompts");
  await page.getByRole("button", { name: /^Icebreaker/ }).click();
  await expect(page.getByText("zo was het")).toBeVisible();
  await change();
  release();
  await expect(page.getByText("zo is het nu")).toBeVisible();
});

test("a change while a screen's first response is on its way appears", async ({ page, product }) => {
  const { change } = await signInWithPrompt(page, await createTestCompany(product));
  const { promise: listRead, resolve: resolveListRead } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    isPromptList,
    async (route) => {
      const response = await route.fetch();
      resolveListRead();
      await released;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const listening = page.waitForResponse(EVENT_STREAM);
  await page.goto("/prompts");
  await Promise.all([listRead, listening]);
  await change();
  await page.waitForTimeout(EVENT_HANDLED_MS);
  release();
  await page.getByRole("button", { name: /^Icebreaker/ }).click();
  await expect(page.getByText("zo is het nu")).toBeVisible();
});
