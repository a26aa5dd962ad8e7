import type { Field } from "./field.ts";
import type { AirtableRecord } from "./record.ts";

type View = { id: string; name: string; type: "grid" | "form" };

export type TableSchema = { id: string; name: string; primaryFieldId: string; fields: Field[]; views: View[] };

export class Table {
  readonly id: string;
  readonly views: View[];
  name: string;
  primaryFieldId: string;
  readonly #records = new Map<string, AirtableRecord>();
  #fields: Field[] = [];
  #byId = new Map<string, Field>();
  #byName = new Map<string, Field>();
  #shuffled: string[] | null = null;

  constructor({ id, name, primaryFieldId, fields, views }: TableSchema) {
    this.id = id;
    this.name = name;
    this.primaryFieldId = primaryFieldId;
    this.views = views;
    this.fields = fields;
  }

  get fields(): readonly Field[] {
    return this.#fields;
  }

  set fields(fields: readonly Field[]) {
    this.#fields = [...fields];
    this.#byId = new Map(fields.map((field) => [field.id, field]));
    this.#byName = new Map(fields.map((field) => [field.name, field]));
  }

  get schema(): TableSchema {
    const { id, name, primaryFieldId, views } = this;
    return { id, name, primaryFieldId, fields: this.#fields, views };
  }

  field(idOrName: string): Field | undefined {
    return this.#byId.get(idOrName) ?? this.#byName.get(idOrName);
  }

  get size(): number {
    return this.#records.size;
  }

  record(id: string): AirtableRecord | undefined {
    return this.#records.get(id);
  }

  /** In the order in which they were made, which is that of the grid. */
  records(): IterableIterator<AirtableRecord> {
    return this.#records.values();
  }

  add(record: AirtableRecord): void {
    this.#records.set(record.id, record);
    this.#shuffled = null;
  }

  remove(id: string): void {
    this.#records.delete(id);
    this.#shuffled = null;
  }

  /**
   * The order in which records are listed when nobody asks for one: always the same, but not that of creation. Ids are
   * random, so their order is as good as any; sorted once for all pages, not at every request.
   */
  shuffledIds(): readonly string[] {
    this.#shuffled ??= [...this.#records.keys()].sort();
    return this.#shuffled;
  }
}
