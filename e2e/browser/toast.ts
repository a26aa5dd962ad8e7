import { expect, type Page } from "@playwright/test";

// One assertion for title and text: a toast disappears after five seconds, and on a busy machine a second assertion may come too late.
const expectToastWithRole = async (
  page: Page,
  role: "status" | "alert",
  title: string,
  text: string,
): Promise<void> => {
  const toast = page
    .getByRole(role)
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(text, { exact: true }) });
  await expect(toast).toBeVisible();
};

export const expectToast = (page: Page, title: string, text: string) =>
  expectToastWithRole(page, "status", title, text);

/** With role=alert, which screen readers announce immediately. */
export const expectErrorToast = (page: Page, title: string, text: string) =>
  expectToastWithRole(page, "alert", title, text);
