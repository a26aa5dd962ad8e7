import { availableParallelism } from "node:os";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import playwrightConfig from "./playwright.config.ts";

const { launchOptions, contextOptions, locale, timezoneId } = playwrightConfig.use ?? {};

const WEB_DEPENDENCIES = [
  "@hookform/resolvers/zod",
  "@tanstack/react-query",
  "@tanstack/react-router",
  "@tanstack/react-virtual",
  "class-variance-authority",
  "clsx",
  "cmdk",
  "diff",
  "lucide-react",
  "radix-ui",
  "react",
  "react-day-picker",
  "react-day-picker/locale/nl",
  "react-dom",
  "react-dom/client",
  "react-hook-form",
  "react/jsx-dev-runtime",
  "tailwind-merge",
  "uqr",
  "vitest-browser-react",
  "zod",
];

export default defineConfig({
  test: {
    // One more than there are cores: many tests wait for a process or a timeout.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: "node",
          globalSetup: "scripts/vitest-database.ts",
          include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts", "trials/**/*.test.ts"],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react(), tailwindcss()],
        // Bundled before the tests start: a dependency that is discovered during a test would reload its page.
        optimizeDeps: { include: WEB_DEPENDENCIES },
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
