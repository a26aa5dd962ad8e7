import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "scripts/vitest-database.ts",
    include: ["src/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts", "trials/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
