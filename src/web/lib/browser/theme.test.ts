import { afterEach, expect, test, vi } from "vitest";

const [runScript] = Object.values(import.meta.glob("../../public/theme.js"));

afterEach(() => vi.unstubAllGlobals());

/** Runs theme.js in a page with this stored choice and this preference of the system. */
const openPage = async ({ stored, systemDark }: { stored: string | null; systemDark: boolean }) => {
  const memory = { stored };
  const system = Object.assign(new EventTarget(), { matches: systemDark });
  const page = new EventTarget();
  const shown: boolean[] = [];
  const classList = { toggle: (_name: string, on: boolean) => shown.push(on) };
  vi.stubGlobal("matchMedia", () => system);
  vi.stubGlobal("localStorage", { getItem: () => memory.stored });
  vi.stubGlobal("document", { documentElement: { classList } });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.resetModules();
  await runScript?.();
  return { memory, system, page, isDark: () => shown.at(-1) };
};

test.each([
  [null, false, false],
  [null, true, true],
  ["system", true, true],
  ["light", true, false],
  ["dark", false, true],
  ["nonsense", true, true],
])("stored choice %s, system dark %s: page dark %s", async (stored, systemDark, dark) => {
  const { isDark } = await openPage({ stored, systemDark });
  expect(isDark()).toBe(dark);
});

test("without a stored choice the page follows the system", async () => {
  const { system, isDark } = await openPage({ stored: null, systemDark: false });
  system.matches = true;
  system.dispatchEvent(new Event("change"));
  expect(isDark()).toBe(true);
});

test("a choice in this or another tab applies at once", async () => {
  const { memory, page, isDark } = await openPage({ stored: "light", systemDark: false });
  memory.stored = "dark";
  page.dispatchEvent(new Event("themechange"));
  expect(isDark()).toBe(true);
  memory.stored = "light";
  page.dispatchEvent(new Event("storage"));
  expect(isDark()).toBe(false);
});
