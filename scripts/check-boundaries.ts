import { findCycles } from "./boundaries/cycles.ts";
import { EVERYTHING, type Module, readModules } from "./boundaries/modules.ts";
import { findViolations, mayContainSql } from "./boundaries/rules.ts";

const importGraph = (modules: readonly Module[]) =>
  new Map(
    modules.map(({ path, imports }) => [
      path,
      imports.flatMap(({ target }) => (target.kind === "file" ? [target.path] : [])),
    ]),
  );

/** A feature that puts SQL of another into its own depends on the columns and aliases of the other. */
const exportedFragments = (modules: readonly Module[]): string[] => {
  const sqlOf = new Map(modules.map(({ path, sqlExports }) => [path, sqlExports.map(({ name }) => name)]));
  return modules
    .filter(({ path }) => path.endsWith(".service.ts"))
    .flatMap(({ path, reexports }) =>
      reexports.flatMap(({ line, name, from = "" }) =>
        (sqlOf.get(from) ?? [])
          .filter((sqlName) => name === sqlName || name === EVERYTHING)
          .map(
            (sqlName) =>
              `${path}:${line} exports the SQL ${sqlName}: make it a SQL function, a result, or a complete ReadQuery`,
          ),
      ),
    );
};

/** Checks the imports of the source against the rules of docs/architecture.md. */
export function checkBoundaries(root: string): { modules: number; imports: number; violations: string[] } {
  const modules = readModules(root);
  const violations = modules.flatMap(({ path, imports, sqlLines }) => [
    ...imports.flatMap((imported) =>
      findViolations(path, imported).map((violation) => `${path}:${imported.line} ${violation}`),
    ),
    ...(mayContainSql(path)
      ? []
      : sqlLines.map((line) => `${path}:${line} contains SQL: it belongs in a *.queries.ts`)),
  ]);
  violations.push(...exportedFragments(modules));
  for (const cycle of findCycles(importGraph(modules)))
    violations.push(`${cycle[0]} is in an import cycle: ${cycle.join(" → ")}`);
  const imports = modules.reduce((sum, module) => sum + module.imports.length, 0);
  return { modules: modules.length, imports, violations };
}

if (import.meta.main) {
  const { modules, imports, violations } = checkBoundaries(process.cwd());
  for (const violation of violations) console.error(violation);
  console.log(`${modules} modules, ${imports} imports, ${violations.length} violations`);
  // Without modules nothing was checked.
  process.exitCode = violations.length > 0 || modules === 0 ? 1 : 0;
}
