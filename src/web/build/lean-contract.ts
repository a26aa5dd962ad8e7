import { type Plugin, parseSync, Visitor } from "vite";

const CONTRACT = /\/src\/contract\/[\w-]+\.ts$/;
/** What only the server uses: schemas, the text of the documentation, and who may call the route. */
const SERVER_PARTS = ["params", "query", "body", "response", "summary", "access", "isPage"];
const MADE_BY_CALLS = new Set(["CallExpression", "ObjectExpression"]);

type Edit = { start: number; end: number; text: string };

/** Removes the properties that only the server uses from each route: an object with a method and a path. */
const dropSchemas = (code: string, program: Program): Edit[] => {
  const edits: Edit[] = [];
  new Visitor({
    ObjectExpression: ({ properties }) => {
      const parts = new Map(
        properties.flatMap((part) =>
          part.type === "Property" && part.key.type === "Identifier" ? [[part.key.name, part]] : [],
        ),
      );
      if (!parts.has("method") || !parts.has("path")) return;
      for (const name of SERVER_PARTS) {
        const part = parts.get(name);
        if (!part) continue;
        const comma = /^\s*,/.exec(code.slice(part.end))?.[0].length ?? 0;
        edits.push({ start: part.start, end: part.end + comma, text: "" });
      }
    },
  }).visit(program);
  return edits;
};

/** Marks top-level calls as pure, so that unused schemas are tree-shaken. */
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

/** The code of a contract module without the schemas of its routes. */
export const leanModule = (code: string): string => {
  const { program } = parseSync("contract.js", code);
  return [...dropSchemas(code, program), ...markPure(program)]
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .reduceRight((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
};

/**
 * The browser calls routes by method and path; TypeScript has checked their inputs and answers. Without this plugin, the first
 * load would include zod and the schemas of all routes. A form imports the schema that it validates with by name.
 */
export const leanContract = (): Plugin => ({
  name: "lean-contract",
  transform: {
    filter: { id: CONTRACT },
    handler: (code) => ({ code: leanModule(code), map: null, moduleSideEffects: false }),
  },
});
