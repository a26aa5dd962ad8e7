import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

const executablePath = process.env["CHROMIUM_PATH"];

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.test.ts",
  fullyParallel: true,
  // One more than there are cores: a browser often waits for the server.
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: Boolean(process.env["CI"]),
  timeout: 480_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "nl-NL",
    timezoneId: "Europe/Amsterdam",
    // What moves is settled at once, so that a colour or a place is never read halfway.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
      ],
    },
  },
});
