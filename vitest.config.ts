import { availableParallelism } from "node:os";
import tailwindcss from "@tailwindcss/vite";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import playwrightConfig from "./playwright.config.ts";

const { launchOptions, contextOptions, locale, timezoneId } = playwrightConfig.use ?? {};

const WEB_DEPENDENCIES = [
  "@hookform/resolvers/zod",
  "@tanstack/react-query",
  "@tanstack/react-router",
  "@tanstack/react-virtual",
  "axe-core",
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
  "react/jsx-runtime",
  "tailwind-merge",
  "uqr",
  "vitest-browser-react",
  "zod",
];

/** A slow machine takes seconds for what takes 50 ms here; the default of Vitest is one second. */
const POLL = { poll: { timeout: 20_000 } };

const PRODUCTION = { "process.env.NODE_ENV": '"production"' };

export default defineConfig({
  test: {
    // One more than there are cores: many tests wait for a process or a timeout.
    maxWorkers: availableParallelism() + 1,
    // Vitest reads this time only here, not in the project of the components, for which it is.
    browser: { connectTimeout: 180_000 },
    projects: [
      {
        test: {
          name: "node",
          globalSetup: "scripts/vitest-database.ts",
          include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts", "trials/**/*.test.ts"],
          isolate: false,
          // Not that of the components below, which Vitest would otherwise set for all projects.
          env: { NODE_ENV: "test" },
          expect: POLL,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        plugins: [tailwindcss()],
        // React as users get it: its development build takes three times the CPU, for stack traces and timings of every element.
        define: PRODUCTION,
        oxc: { jsx: { runtime: "automatic", development: false } },
        // Bundled before the tests start: a dependency that is discovered during a test would reload its page.
        optimizeDeps: { include: WEB_DEPENDENCIES, rolldownOptions: { transform: { define: PRODUCTION } } },
        test: {
          name: "components",
          include: ["src/web/**/*.browser.test.tsx"],
          expect: POLL,
          testTimeout: 90_000,
          browser: {
            enabled: true,
            headless: true,
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
