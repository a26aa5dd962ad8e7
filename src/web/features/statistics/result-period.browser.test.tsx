import { expect, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { PeriodDays, PeriodSelect, usePeriod } from "./result-period.tsx";

const Period = () => {
  const period = usePeriod();
  return (
    <>
      <PeriodSelect period={period} />
      <PeriodDays period={period} />
      <p>{JSON.stringify(period.query)}</p>
    </>
  );
};

test("a free period with only a last day begins in the month of that day, whenever the link is opened", async () => {
  await renderScreen(<Period />, { url: "/?periode=vrij&tot=2025-10-20" });
  await expect.element(page.getByLabelText("Van")).toHaveValue("01-10-2025");
  await expect.element(page.getByLabelText("Tot en met")).toHaveValue("20-10-2025");
  await expect.element(page.getByText('{"from":"2025-10-01","to":"2025-10-20"}')).toBeVisible();
});

test("the charts per day show the month in which a free period ends", async () => {
  const { currentUrl } = await renderScreen(<Period />, { url: "/?periode=vrij&van=2025-08-06&tot=2025-10-20" });
  const last = page.getByLabelText("Tot en met");
  await last.fill("20-09-2025");
  await userEvent.keyboard("{Enter}");
  await expect.poll(currentUrl).toContain("maand=2025-09");
  await expect.poll(currentUrl).toContain("tot=2025-09-20");
  await page.getByLabelText("Periode").click();
  await page.getByRole("option", { name: "Deze maand" }).click();
  await expect.poll(currentUrl).not.toContain("maand=2025");
});

test("a phone shows the whole dates of a free period, side by side below the choice of the period", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await renderScreen(
    <div className="flex flex-wrap gap-2 px-4">
      <Period />
    </div>,
    { url: "/?periode=vrij&van=2025-01-06&tot=2025-10-20" },
  );
  await expect.element(page.getByLabelText("Van")).toHaveValue("06-01-2025");
  const from = page.getByLabelText("Van").element();
  const to = page.getByLabelText("Tot en met").element();
  for (const field of [from, to]) expect(field.scrollWidth).toBe(field.clientWidth);
  const { bottom } = page.getByLabelText("Periode").element().getBoundingClientRect();
  expect(from.getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
  expect(to.getBoundingClientRect().top).toBe(from.getBoundingClientRect().top);
});
