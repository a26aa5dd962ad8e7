import { type Plugin, parseSync, Visitor } from "vite";

const CONTRACT = /\/src\/contract\/[\w-]+\.ts$/;
const SCHEMAS = ["params", "query", "body", "answer"];
const MADE_BY_CALLS = new Set(["CallExpression", "ObjectExpression"]);

type Edit = { start: number; end: number; text: string };

/** What each route says of what goes in and out. A route is what has a method and a path. */
const dropSchemas = (program: Program): Edit[] => {
  const edits: Edit[] = [];
  new Visitor({
    ObjectExpression: ({ properties }) => {
      const parts = new Map(
        properties.flatMap((part) =>
          part.type === "Property" && part.key.type === "Identifier" ? [[part.key.name, part.value]] : [],
        ),
      );
      if (!parts.has("method") || !parts.has("path")) return;
      for (const name of SCHEMAS) {
        const schema = parts.get(name);
        if (schema) edits.push({ start: schema.start, end: schema.end, text: "undefined" });
      }
    },
  }).visit(program);
  return edits;
};

/** Making a schema changes nothing: one that nobody asks for may be left out. */
const markPure = (program: Program): Edit[] =>
  program.body
    .map((statement) => (statement.type === "ExportNamedDeclaration" ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === "VariableDeclaration" ? statement.declarations : []))
    .flatMap(({ init }) => (init && MADE_BY_CALLS.has(init.type) ? [init] : []))
    .flatMap(({ start, end }) => [
      { start, end: start, text: "/* @__PURE__ */ (() => (" },
      { start: end, end, text: "))()" },
    ]);

type Program = ReturnType<typeof parseSync>["program"];

/** A module of the contract as the browser needs it. */
export const leanModule = (code: string): string => {
  const { program } = parseSync("contract.js", code);
  return [...dropSchemas(program), ...markPure(program)]
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .reduceRight((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
};

/**
 * A browser calls routes by method and path; what goes over them, the types have checked. Without this, the first screen
 * would bring the schemas of every route it calls, and the library that reads them. A form still has the schema that it
 * parses with: it imports that by name.
 */
export const leanContract = (): Plugin => ({
  name: "lean-contract",
  transform: {
    filter: { id: CONTRACT },
    handler: (code) => ({ code: leanModule(code), map: null, moduleSideEffects: false }),
  },
});
