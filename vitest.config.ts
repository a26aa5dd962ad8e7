import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import playwrightConfig from "./playwright.config.ts";

const { launchOptions, contextOptions, locale, timezoneId } = playwrightConfig.use ?? {};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "node",
          globalSetup: "scripts/vitest-database.ts",
          include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts", "trials/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react(), tailwindcss()],
        test: {
          name: "components",
          include: ["src/web/**/*.browser.test.tsx"],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            connectTimeout: 180_000,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: launchOptions ?? {},
              contextOptions: {
                ...contextOptions,
                locale: locale ?? "nl-NL",
                timezoneId: timezoneId ?? "Europe/Amsterdam",
              },
            }),
            viewport: { width: 1280, height: 900 },
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
