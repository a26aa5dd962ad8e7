import { expect, type Page } from "@playwright/test";

// In one look: a toast is gone after five seconds, and a busy machine may take as many between two.
const expectMessage = async (page: Page, role: "status" | "alert", title: string, text: string): Promise<void> => {
  const message = page
    .getByRole(role)
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(text, { exact: true }) });
  await expect(message).toBeVisible();
};

export const expectToast = (page: Page, title: string, text: string) => expectMessage(page, "status", title, text);

/** Red, and read out at once. */
export const expectRedToast = (page: Page, title: string, text: string) => expectMessage(page, "alert", title, text);
