import { expect } from "vitest";
import type { SyncStatus } from "#contract/airtable.ts";
import { readClassification } from "#contract/classification.ts";
import type { RecordHistory } from "#contract/sync-questions.ts";
import type { SyncedCompany } from "#server/features/airtable/sync-harness.fixture.ts";

const readClass = (cell: unknown): unknown => (typeof cell === "string" ? readClassification(cell) : null);

const KINDS = {
  messages: { airtableTable: "Messages", field: "content", airtableField: "Content", read: (cell: unknown) => cell },
  prompts: { airtableTable: "Prompts", field: "prompt", airtableField: "Prompt", read: (cell: unknown) => cell },
  queue: { airtableTable: "Queue", field: "text", airtableField: "Text", read: (cell: unknown) => cell },
  leads: { airtableTable: "Leads", field: "classification", airtableField: "Lead Classification", read: readClass },
} as const;

interface Access {
  kind: string;
  fields: string[];
}

/** What the check needs of the company, read once for all its fields. */
export interface CheckedState {
  conflicts: SyncStatus["conflicts"];
  rows: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The change feed has reported every change: no edit may be lost, whenever it was made. */
  hasCompleteFeed: boolean;
}

/** A field of one record that users edit on both sides, with what they entered. */
export class TrackedField {
  readonly table: keyof typeof KINDS;
  readonly localId: string;
  recordId: string;
  isDestroyed = false;
  private readonly here: string[] = [];
  private there: string | null = null;

  constructor(table: keyof typeof KINDS, localId: string, recordId: string) {
    this.table = table;
    this.localId = localId;
    this.recordId = recordId;
  }

  get airtableTable(): string {
    return KINDS[this.table].airtableTable;
  }

  editHere(company: SyncedCompany, value: string): Promise<void> {
    this.here.push(value);
    return company.edit(this.table, this.localId, { [KINDS[this.table].field]: value });
  }

  editThere({ base }: SyncedCompany, value: string): Promise<void> {
    const { airtableTable, airtableField } = KINDS[this.table];
    this.there = value;
    return base.edit(airtableTable, this.recordId, { [airtableField]: value });
  }

  /** The record was deleted in Airtable, with what users entered there, and is created again from the values here. */
  recreateAs(recordId: string): void {
    this.recordId = recordId;
    this.there = null;
    this.isDestroyed = false;
  }

  /** The values that a user of the product can still find: in a conflict, or in the history of the record as its page shows it. */
  private async findKnownValues({ server, id, who }: SyncedCompany): Promise<Set<unknown>> {
    const inConflicts = await server.query<{ value: unknown }>(
      `select unnest(array[base, ours, theirs]) as value from airtable_conflicts where company_id = $1 and local_id = $2`,
      [id, this.localId],
    );
    const { status, body } = await who.client.get(`/api/sync/records/${this.table}/${this.localId}/history`);
    expect(status).toBe(200);
    const { changes } = body as unknown as RecordHistory;
    return new Set([
      ...inConflicts.map(({ value }) => value),
      ...changes
        .filter(({ field }) => field === KINDS[this.table].field)
        .flatMap(({ before, after }) => [before, after]),
    ]);
  }

  /**
   * Airtable has no conditional write. Without a change feed, an edit between our read and our write is not noticed
   * (decision 0005): only such an edit may be lost.
   */
  private async wasBetweenReadAndWrite({ base }: SyncedCompany): Promise<boolean> {
    const { airtableTable, airtableField } = KINDS[this.table];
    const path = `tables/${airtableTable}/records/${this.recordId}/accesses`;
    const accesses = (await base.control("GET", path)) as unknown as Access[];
    const isOfField = (kind: string) => (access: Access) =>
      access.kind === kind && access.fields.includes(airtableField);
    const sinceEdit = accesses.slice(accesses.findLastIndex(isOfField("edited")) + 1);
    const write = sinceEdit.findIndex(isOfField("written"));
    return write !== -1 && !sinceEdit.slice(0, write).some(({ kind }) => kind === "read");
  }

  /** Describes each edit that was lost, and each value that differs without a conflict. */
  async findProblems(company: SyncedCompany, { conflicts, rows, hasCompleteFeed }: CheckedState): Promise<string[]> {
    const { airtableTable, field, airtableField, read } = KINDS[this.table];
    const problems: string[] = [];
    const local = rows.get(this.localId)?.[field];
    const known = await this.findKnownValues(company);
    for (const value of this.here) if (value !== local && !known.has(value)) problems.push(`lost here: ${value}`);
    if (this.isDestroyed) return problems;
    const cell = (await company.base.record(airtableTable, this.recordId))[airtableField];
    const isKnown = this.there !== null && (known.has(this.there) || known.has(read(this.there)));
    const isLost = this.there !== null && this.there !== cell && !isKnown;
    if (isLost && (hasCompleteFeed || !(await this.wasBetweenReadAndWrite(company))))
      problems.push(`lost there: ${this.there}`);
    const isInConflict = conflicts.some((conflict) => conflict.recordId === this.localId && conflict.field === field);
    const value = read(cell);
    // A value that cannot be read is shown with its record, until somebody changes it on one of the sides.
    const isAgreed =
      value === undefined ? (await company.state(this.table, this.localId)) === "error" : value === local;
    if (!isAgreed && !isInConflict)
      problems.push(`differs: ${String(local)} and ${String(cell)} in ${airtableTable} ${this.localId}`);
    return problems;
  }
}
