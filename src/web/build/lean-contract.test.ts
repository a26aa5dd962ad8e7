import { expect, test } from "vitest";
import { leanModule } from "./lean-contract.ts";

test("a route says where it is, and no longer what goes over it", () => {
  const lean = leanModule(`
    export const leadsRoutes = defineRoutes({
      list: { method: "GET", path: "/api/leads", access, query: z.object({ q }), answer: z.array(lead) },
      upload: { method: "PUT", path: "/api/file", body: "bytes", answer: "nothing" },
    });`);
  expect(lean).toContain('method: "GET", path: "/api/leads", access, query: undefined, answer: undefined');
  expect(lean).toContain('method: "PUT", path: "/api/file", body: undefined, answer: undefined');
});

test("routes that a function makes are routes too", () => {
  expect(leanModule("const make = (path) => ({ method, path, answer: z.string() });")).toBe(
    "const make = (path) => ({ method, path, answer: undefined });",
  );
});

test("what else has a body or an answer keeps it", () => {
  const code = "const quiz = /* @__PURE__ */ { question: text, answer: z.string() };";
  expect(leanModule(code)).toContain("answer: z.string()");
});

test("a schema that nobody asks for may be left out", () => {
  expect(leanModule("export const name = line(200).optional();")).toBe(
    "export const name = /* @__PURE__ */ (() => (line(200).optional()))();",
  );
  const constant = 'export const SORTS = ["name", "-name"];';
  expect(leanModule(constant)).toBe(constant);
});
