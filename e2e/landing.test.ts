import { expect, test } from "./test.ts";

const HEADLINE = "Van LinkedIn-lead naar geboekte meeting";

test("the landing page describes the product, leads to the sign-in page and is what a visitor sees on every path of the workspace", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Ultimate Sales Agent/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(HEADLINE);
  const content = page.getByRole("main");
  await expect(content).toContainText("berichten voor één vaste prijs");
  await expect(content).toContainText("1000+ leads per week");
  await expect(content).toContainText("geboekte meetings");
  await expect(content).toContainText("zonder creditcard");
  await expect(content).toContainText("500+ sales professionals");
  for (const feature of ["LinkedIn-berichten", "Meeting-dashboard", "Analytics", "Videoberichten", "Lead rating"]) {
    await expect(content.getByRole("heading", { name: feature })).toBeVisible();
  }
  await expect(content.getByRole("blockquote")).toHaveCount(3);
  // None of the quotes is of a customer.
  await expect(content.getByText("Voorbeeld", { exact: true })).toHaveCount(3);
  await expect(page.getByRole("contentinfo")).toContainText("Professioneel dashboard voor LinkedIn outreach");
  await expect(page.getByRole("contentinfo")).toContainText("© 2025");

  const header = page.getByRole("banner");
  const buttons = [
    header.getByRole("link", { name: "Inloggen" }),
    header.getByRole("link", { name: "Gratis Starten" }),
    ...(await page.getByRole("main").getByRole("link", { name: "Gratis Starten" }).all()),
  ];
  expect(buttons).toHaveLength(4);
  for (const button of buttons) {
    await expect(button).toHaveAttribute("href", "/login");
    // Fails if another element covers the button.
    await button.click({ trial: true });
  }

  for (const path of ["/onbekend", "/berichten"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(HEADLINE);
  }
  await page.getByRole("banner").getByRole("link", { name: "Inloggen" }).click();
  await expect(page).toHaveURL("/login");
});

test("the landing page has pictures of the product, in the theme of the visitor", async ({ page }) => {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto("/");
    const pictures = page.locator("main img:visible");
    await expect(pictures).toHaveCount(2);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveAttribute("src", new RegExp(`-${theme}\\.webp$`));
      await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
    }
  }
});

test("the landing page is shown without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(baseURL ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(HEADLINE);
  await context.close();
});
