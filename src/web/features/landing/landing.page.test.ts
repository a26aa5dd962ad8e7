import { existsSync } from "node:fs";
import { join } from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LandingPage } from "./landing.page.tsx";

const html = renderToStaticMarkup(createElement(LandingPage));
const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href = "", label = ""]) => ({
  href,
  label,
}));
const text = html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

test("every button leads to the sign-in page", () => {
  const buttons = links.filter(({ label }) => label === "Inloggen" || label === "Gratis Starten");
  expect(buttons.map(({ label }) => label)).toEqual(["Inloggen", "Gratis Starten", "Gratis Starten", "Gratis Starten"]);
  expect(new Set(buttons.map(({ href }) => href))).toEqual(new Set(["/login"]));
});

test("every other link leads to an existing anchor on this page", () => {
  const anchors = links.filter(({ href }) => href.startsWith("#"));
  for (const { href } of anchors) expect(html).toContain(`id="${href.slice(1)}"`);
  expect(links.filter(({ href }) => !href.startsWith("#") && href !== "/login").map(({ href }) => href)).toEqual(["/"]);
});

test.each([
  "zonder creditcard",
  "Premiumfuncties kun je uitproberen",
  "Onbeperkt berichten voor één vaste prijs",
  "1000+ leads per week",
  "Meer geboekte meetings",
  "LinkedIn-berichten",
  "Meeting-dashboard",
  "Analytics",
  "Videoberichten",
  "Lead rating",
  "Salesteams",
  "Bureaus",
  "Marketingexperts",
  "500+ sales professionals",
  "3x meer meetings",
  "Professioneel dashboard voor LinkedIn outreach",
  "© 2025",
])("the page contains: %s", (claim) => expect(text).toContain(claim));

test("there are three testimonials and no prices", () => {
  expect(html.match(/<blockquote/g)).toHaveLength(3);
  expect(text).not.toMatch(/€|\beuro\b|per maand/i);
});

test("testimonials are marked as examples, and every picture exists in light and dark", () => {
  expect(text.match(/Voorbeeld “/g)).toHaveLength(3);
  const pictures = [...html.matchAll(/<img src="([^"]+)" alt="([^"]+)" width="\d+" height="\d+" loading="lazy"/g)];
  expect(pictures.map(([, src]) => src)).toHaveLength(6);
  for (const [, src = ""] of pictures) {
    expect(src).toMatch(/-(light|dark)\.webp$/);
    expect(existsSync(join(import.meta.dirname, "../../public", src)), src).toBe(true);
  }
});

test("headings start with one h1 and skip no level", () => {
  const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels[0]).toBe(1);
  levels.reduce((above, level) => {
    expect(level).toBeLessThanOrEqual(above + 1);
    return level;
  });
});

test("the static page has no inline style or script: the content security policy would block it", () => {
  expect(html).not.toMatch(/ style="|<script|<style/);
});
