import { expect, type Page } from "@playwright/test";

const expectMessage = async (page: Page, role: "status" | "alert", title: string, text: string): Promise<void> => {
  const message = page.getByLabel("Meldingen").getByRole(role).filter({ hasText: text });
  await expect(message.getByText(title, { exact: true })).toBeVisible();
  await expect(message.getByText(text, { exact: true })).toBeVisible();
};

export const expectToast = (page: Page, title: string, text: string) => expectMessage(page, "status", title, text);

/** Red, and read out at once. */
export const expectRedToast = (page: Page, title: string, text: string) => expectMessage(page, "alert", title, text);
