import { Readable } from "node:stream";
import type { ImportProblem } from "#contract/lead-imports.ts";
import { CSV_MARK, writeCsvRow } from "#platform/csv/csv-writer.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Bytes } from "#platform/http/handlers.ts";
import { findProblems } from "./imports.queries.ts";

const AT_ONCE = 1_000;
const KINDS: Record<ImportProblem["kind"], string> = { duplicate: "Dubbel", refused: "Niet bruikbaar" };

async function* writeProblems(scope: Scope, id: string): AsyncGenerator<string> {
  yield CSV_MARK + writeCsvRow(["Rij", "Naam", "Soort", "Reden"]);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const found = await findProblems(scope, id, { limit: AT_ONCE, after });
    const page = found.parse() as { items: ImportProblem[]; nextCursor: string | null };
    yield page.items.map(({ row, shown, kind, reason }) => writeCsvRow([row, shown, KINDS[kind], reason])).join("");
    after = page.nextCursor ? page.items.at(-1)?.row : undefined;
  }
}

/** Every row that was skipped, as it is read. */
export const problemsFile = (scope: Scope, id: string): Bytes => ({
  body: Readable.from(writeProblems(scope, id)),
  contentType: "text/csv; charset=utf-8",
});
