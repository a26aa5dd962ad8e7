import { expect, test } from "vitest";
import { invitationEmail, passwordChangedEmail, passwordResetEmail } from "./account-emails.ts";
import { type Email, html } from "./email-layout.ts";

const link = "https://sales.example.nl/reset-password?token=abc_DEF-123&x=1";
const linkInHtml = link.replace("&", "&amp;");
const validUntil = new Date("2026-11-21T12:45:00Z");

const writeAll = (name: string, address = link): Record<string, Email> => ({
  "password reset": passwordResetEmail({ name, link: address, sessionKind: "main" }),
  "password reset of the admin panel": passwordResetEmail({ name, link: address, sessionKind: "admin" }),
  "password changed": passwordChangedEmail({ name, link: address }),
  invitation: invitationEmail({ name, username: name, companyName: name, inviter: name, link: address, validUntil }),
});

const all = Object.keys(writeAll("Jan"));
const write = (which: string, name: string, address?: string): Email => {
  const email = writeAll(name, address)[which];
  if (!email) throw new Error(`no such mail: ${which}`);
  return email;
};

test.each(all)("%s: text and html both greet by name and carry the link", (which) => {
  const { subject, text, html } = write(which, "José de Vries");
  expect(subject).toMatch(/\S/);
  expect(text).toContain("Hallo José de Vries,");
  expect(html).toContain("Hallo José de Vries,");
  expect(text).toContain(`\n${link}\n`);
  expect(html.split(`href="${linkInHtml}"`)).toHaveLength(3);
});

test.each(all)("%s: what people typed is text, never markup", (which) => {
  const evil = `<img src=x onerror=alert(1)> "'&`;
  const { html } = write(which, evil);
  expect(html).not.toContain("<img");
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; &quot;&#39;&amp;");
});

test.each(all)("%s: a link cannot leave its attribute", (which) => {
  const { html } = write(which, "Jan", `https://sales.example.nl/?a="><script>alert(1)</script>`);
  expect(html).not.toContain("<script");
});

test.each(all)("%s: only web addresses become links", (which) => {
  expect(() => write(which, "Jan", "javascript:alert(1)")).toThrow("web addresses only");
  expect(() => write(which, "Jan", "/reset-password")).toThrow();
});

test.each(all)("%s: nothing is fetched when the mail is opened", (which) => {
  const { html } = write(which, "Jan");
  expect(html).not.toMatch(
    /<(img|link|script|iframe|video|audio|object|form)\b|\bsrc\s*=|\bbackground\s*=|url\(|@import/i,
  );
  const addresses = html.match(/https?:\/\/[^"<\s]+/g) ?? [];
  expect(new Set(addresses)).toEqual(new Set([linkInHtml]));
});

test.each(all)("%s: an address in a name is no link for a mail program", (which) => {
  for (const name of ["Log in op https://evil.example/login", "www.evil.example", "Bank\u202e evil.example"]) {
    // A username has no such characters.
    const text = write(which, name).text.replace(/Je gebruikersnaam is .*/, "");
    expect(text).not.toMatch(/evil\.example|https:\/\/evil|\u202e/);
  }
});

test.each(all)("%s: a name is one line of a modest length", (which) => {
  const { text, subject } = write(which, `Jan\r\n\r\nKlik hier\u2028nu ${"x".repeat(500)}`);
  expect(text).toContain("Hallo Jan Klik hier nu xxx");
  expect(text).not.toContain("x".repeat(80));
  expect(subject).not.toMatch(/[\r\n]/);
});

test.each(all)("%s: somebody without a name is greeted all the same", (which) => {
  expect(write(which, " ").text).toMatch(/^Hallo,\n/);
});

test("a reset says how long the link works and what to do when it was not asked for", () => {
  for (const body of [write("password reset", "Jan").text, write("password reset", "Jan").html]) {
    expect(body).toContain("één uur geldig");
    expect(body).toContain("Heb je dit niet aangevraagd, dan hoef je niets te doen.");
  }
});

test("resets of the workspace and the admin panel have different texts", () => {
  expect(write("password reset of the admin panel", "Jan").text).toContain("Admin Panel");
  expect(write("password reset of the admin panel", "Jan").subject).toContain("Admin Panel");
  expect(write("password reset", "Jan").text).not.toContain("Admin Panel");
});

test("an invitation says who, for which company, as whom and until when, in Dutch time", () => {
  const { text } = invitationEmail({
    name: "José",
    username: "jose",
    companyName: "Noorderlicht Sales B.V.",
    inviter: "Anna Bakker",
    link,
    validUntil,
  });
  expect(text).toContain("Anna Bakker heeft een account voor je gemaakt");
  expect(text).toContain("van Noorderlicht Sales B.V. bij");
  expect(text).toContain("Je gebruikersnaam is jose.");
  expect(text).toContain("geldig tot zaterdag 21 november 2026 om 13:45.");
});

test("an invitation without a company names none", () => {
  const { text } = invitationEmail({ name: "A", username: "a", companyName: null, inviter: "B", link, validUntil });
  expect(text).toContain("in de werkomgeving bij Ultimate Sales Agent");
});

test("the html template escapes texts and keeps its own markup, nested and in lists", () => {
  const items = ["<b>", "&"].map((item) => html`<li title="${item}">${item}</li>`);
  expect(html`<ul>${items}</ul>${html`<hr>`}${"'"}`.toString()).toBe(
    `<ul><li title="&lt;b&gt;">&lt;b&gt;</li><li title="&amp;">&amp;</li></ul><hr>&#39;`,
  );
});
