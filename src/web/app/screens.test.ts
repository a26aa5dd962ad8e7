import { expect, test } from "vitest";
import { filesOfScreen, GUARDS, SCREENS, type Screen } from "./screens.ts";

test("no two screens have the same path", () => {
  expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length);
});

test("a screen is loaded with its guard", () => {
  const filesAt = (path: string) => SCREENS.filter((screen) => screen.path === path).flatMap(filesOfScreen);
  expect(filesAt("/")).toEqual(["app/guards/workspace-guard.tsx", "app/pages/home.page.tsx"]);
  expect(filesAt("/admin/users")).toEqual(["app/guards/admin-guard.tsx", "features/users/admin-users.page.tsx"]);
  expect(filesAt("/reset-password")).toEqual(["features/auth/reset-password.page.tsx"]);
});

const LAZY: Pick<Screen, "file" | "component" | "load">[] = [...Object.values(GUARDS), ...SCREENS];

test.each(LAZY)("$file is the module that is loaded, and exports $component", async ({ file, component, load }) => {
  const loaded = await load();
  expect(loaded[component]).toBeTypeOf("function");
  expect(await import(/* @vite-ignore */ `../${file}`)).toBe(loaded);
});
