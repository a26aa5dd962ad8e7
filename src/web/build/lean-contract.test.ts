import { expect, test } from "vitest";
import { leanModule } from "./lean-contract.ts";

test("a route keeps method and path and loses what only the server uses", () => {
  const lean = leanModule(`
    export const leadsRoutes = defineRoutes({
      list: { method: "GET", path: "/api/leads", summary: "Leads", access: all, query: z.object({ q }), response: z.array(lead) },
      upload: { method: "PUT", path: "/api/file", body: "bytes", response: "nothing" },
    });`);
  const withoutSpaces = lean.replaceAll(/\s/g, "");
  expect(withoutSpaces).toContain('list:{method:"GET",path:"/api/leads",},upload:{method:"PUT",path:"/api/file",},');
});

test("routes returned by a function lose their schemas too", () => {
  expect(leanModule("const make = (path) => ({ method, path, response: z.string() });")).toBe(
    "const make = (path) => ({ method, path,  });",
  );
});

test("other objects keep their properties", () => {
  const code = "const quiz = /* @__PURE__ */ { question: text, response: z.string() };";
  expect(leanModule(code)).toContain("response: z.string()");
});

test("a top-level schema is marked as pure", () => {
  expect(leanModule("export const name = line(200).optional();")).toBe(
    "export const name = /* @__PURE__ */ (() => (line(200).optional()))();",
  );
  const constant = 'export const SORTS = ["name", "-name"];';
  expect(leanModule(constant)).toBe(constant);
});
