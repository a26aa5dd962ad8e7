import { refusal } from "../airtable-error.ts";
import type { Base } from "../model/base.ts";
import type { Table } from "../model/table.ts";
import type { Workspace } from "../workspace.ts";

export type BaseAddress = { Params: { baseId: string } };
export type TableAddress = { Params: { baseId: string; table: string } };

export function findBaseOr404(workspace: Workspace, { baseId }: { baseId: string }): Base {
  const base = workspace.bases.find(baseId);
  if (!base) throw refusal(404, "NOT_FOUND", `There is no base ${baseId}.`);
  return base;
}

export function findTableOr404(workspace: Workspace, params: TableAddress["Params"]): { base: Base; table: Table } {
  const base = findBaseOr404(workspace, params);
  const table = base.table(params.table);
  if (!table) throw refusal(404, "NOT_FOUND", `Base ${base.id} has no table ${params.table}.`);
  return { base, table };
}
