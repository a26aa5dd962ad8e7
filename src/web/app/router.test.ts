import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { createAppRouter } from "./router.tsx";

const matchedPath = (path: string): string | undefined =>
  createAppRouter(createMemoryHistory({ initialEntries: [path] }))
    .matchRoutes(path, {})
    .at(-1)?.fullPath;

test.each([
  ["/", "/"],
  ["/meetings", "/meetings"],
  ["/unknown", "/$"],
  ["/admin", "/admin/"],
  ["/admin/users", "/admin/users"],
  ["/admin/login", "/admin/login"],
  ["/admin/unknown/path", "/admin/$"],
])("%s opens the route %s", (path, route) => {
  expect(matchedPath(path)).toBe(route);
});
