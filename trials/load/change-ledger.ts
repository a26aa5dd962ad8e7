import type { TestServer } from "#testing/test-server.ts";
import type { Answer } from "./balancer.ts";

/** What people were told had been done. At the end the database is held against it. */
export class ChangeLedger {
  private readonly classes = new Map<string, { value: string; changes: number }>();
  private readonly addresses = new Set<string>();
  private readonly acknowledged = new Set<string>();
  private readonly messages = new Set<string>();
  /** Answers that nobody should have got. */
  readonly surprises: string[] = [];

  changesOf(lead: string): number {
    return this.classes.get(lead)?.changes ?? 0;
  }

  classified(lead: string, value: string): void {
    this.classes.set(lead, { value, changes: this.changesOf(lead) + 1 });
  }

  newAddress(name: string): string {
    const address = `https://www.linkedin.com/in/${name}-${this.addresses.size}`;
    this.addresses.add(address);
    return address;
  }

  added(address: string): void {
    this.acknowledged.add(address);
  }

  sent(message: string): void {
    this.messages.add(message);
  }

  refused(path: string, { status, text }: Answer): void {
    this.surprises.push(`${path} ${status} ${text.slice(0, 200)}`);
  }

  count(): number {
    const changes = [...this.classes.values()].reduce((sum, { changes }) => sum + changes, 0);
    return changes + this.acknowledged.size + this.messages.size;
  }

  /** Everything that was acknowledged and is not there, or there more than once. */
  async differences(desk: TestServer): Promise<{ lost: string[]; doubled: string[] }> {
    const found = [
      await this.classDifferences(desk),
      await this.leadDifferences(desk),
      await this.sendDifferences(desk),
    ];
    return { lost: found.flatMap(({ lost }) => lost), doubled: found.flatMap(({ doubled }) => doubled) };
  }

  private async classDifferences({ query }: TestServer) {
    const rows = await query<{ id: string; value: string; changes: number }>(
      `select l.id, l.classification as value,
        (select count(*)::int from classification_changes c where c.company_id = l.company_id and c.lead_id = l.id) as changes
      from leads l where l.id = any ($1)`,
      [[...this.classes.keys()]],
    );
    const lost: string[] = [];
    const doubled: string[] = [];
    for (const [lead, { value, changes }] of this.classes) {
      const row = rows.find(({ id }) => id === lead);
      if (row?.value !== value || row.changes < changes)
        lost.push(`class of ${lead}: ${value} ${changes} ${JSON.stringify(row)}`);
      else if (row.changes > changes) doubled.push(`class of ${lead}: ${changes} ${JSON.stringify(row)}`);
    }
    return { lost, doubled };
  }

  private async leadDifferences({ query }: TestServer) {
    const rows = await query<{ address: string; amount: number }>(
      "select linkedin_url as address, count(*)::int as amount from leads where linkedin_url = any ($1) group by 1",
      [[...this.addresses]],
    );
    const there = new Set(rows.map(({ address }) => address));
    return {
      lost: [...this.acknowledged].filter((address) => !there.has(address)),
      doubled: rows.filter(({ amount }) => amount > 1).map(({ address }) => address),
    };
  }

  private async sendDifferences({ query }: TestServer) {
    const rows = await query<{ id: string; parts: number; names: number }>(
      `select message_id as id, count(*)::int as parts, count(distinct message_name)::int as names
      from queue_items where message_id = any ($1) group by 1`,
      [[...this.messages]],
    );
    const there = new Set(rows.map(({ id }) => id));
    return {
      lost: [...this.messages].filter((id) => !there.has(id)).map((id) => `message ${id}`),
      doubled: rows.filter(({ parts, names }) => parts !== names).map(({ id }) => `message ${id}`),
    };
  }
}
