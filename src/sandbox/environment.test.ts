import { expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";

test("the defaults are port 3001, SMTP on 3002 and no data folder", () => {
  expect(readEnvironment({})).toEqual({ port: 3001, smtpPort: 3002, dataDir: null });
});

test("the SMTP port is the next one after SANDBOX_PORT, unless it is set", () => {
  expect(readEnvironment({ SANDBOX_PORT: "4100" }).smtpPort).toBe(4101);
  expect(readEnvironment({ SANDBOX_PORT: "4100", SANDBOX_SMTP_PORT: "2525" }).smtpPort).toBe(2525);
});

test("with port 0 the system also chooses the SMTP port", () => {
  expect(readEnvironment({ SANDBOX_PORT: "0" }).smtpPort).toBe(0);
});

test.each(["-1", "1e3", "65536", "poort"])("%s is refused as a port", (port) => {
  expect(() => readEnvironment({ SANDBOX_PORT: port })).toThrow(
    `SANDBOX_PORT must be a port from 0 to 65535, not "${port}".`,
  );
});

test("SANDBOX_PORT and SANDBOX_SMTP_PORT must differ", () => {
  expect(() => readEnvironment({ SANDBOX_PORT: "4100", SANDBOX_SMTP_PORT: "4100" })).toThrow("they must differ");
});
