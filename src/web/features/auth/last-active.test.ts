import { expect, test } from "vitest";
import { lastActive } from "./last-active.ts";

const NOW = new Date("2026-11-14T12:00:00Z");

test.each([
  ["2026-11-14T11:59:30Z", "zojuist actief"],
  ["2026-11-14T12:02:00Z", "zojuist actief"],
  ["2026-11-14T11:59:00Z", "1 minuut geleden actief"],
  ["2026-11-14T11:00:01Z", "59 minuten geleden actief"],
  ["2026-11-14T08:30:00Z", "3 uur geleden actief"],
  ["2026-11-12T12:00:00Z", "2 dagen geleden actief"],
])("%s is %s", (at, text) => expect(lastActive(at, NOW)).toBe(text));
