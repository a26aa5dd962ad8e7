import { expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";

test("without settings: 3001, mail beside it, everything in memory", () => {
  expect(readEnvironment({})).toEqual({ port: 3001, smtpPort: 3002, dataDir: null });
});

test("mail follows the port that was chosen, unless it has its own", () => {
  expect(readEnvironment({ SANDBOX_PORT: "4100" }).smtpPort).toBe(4101);
  expect(readEnvironment({ SANDBOX_PORT: "4100", SANDBOX_SMTP_PORT: "2525" }).smtpPort).toBe(2525);
  expect(readEnvironment({ SANDBOX_PORT: "0" }).smtpPort).toBe(0);
});

test.each(["-1", "1e3", "65536", "poort"])("%s is no port", (port) => {
  expect(() => readEnvironment({ SANDBOX_PORT: port })).toThrow(
    `SANDBOX_PORT must be a port from 0 to 65535, not "${port}".`,
  );
});

test("one port cannot serve both", () => {
  expect(() => readEnvironment({ SANDBOX_PORT: "4100", SANDBOX_SMTP_PORT: "4100" })).toThrow("they must differ");
});
