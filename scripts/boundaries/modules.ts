import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync, Visitor } from "vite";

export type Import = { line: number; specifier: string; target: Target };
type SubpathImports = ReturnType<typeof readSubpathImports>;
type Target = { kind: "file"; path: string } | { kind: "package"; name: string } | { kind: "missing" };
/** Something that a module exports: of its own, or of the module `from`. */
type Export = { line: number; name: string; from?: string };
export type Module = { path: string; imports: Import[]; sqlLines: number[]; sqlExports: Export[]; reexports: Export[] };

/** The name of what `export *` exports. */
export const EVERYTHING = "*";

const FOLDERS = ["src", "e2e", "scripts", "bench", "trials"];
const SOURCE = /\.(ts|tsx|mts|mjs|js)$/;
const SQL =
  /^\s*(--.*\s*)*(select|insert|update|delete|with|create|alter|drop|truncate|set|begin|call|grant|listen|notify)\b/i;

/** Every source file in FOLDERS, with all its imports, including types and dynamic imports. */
export function readModules(root: string): Module[] {
  const subpathImports = readSubpathImports(root);
  return FOLDERS.flatMap((folder) => listFiles(join(root, folder))).map((file) =>
    readModule(root, subpathImports, file),
  );
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => SOURCE.test(file) && !file.includes("node_modules") && statSync(file).isFile())
    .sort();
}

function readModule(root: string, subpathImports: SubpathImports, file: string): Module {
  const text = readFileSync(file, "utf8");
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${relative(root, file)}: ${errors[0].message}`);
  const imports: Import[] = [];
  const sqlLines: number[] = [];
  const sqlExports: Export[] = [];
  const reexports: Export[] = [];
  const addImport = (source: { value?: unknown; start: number } | null): Target | undefined => {
    if (typeof source?.value !== "string") return undefined;
    const specifier = source.value;
    const target = resolve(root, subpathImports, file, specifier);
    imports.push({ line: lineOf(source.start), specifier, target });
    return target;
  };
  new Visitor({
    ImportDeclaration: (node) => addImport(node.source),
    ExportNamedDeclaration: ({ source, specifiers, declaration }) => {
      const target = addImport(source);
      if (target?.kind === "file")
        for (const { local, start } of specifiers)
          reexports.push({ line: lineOf(start), name: nameOf(local) ?? "", from: target.path });
      if (declaration?.type !== "VariableDeclaration") return;
      for (const { id, init } of declaration.declarations)
        if (makesSql(init)) sqlExports.push({ line: lineOf(id.start), name: nameOf(id) ?? "" });
    },
    ExportAllDeclaration: ({ source, start }) => {
      const target = addImport(source);
      if (target?.kind === "file") reexports.push({ line: lineOf(start), name: EVERYTHING, from: target.path });
    },
    ImportExpression: (node) => addImport(literalPrefix(node.source)),
    TSImportType: (node) => addImport(node.source),
    TaggedTemplateExpression: ({ tag, start }) => {
      if (nameOf(tag) === "sql") sqlLines.push(lineOf(start));
    },
    CallExpression: ({ callee, arguments: [first], start }) => {
      const isQuery = callee.type === "MemberExpression" && nameOf(callee.property) === "query";
      const value = first && literalPrefix(first)?.value;
      if (isQuery && typeof value === "string" && SQL.test(value)) sqlLines.push(lineOf(start));
    },
  }).visit(program);
  return { path: relative(root, file), imports, sqlLines, sqlExports, reexports };
}

type Node = { type: string; start: number };

/** The value of a string, or of a template up to its first expression. */
function literalPrefix(node: Node): { value: unknown; start: number } | null {
  if (node.type === "Literal") return { value: (node as Node & { value: unknown }).value, start: node.start };
  if (node.type !== "TemplateLiteral") return null;
  const { quasis } = node as Node & { quasis: { value: { raw: string } }[] };
  return { value: quasis[0]?.value.raw, start: node.start };
}

const SQL_FUNCTIONS = ["sql", "prepared", "joinSql"];

/** Whether an expression is SQL text, or a function that returns it. */
function makesSql(node: Node | null): boolean {
  const { type, tag, callee, body, returnType } = (node ?? {}) as Partial<Record<"tag" | "callee" | "body", Node>> & {
    type?: string;
    returnType?: { typeAnnotation: { typeName?: Node } } | null;
  };
  if (type === "TaggedTemplateExpression" && tag) return SQL_FUNCTIONS.includes(nameOf(tag) ?? "");
  if (type === "CallExpression" && callee) return SQL_FUNCTIONS.includes(nameOf(callee) ?? "");
  if (type !== "ArrowFunctionExpression" || !body) return false;
  const returned = returnType?.typeAnnotation.typeName;
  return (returned !== undefined && nameOf(returned) === "Sql") || makesSql(body);
}

function nameOf(node: Node): string | undefined {
  return node.type === "Identifier" ? (node as Node & { name: string }).name : undefined;
}

/** The subpath imports (`imports` of package.json) without their `*`: `#ui/` → `./src/web/ui/`. */
function readSubpathImports(root: string): [prefix: string, folder: string][] {
  const file = join(root, "package.json");
  if (!existsSync(file)) return [];
  const { imports = {} } = JSON.parse(readFileSync(file, "utf8")) as { imports?: Record<string, string> };
  return Object.entries(imports).map(([pattern, target]) => [pattern.slice(0, -1), target.slice(0, -1)]);
}

function resolve(root: string, subpathImports: SubpathImports, from: string, specifier: string): Target {
  const path = specifier.replace(/\?.*$/, "");
  const mapped = subpathImports.find(([prefix]) => path.startsWith(prefix));
  if (!mapped && !path.startsWith(".")) {
    const [first = "", second] = path.split("/");
    return { kind: "package", name: first.startsWith("@") ? `${first}/${second}` : first };
  }
  const file = mapped ? join(root, mapped[1], path.slice(mapped[0].length)) : join(dirname(from), path);
  return existsSync(file) ? { kind: "file", path: relative(root, file) } : { kind: "missing" };
}
