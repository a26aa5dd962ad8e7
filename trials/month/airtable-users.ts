import type { SeededRandom } from "../trial.ts";
import type { ClockedProduct } from "./clocked-product.ts";
import type { MessageLedger } from "./message-ledger.ts";
import type { SimulatedCompany } from "./simulated-company.ts";

/** Colleagues who work in the company's base: they edit texts, stop leads and cancel queued parts there. */
export class AirtableUsers {
  private readonly company: SimulatedCompany;
  private readonly product: ClockedProduct;
  private readonly ledger: MessageLedger;
  private readonly random: SeededRandom;
  private count = 0;

  constructor(
    company: SimulatedCompany,
    { product, ledger, random }: { product: ClockedProduct; ledger: MessageLedger; random: SeededRandom },
  ) {
    this.company = company;
    this.product = product;
    this.ledger = ledger;
    this.random = random;
  }

  async work(): Promise<void> {
    const { random } = this;
    if (random.chance(0.15)) await this.editPrompt();
    if (random.chance(0.1)) await this.editMessage();
    if (random.chance(0.05)) await this.stopLead();
    if (random.chance(0.05)) await this.cancelPart();
  }

  private newText(side: string): string {
    this.count += 1;
    return `${side} ${this.count}`;
  }

  /** The same prompt on both sides, sometimes at the same time. */
  private async editPrompt(): Promise<void> {
    const { prompts, synced } = this.company;
    const prompt = this.random.oneOf(prompts);
    if (this.random.chance(0.5)) await prompt?.editHere(synced, this.newText("hier"));
    if (this.random.chance(0.5)) await prompt?.editThere(synced, this.newText("daar"));
    this.ledger.count("edits of a prompt");
  }

  /** A record of the base whose row here meets a condition. */
  private async findRecord(table: "messages" | "leads" | "queue", condition: string): Promise<string | undefined> {
    const rows = await this.product.query<{ id: string }>(
      `select r.record_id as id from airtable_records r
        join ${table === "queue" ? "queue_items" : table} t on t.company_id = r.company_id and t.id = r.local_id
        where r.company_id = $1 and r.table_name = $2 and r.record_id is not null and ${condition} limit 20`,
      [this.company.synced.id, table],
    );
    return this.random.oneOf(rows)?.id;
  }

  /** An approval does not count for the new text. */
  private async editMessage(): Promise<void> {
    const id = await this.findRecord("messages", "t.status in ('pending', 'approved')");
    if (!id) return;
    const { base } = this.company.synced;
    const { Content: content } = await base.record("Messages", id);
    if (typeof content !== "string") return;
    await base.edit("Messages", id, { Content: content.replace("\n", `\n${this.newText("In Airtable")}. `) });
    this.ledger.count("edits of a message in Airtable");
  }

  private async stopLead(): Promise<void> {
    const id = await this.findRecord("leads", "t.classification is null");
    if (!id) return;
    const { base } = this.company.synced;
    const providerId = String((await base.record("Leads", id))["Provider ID"]);
    await base.edit("Leads", id, { "Lead Classification": "DO NOT CONNECT" });
    this.ledger.recordStop(providerId, this.product.now);
    this.ledger.count("leads stopped in Airtable");
  }

  private async cancelPart(): Promise<void> {
    const id = await this.findRecord("queue", "t.status = 'QUEUED'");
    if (!id) return;
    await this.company.synced.base.edit("Queue", id, { Status: "CANCELLED" });
    this.ledger.count("parts cancelled in Airtable");
  }
}
