import { type ComponentType, Suspense } from "react";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { renderScreen, test } from "#web/testing/component-test.tsx";
import { lazyComponent } from "./lazy-component.tsx";

const Gone = lazyComponent(
  () =>
    Promise.reject<{ Gone: ComponentType }>(
      new TypeError("Failed to fetch dynamically imported module: /assets/gone.js"),
    ),
  "Gone",
);

test("a part whose file a release has replaced offers to reload the page, and what was typed stays", async () => {
  await renderScreen(
    <>
      <input aria-label="Notitie" />
      <Suspense>
        <Gone />
      </Suspense>
    </>,
  );
  await page.getByLabelText("Notitie").fill("Belt dinsdag terug");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Er is een nieuwe versie.");
  await expect.element(page.getByRole("button", { name: "Pagina vernieuwen" })).toBeVisible();
  await expect.element(page.getByLabelText("Notitie")).toHaveValue("Belt dinsdag terug");
});
