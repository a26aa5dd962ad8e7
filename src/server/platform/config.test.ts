import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

test("everything has a default outside production", () => {
  const config = readConfig({});
  expect(config).toMatchObject({ production: false, host: "127.0.0.1", port: 3000, databaseUrl: undefined });
  expect(config.publicUrl.href).toBe("http://127.0.0.1:3000/");
  expect(config.storageUrl).toMatch(/^file:.*\/data\/objects$/);
});

test("a blank setting counts as absent", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

const production = { NODE_ENV: "production", APP_SECRET: "x".repeat(32), PUBLIC_URL: "https://app.example.nl" };

test.each([
  [{ PORT: "abc" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
  [{ PUBLIC_URL: "app.example.nl" }, "PUBLIC_URL"],
  [{ SMTP_URL: "http://mail" }, "SMTP_URL"],
  [{ STORAGE_URL: "ftp://files" }, "STORAGE_URL"],
  [{ APP_SECRET: "short" }, "APP_SECRET"],
  [{ APP_SECRET_OTHER: "short" }, "APP_SECRET_OTHER"],
  [{ APP_SECRET: "x".repeat(32), APP_SECRET_OTHER: "x".repeat(32) }, "APP_SECRET_OTHER"],
  [{ PROCESS: "cron" }, "PROCESS"],
  [{ METRICS_TOKEN: "short" }, "METRICS_TOKEN"],
  [{ METRICS_PORT: "99999" }, "METRICS_PORT"],
  [{ BACKUP_PASSPHRASE: "short" }, "BACKUP_PASSPHRASE"],
  [{ ...production, APP_SECRET: undefined }, "APP_SECRET"],
  [{ ...production, PUBLIC_URL: undefined }, "PUBLIC_URL"],
])("a wrong setting is named: %j", (env, name) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(name);
});

test.each([
  ["noreply@example.nl", "noreply@example.nl"],
  ["Naam <noreply@example.nl>", "Naam <noreply@example.nl>"],
  ['"Naam, B.V." <noreply@example.nl>', '"Naam, B.V." <noreply@example.nl>'],
  // As podman and docker read a settings file.
  ['"Naam <noreply@example.nl>"', "Naam <noreply@example.nl>"],
])("the sender of mails %j is read as %j", (MAIL_FROM, mailFrom) => {
  expect(readConfig({ MAIL_FROM })).toMatchObject({ mailFrom });
});

test.each(["noreply", "Naam <noreply>", '"Naam <noreply@example.nl>', "a@example.nl, b@example.nl"])(
  "%j is no sender of mails",
  (MAIL_FROM) => expect(() => readConfig({ MAIL_FROM })).toThrow("MAIL_FROM"),
);

test("production refuses a public URL without https, unless it is allowed explicitly", () => {
  const http = { ...production, PUBLIC_URL: "http://app.example.nl" };
  expect(() => readConfig(http)).toThrow("PUBLIC_URL");
  expect(readConfig({ ...http, ALLOW_HTTP: "1" }).publicUrl.protocol).toBe("http:");
  expect(() => readConfig({ ...http, ALLOW_HTTP: "nee" })).toThrow("ALLOW_HTTP");
});

test("there is no sandbox in production", () => {
  expect(readConfig({ ...production, SANDBOX_URL: "http://127.0.0.1:3001" }).sandboxUrl).toBeUndefined();
});

test("the Airtable URL is the real one, the sandbox's where that runs, or AIRTABLE_URL", () => {
  const SANDBOX_URL = "http://127.0.0.1:3001";
  expect(readConfig({}).airtableUrl).toBe("https://api.airtable.com");
  expect(readConfig({ SANDBOX_URL }).airtableUrl).toBe(SANDBOX_URL);
  expect(readConfig({ SANDBOX_URL, AIRTABLE_URL: "https://at.example" }).airtableUrl).toBe("https://at.example");
  expect(readConfig({ ...production, SANDBOX_URL }).airtableUrl).toBe("https://api.airtable.com");
});

test("services can call the product at its public URL, and the sandbox on this machine also without one", () => {
  const SANDBOX_URL = "http://127.0.0.1:3001";
  const isCallable = (env: Record<string, string>) => readConfig(env).hasPublicUrl;
  expect(isCallable({})).toBe(false);
  expect(isCallable({ PUBLIC_URL: "https://app.example.nl" })).toBe(true);
  expect(isCallable({ ...production, PUBLIC_URL: "http://app.example.nl", ALLOW_HTTP: "1" })).toBe(false);
  expect(isCallable({ SANDBOX_URL })).toBe(true);
  expect(isCallable({ SANDBOX_URL, AIRTABLE_URL: "https://at.example" })).toBe(false);
  expect(isCallable({ SANDBOX_URL, PROCESS: "worker" })).toBe(false);
});
