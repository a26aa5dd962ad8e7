import { expect, test } from "vitest";
import { deviceName, lastActiveText } from "./session-list.tsx";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Chrome op Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
  [
    "Edge op Windows",
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
  ],
  [
    "Opera op Windows",
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`,
  ],
  ["Chrome op Linux", `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`],
  ["Chrome op Android", `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ["Chrome op Chromebook", `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`],
  [
    "Samsung Internet op Android",
    `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    "Safari op Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
  ],
  [
    "Safari op iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
  ],
  [
    "Chrome op iPad",
    "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1",
  ],
  ["Firefox op Mac", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0"],
  ["Onbekende browser op Windows", "Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko"],
  ["Onbekend apparaat", "curl/8.14.1"],
  ["Onbekend apparaat", ""],
  ["Onbekend apparaat", null],
])("%s", (name, userAgent) => expect(deviceName(userAgent)).toBe(name));

const NOW = new Date("2026-11-14T12:00:00Z");

test.each([
  ["2026-11-14T11:59:30Z", "zojuist actief"],
  ["2026-11-14T12:02:00Z", "zojuist actief"],
  ["2026-11-14T11:59:00Z", "1 minuut geleden actief"],
  ["2026-11-14T11:00:01Z", "59 minuten geleden actief"],
  ["2026-11-14T08:30:00Z", "3 uur geleden actief"],
  ["2026-11-12T12:00:00Z", "2 dagen geleden actief"],
])("a session last seen at %s reads as: %s", (at, text) => expect(lastActiveText(at, NOW)).toBe(text));
