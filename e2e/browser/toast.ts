import { expect, type Page } from "@playwright/test";

type ToastRole = "status" | "alert";

/** A toast that was visible: the texts of its elements. */
interface ShownToast {
  role: ToastRole;
  texts: string[];
}

const REPORT_TOASTS = `{
  let last;
  const textOf = ({ textContent }) => textContent.replaceAll(/\\s+/g, " ").trim();
  const report = () => {
    const toast = document.querySelector("[data-toast]");
    if (!toast || toast === last || !toast.checkVisibility()) return;
    last = toast;
    const message = toast.querySelector("[role=status], [role=alert]");
    reportToast({ role: message.getAttribute("role"), texts: [...message.querySelectorAll("*")].map(textOf) });
  };
  if (window === top) new MutationObserver(report).observe(document, { childList: true, subtree: true });
}`;

const toastsByPage = new WeakMap<Page, ShownToast[]>();

/**
 * Remembers the toasts that the page shows. A toast closes after five seconds, or when the next one comes, and on a busy machine a
 * check of the page may come too late. Not for all pages of a context: a report in its own window may not run scripts.
 */
export const recordToasts = async (page: Page): Promise<void> => {
  const toasts: ShownToast[] = [];
  toastsByPage.set(page, toasts);
  await page.exposeFunction("reportToast", (toast: ShownToast) => void toasts.push(toast));
  await page.addInitScript({ content: REPORT_TOASTS });
};

interface ToastOptions {
  timeout?: number;
}

/** Each toast counts for one expectation: an equal toast that came earlier does not make the next one pass. */
const expectToastWithRole = async (
  page: Page,
  role: ToastRole,
  title: string,
  text: string | RegExp,
  options: ToastOptions = {},
): Promise<void> => {
  const toasts = toastsByPage.get(page);
  if (!toasts) throw new Error("The toasts of this page are not recorded");
  const isText = (shown: string) => (typeof text === "string" ? shown === text : text.test(shown));
  const findIndex = () =>
    toasts.findIndex((toast) => toast.role === role && toast.texts.includes(title) && toast.texts.some(isText));
  const find = () => (findIndex() >= 0 ? "shown" : toasts);
  await expect.poll(find, { message: `the ${role} toast ${title}: ${text}`, ...options }).toBe("shown");
  toasts.splice(0, findIndex() + 1);
};

export const expectToast = (page: Page, title: string, text: string | RegExp, options?: ToastOptions) =>
  expectToastWithRole(page, "status", title, text, options);

/** With role=alert, which screen readers announce immediately. */
export const expectErrorToast = (page: Page, title: string, text: string | RegExp) =>
  expectToastWithRole(page, "alert", title, text);

/** Not with the mouse: a toast that closes by itself meanwhile is as good. */
export const closeToast = async (page: Page): Promise<void> => {
  const region = page.getByLabel("Meldingen");
  await region.getByRole("button", { name: "Melding sluiten" }).evaluateAll((buttons) => {
    for (const button of buttons as unknown as { click(): void }[]) button.click();
  });
  await expect(region.getByRole("button")).toHaveCount(0);
};
