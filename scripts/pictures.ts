// Takes the pictures of the landing page and of the README from a running demo: `npm start`, then
// `npm run pictures -- http://127.0.0.1:3000`.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";

const LANDING_PAGE_FOLDER = join(import.meta.dirname, "../src/web/public/pictures");
const README_FOLDER = join(import.meta.dirname, "../docs/pictures");
const ACCOUNT = { username: "gebruiker", password: "welkom123" };

const THEMES = ["light", "dark"] as const;
const PICTURES = [
  { folder: LANDING_PAGE_FOLDER, name: "review", path: "/", width: 1440, height: 900, themes: THEMES },
  { folder: LANDING_PAGE_FOLDER, name: "review-phone", path: "/", width: 390, height: 760, themes: THEMES },
  {
    folder: LANDING_PAGE_FOLDER,
    name: "management",
    path: "/acties?periode=84",
    width: 1440,
    height: 900,
    themes: THEMES,
  },
  { folder: README_FOLDER, name: "queue", path: "/messages-queued", width: 1440, height: 900, themes: ["light"] },
] as const;
type Picture = (typeof PICTURES)[number];

/** Fonts, avatars and the last requests arrive after the heading. */
const SETTLE_MS = 1_500;
const QUALITY = 82;

const takePicture = async (
  browser: Browser,
  url: string,
  { folder, name, path, width, height }: Picture,
  theme: (typeof THEMES)[number],
): Promise<void> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    deviceScaleFactor: width < 500 ? 2 : 1.5,
    colorScheme: theme,
    locale: "nl-NL",
    reducedMotion: "reduce",
  });
  const signedIn = await context.request.post("/api/login", { data: ACCOUNT });
  if (!signedIn.ok()) throw new Error(`signing in to ${url} returned ${signedIn.status()}`);
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForTimeout(SETTLE_MS);
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await writeFile(join(folder, `${name}-${theme}.webp`), Buffer.from(data, "base64"));
  await context.close();
};

const run = async (url = "http://127.0.0.1:3000"): Promise<void> => {
  for (const { folder } of PICTURES) await mkdir(folder, { recursive: true });
  const executablePath = process.env["CHROMIUM_PATH"];
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] });
  try {
    for (const picture of PICTURES) for (const theme of picture.themes) await takePicture(browser, url, picture, theme);
  } finally {
    await browser.close();
  }
};

await run(process.argv[2]);
