import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxBase } from "#server/features/airtable/airtable-sandbox.fixture.ts";
import type { SyncedCompany } from "#server/features/airtable/sync-harness.fixture.ts";
import { SeededRandom } from "../trial.ts";
import { answerSlowly, type FaultyCompany, FEED_FAULTS, SERVICE_FAULTS } from "./history-faults.ts";
import { findLeadProblems } from "./lead-problems.ts";
import { TrackedField } from "./tracked-field.ts";

const [LEADS, MESSAGES, PROMPTS] = [8, 3, 4];
/** In addition to the tracked messages: the one whose parts are in the queue. */
const MESSAGES_WITH_PARTS = 1;
const PART_NAME = "Bericht 2";
/** Small pages, so that a table has more than one. */
const PAGE_SIZE = 5;
const SCOPES = ["data.records:read", "data.records:write", "schema.bases:read"];
const SENT_TO = { fullName: "Bea", linkedInUrl: "https://www.linkedin.com/in/bea" };
const UNKNOWN_CLASS = "onbekend";
const CLASSES = ["HOT", "CLIENT", "INTERESTED"] as const;

/** One company in which users on both sides edit, while everything that can fail fails. */
export class RandomHistory implements FaultyCompany {
  readonly company: SyncedCompany;
  readonly otherBase: SandboxBase;
  readonly random: SeededRandom;
  readonly hasFeed: boolean;
  readonly scopes: readonly string[];
  readonly name: string;
  /** The faults so far, in order. */
  readonly faults: string[] = [];
  private readonly fields: TrackedField[] = [];
  private lead = { recordId: "" };
  private part = { recordId: "" };
  private sentLead: string | null = null;
  /** Prompts that were deleted together: they stay until an admin has decided. */
  private massDeleted: TrackedField[] = [];
  private isFeedComplete: boolean;
  private lifts: (() => Promise<unknown>)[] = [];
  private count = 0;

  constructor(
    company: SyncedCompany,
    seed: string,
    { hasFeed, otherBase }: { hasFeed: boolean; otherBase: SandboxBase },
  ) {
    this.company = company;
    this.otherBase = otherBase;
    this.random = new SeededRandom(seed);
    this.hasFeed = hasFeed;
    this.isFeedComplete = hasFeed;
    this.scopes = hasFeed ? [...SCOPES, "webhook:manage"] : SCOPES;
    this.name = `${seed} (${hasFeed ? "feed" : "polling"})`;
  }

  readonly whenLifted = (work: () => Promise<unknown>): void => void this.lifts.push(work);
  readonly interruptFeed = (): void => {
    this.isFeedComplete = false;
  };

  async begin(): Promise<void> {
    const { base, server, id: companyId } = this.company;
    const [anna, bea] = await base.add(
      "Leads",
      { "Full Name": "Anna", "Lead Classification": "COLD | 10" },
      { "Full Name": SENT_TO.fullName, "LinkedIn URL": SENT_TO.linkedInUrl },
      ...Array.from({ length: LEADS - 2 }, (_, n) => ({ "Full Name": `Lead ${n}` })),
    );
    const sent = { Lead: [bea?.id], "Message Name": "Bericht 1", Status: "SENT", "Date Sent": "2026-11-10T09:00:00Z" };
    await base.add("Queue", sent);
    const numbers = (length: number) => Array.from({ length }, (_, n) => n);
    const messages = await base.add(
      "Messages",
      ...numbers(MESSAGES).map((n) => ({ Content: `begin ${n}`, Status: "pending" })),
    );
    const prompts = await base.add(
      "Prompts",
      ...numbers(PROMPTS).map((n) => ({ Name: `Prompt ${n}`, Prompt: `begin ${n}` })),
    );
    const [message] = await base.add("Messages", { Content: "in delen", Status: "approved" });
    const part = { Message: [message?.id], Text: "begin", Status: "QUEUED" };
    const names = [{ "Message Name": "Bericht 1" }, { "Message Name": PART_NAME }];
    const [, second] = await base.add("Queue", ...names.map((name) => ({ ...part, ...name })));
    await this.settle();
    this.part = { recordId: second?.id ?? "" };
    this.lead = { recordId: anna?.id ?? "" };
    this.sentLead = bea?.id ?? null;
    const track = async (table: TrackedField["table"], recordId = "") =>
      this.fields.push(new TrackedField(table, (await this.company.row(table, recordId)).id, recordId));
    await track("leads", anna?.id);
    await track("queue", second?.id);
    for (const { id } of messages) await track("messages", id);
    for (const { id } of prompts) await track("prompts", id);
    await server.query("update sync_tables set page_size = $2, max_page_size = $2 where company_id = $1", [
      companyId,
      PAGE_SIZE,
    ]);
  }

  private newText(side: string): string {
    this.count += 1;
    return `${side} ${this.count} ${this.random.text(4)}`;
  }

  private fieldsOf(...tables: TrackedField["table"][]): TrackedField[] {
    return this.fields.filter(({ table, isDestroyed }) => tables.includes(table) && !isDestroyed);
  }

  /** What users of Airtable do that is hard to process. False when it is not possible any more. */
  private readonly userFaults: Readonly<Record<string, () => Promise<unknown>>> = {
    "text that does not fit": async () => {
      const { base } = this.company;
      const setProvider = (id: string) => base.edit("Leads", this.lead.recordId, { "Provider ID": id });
      await setProvider(this.random.text(9_000));
      this.whenLifted(() => setProvider(this.newText("provider")));
    },
    "record that is refused": async () => {
      // A message has each part once.
      const setName = (name: string) => this.company.base.edit("Queue", this.part.recordId, { "Message Name": name });
      await setName("Bericht 1");
      this.whenLifted(() => setName(PART_NAME));
      await this.company.start().catch(() => undefined);
      await this.fieldsOf("queue")[0]?.editThere(this.company, this.newText("daar"));
      await this.fieldsOf("queue")[0]?.editHere(this.company, this.newText("hier"));
    },
    "choice that cannot be read": () => this.setUnreadableClass(),
    "value that cannot be read, then an edit here": async () => {
      await this.setUnreadableClass();
      await this.company.start().catch(() => undefined);
      await sleep(this.random.between(0, 600));
      await this.setClassHere();
    },
    "mass deletion": async () => {
      const prompts = this.fieldsOf("prompts");
      if (prompts.length < 2) return false;
      for (const prompt of prompts) prompt.isDestroyed = true;
      this.massDeleted = prompts;
      return this.company.base.destroy("Prompts", ...prompts.map(({ recordId }) => recordId));
    },
    "filled column": async () => {
      const industry = this.newText("branche");
      const leads = await this.company.base.records("Leads");
      const records = leads.map(({ id }) => ({ id, fields: { Industry: industry } }));
      await this.company.base.control("PATCH", "tables/Leads/records", { records });
    },
    "deleted lead with a sent message": async () => {
      if (!this.sentLead) return false;
      await this.company.base.destroy("Leads", this.sentLead);
      this.sentLead = null;
      return true;
    },
  };

  /** The last character takes two code units: a text that is cut off at a fixed length contains half of it. */
  private async setUnreadableClass(): Promise<void> {
    const [lead] = this.fieldsOf("leads");
    await lead?.editThere(this.company, `${this.newText(UNKNOWN_CLASS).padEnd(58, "x")}😀`);
  }

  private async setClassHere(): Promise<void> {
    await this.fieldsOf("leads")[0]?.editHere(this.company, this.random.pick(CLASSES));
  }

  private async applyFault(): Promise<unknown> {
    const { random } = this;
    const services = { ...SERVICE_FAULTS, ...(this.hasFeed ? FEED_FAULTS : {}) };
    const all = [
      ...Object.entries(services).map(([name, apply]): [string, () => Promise<unknown>] => [name, () => apply(this)]),
      ...Object.entries(this.userFaults),
    ];
    const [name, apply] = random.oneOf(all) ?? ["none", () => Promise.resolve(false)];
    if ((await apply()) === false) return;
    this.faults.push(name);
    return this.company.start().catch(() => undefined);
  }

  private async step(): Promise<unknown> {
    const { company, random } = this;
    const field = random.oneOf(this.fieldsOf("messages", "prompts", "queue"));
    const chance = random.next();
    if (chance < 0.3) return this.applyFault();
    if (chance < 0.6) return field?.editHere(company, this.newText("hier"));
    if (chance < 0.85) return field?.editThere(company, this.newText("daar"));
    if (chance < 0.9) return this.setClassHere();
    if (chance < 0.95) return this.fieldsOf("leads")[0]?.editThere(company, "COLD | 10");
    const message = random.oneOf(this.fieldsOf("messages"));
    if (!message || random.chance(0.5)) return;
    message.isDestroyed = true;
    return company.base.destroy("Messages", message.recordId);
  }

  slowDown(): Promise<unknown> {
    this.faults.push("slow throughout a round");
    return answerSlowly(this);
  }

  async playRound(): Promise<void> {
    for (let left = this.random.between(4, 10); left > 0; left--) {
      await this.step();
      if (this.random.chance(0.4)) await sleep(this.random.between(0, 400));
    }
    await this.company.start().catch(() => undefined);
  }

  /** After the faults of the services, which are lifted together. */
  async liftFaults(): Promise<void> {
    for (const lift of this.lifts.splice(0)) await lift();
  }

  /** Everything was deleted here too, or an admin was asked, or a user of the product has to choose. */
  private async isAskedAboutDeletions(): Promise<boolean> {
    const { server, id } = this.company;
    if (this.massDeleted.length === 0) return true;
    const asked = await server.query(
      `select from airtable_records r where company_id = $1 and local_id = any($2) and (state = 'remote_deleted'
        or exists (select from airtable_deletions d where d.company_id = r.company_id and d.record_id = r.record_id)
        or exists (select from airtable_conflicts c where c.company_id = r.company_id and c.local_id = r.local_id
          and kind = 'deleted' and resolved_at is null))`,
      [id, this.massDeleted.map(({ localId }) => localId)],
    );
    // Without a change feed only complete scans find deletions; the product begins one every six hours.
    await server.query("update sync_tables set scan_soon = true where company_id = $1 and table_name = 'prompts'", [
      id,
    ]);
    return asked.length === this.massDeleted.length;
  }

  /** Syncs until nothing is left to do. */
  async settle(): Promise<void> {
    const { server, id } = this.company;
    for (let attempt = 0; attempt < 8; attempt++) {
      const isAsked = await this.isAskedAboutDeletions();
      const { status } = await this.company.ended(await this.company.start(), 120_000);
      const [pending] = await server.query<{ n: number }>(
        "select count(*)::int as n from airtable_records where company_id = $1 and state = 'pending'",
        [id],
      );
      if (status !== "failed" && pending?.n === 0 && isAsked && attempt > 0) return;
    }
    throw new Error("the company does not settle");
  }

  private async findCountProblems(rows: ReadonlyMap<string, unknown>): Promise<string[]> {
    const problems: string[] = [];
    for (const [table, name, count, untracked] of [
      ["messages", "Messages", MESSAGES, MESSAGES_WITH_PARTS],
      ["prompts", "Prompts", PROMPTS, 0],
    ] as const) {
      const there = (await this.company.base.records(name)).length - untracked;
      const here = this.fields.filter((field) => field.table === table && rows.has(field.localId)).length;
      const all = (await this.company.rows(table)).length - untracked;
      if (there > count || there < this.fieldsOf(table).length) problems.push(`${there} ${table} in Airtable`);
      if (all !== here) problems.push(`duplicated ${table}`);
    }
    for (const { localId } of this.massDeleted)
      if (!rows.has(localId)) problems.push(`deleted without a question: ${localId}`);
    return problems;
  }

  /** What is lost or differs without a conflict. */
  async findProblems(): Promise<string[]> {
    const { conflicts } = await this.company.status();
    const tables = await Promise.all(
      (["leads", "messages", "prompts", "queue"] as const).map((table) => this.company.rows(table)),
    );
    const rows = new Map(tables.flat().map((row) => [row.id, row]));
    const state = { conflicts, rows, hasCompleteFeed: this.isFeedComplete };
    const problems = [
      ...(await findLeadProblems(this.company, { count: LEADS, sentTo: SENT_TO })),
      ...(await this.findCountProblems(rows)),
    ];
    for (const field of this.fields) problems.push(...(await field.findProblems(this.company, state)));
    return problems;
  }

  /** An admin decides about the deletions of a table. Returns the records to be created again. */
  private async decideDeletions(table: string): Promise<string[]> {
    const { server, id, who } = this.company;
    const choice = this.random.pick(["delete", "recreate"]);
    for (let attempt = 0; attempt < 10; attempt++) {
      const held = (await this.company.status()).heldDeletions.find((each) => each.table === table);
      if (!held) return [];
      const rows = await server.query<{ id: string }>(
        `select local_id as id from airtable_deletions join airtable_records using (company_id, table_name, record_id)
          where company_id = $1 and table_name = $2 and not confirmed and state <> 'remote_deleted'`,
        [id, table],
      );
      const body = { choice, count: rows.length };
      const { status } = await who.client.post(`/api/sync/deletions/${table}/choose`, body);
      if (status === 200) return choice === "recreate" ? rows.map((row) => row.id) : [];
      // Meanwhile the sync has found another deletion, or a conflict in one of them.
      await sleep(200);
    }
    throw new Error("the choice about deletions was refused");
  }

  /** Users choose. Returns the records that they want to be created in Airtable again. */
  private async choose(): Promise<Set<string>> {
    const { conflicts, heldDeletions } = await this.company.status();
    const recreated = new Set<string>();
    for (const { id, kind, recordId, theirs } of conflicts) {
      // A value that cannot be read and was overwritten cannot be chosen.
      const isUnreadable = kind === "overwritten" && typeof theirs === "string" && theirs.startsWith(UNKNOWN_CLASS);
      const choice = isUnreadable ? "ours" : this.random.pick(["ours", "theirs"]);
      if (kind === "deleted" && choice === "ours") recreated.add(recordId);
      const { status, body } = await this.company.who.client.post(`/api/sync/conflicts/${id}/choose`, { choice });
      if (status !== 200) throw new Error(`the choice ${choice} in a conflict was refused: ${JSON.stringify(body)}`);
    }
    for (const { table } of heldDeletions) for (const id of await this.decideDeletions(table)) recreated.add(id);
    this.massDeleted = [];
    return recreated;
  }

  /** Resolves all conflicts and questions, and checks that what should be created again was. */
  async resolve(): Promise<void> {
    const recreated = await this.choose();
    await this.settle();
    for (const field of this.fields.filter(({ localId }) => recreated.has(localId))) {
      const records = await this.company.base.records(field.airtableTable);
      const found = records.filter(({ fields }) => fields["App ID"] === field.localId);
      if (found.length !== 1) throw new Error(`${found.length} records were created again for ${field.localId}`);
      field.recreateAs(found[0]?.id ?? "");
    }
    const { conflicts, heldDeletions } = await this.company.status();
    if (conflicts.length + heldDeletions.length > 0)
      throw new Error(`questions stay open after they were answered: ${JSON.stringify({ conflicts, heldDeletions })}`);
  }
}
