import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ConfigError } from "./config.ts";
import { parseSmtpAddress } from "./smtp-address.ts";

test.each([
  ["smtp://mail.example.nl", { host: "mail.example.nl", port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
  ["smtp://mail.example.nl:25/", { port: 25, requireTLS: true }],
  ["smtp://localhost.example.nl", { requireTLS: true }],
  ["smtp://192.168.1.5", { requireTLS: true }],
  ["smtps://mail.example.nl", { port: 465, secure: true, requireTLS: false, ignoreTLS: false }],
  ["smtps://mail.example.nl:2465", { port: 2465, secure: true }],
  ["smtp://mail.example.nl?tls=false", { requireTLS: false, ignoreTLS: true }],
  ["smtp://localhost:2525", { requireTLS: false, ignoreTLS: true }],
  ["smtp://127.0.0.1:2525", { requireTLS: false, ignoreTLS: true }],
  ["smtp://[::1]:2525", { host: "::1", requireTLS: false, ignoreTLS: true }],
  ["smtp://localhost:2525?tls=true", { requireTLS: true, ignoreTLS: false }],
  ["smtp://jan%40example.nl:p%2Fw%3A@mail.example.nl", { auth: { user: "jan@example.nl", pass: "p/w:" } }],
])("%s", (address, expected) => {
  expect(parseSmtpAddress(address)).toMatchObject(expected);
});

test("without a user nobody signs in", () => {
  expect(parseSmtpAddress("smtp://mail.example.nl")).not.toHaveProperty("auth");
});

test.each([
  "",
  "mail.example.nl",
  "smtp://",
  "http://mail.example.nl",
  "smtp://jan:hunter2@mail.example.nl?requireTLS=false",
  "smtp://jan:hunter2@mail.example.nl?tls=no",
  "smtp://jan:hunter2%@mail.example.nl",
])("%j is refused at the start, without repeating the password", (address) => {
  const failure = (() => {
    try {
      return parseSmtpAddress(address);
    } catch (error) {
      return error;
    }
  })();
  expect(failure).toBeInstanceOf(ConfigError);
  expect(String(failure)).toContain("SMTP_URL");
  expect(inspect(failure)).not.toContain("hunter2");
});
