import type { TestServer } from "#testing/test-server.ts";
import type { BalancerResponse } from "./balancer.ts";

/** The changes that the product acknowledged; compared with the database at the end. */
export class ChangeLedger {
  private readonly classifications = new Map<string, { value: string; changes: number }>();
  private readonly profileUrls = new Set<string>();
  private readonly acknowledgedLeads = new Set<string>();
  private readonly sentMessages = new Set<string>();
  /** Responses other than success. */
  readonly unexpectedResponses: string[] = [];

  changesOf(lead: string): number {
    return this.classifications.get(lead)?.changes ?? 0;
  }

  recordClassification(lead: string, value: string): void {
    this.classifications.set(lead, { value, changes: this.changesOf(lead) + 1 });
  }

  newProfileUrl(name: string): string {
    const profileUrl = `https://www.linkedin.com/in/${name}-${this.profileUrls.size}`;
    this.profileUrls.add(profileUrl);
    return profileUrl;
  }

  recordLead(profileUrl: string): void {
    this.acknowledgedLeads.add(profileUrl);
  }

  recordSent(message: string): void {
    this.sentMessages.add(message);
  }

  recordUnexpectedResponse(path: string, { status, text }: BalancerResponse): void {
    this.unexpectedResponses.push(`${path} ${status} ${text.slice(0, 200)}`);
  }

  count(): number {
    const changes = [...this.classifications.values()].reduce((sum, { changes }) => sum + changes, 0);
    return changes + this.acknowledgedLeads.size + this.sentMessages.size;
  }

  /** Acknowledged changes that are missing in the database, and those stored more than once. */
  async differences(server: TestServer): Promise<{ lost: string[]; doubled: string[] }> {
    const differences = [
      await this.classificationDifferences(server),
      await this.leadDifferences(server),
      await this.sendDifferences(server),
    ];
    return { lost: differences.flatMap(({ lost }) => lost), doubled: differences.flatMap(({ doubled }) => doubled) };
  }

  private async classificationDifferences({ query }: TestServer) {
    const rows = await query<{ id: string; value: string; changes: number }>(
      `select l.id, l.classification as value,
        (select count(*)::int from classification_changes c where c.company_id = l.company_id and c.lead_id = l.id) as changes
      from leads l where l.id = any ($1)`,
      [[...this.classifications.keys()]],
    );
    const lost: string[] = [];
    const doubled: string[] = [];
    for (const [lead, { value, changes }] of this.classifications) {
      const row = rows.find(({ id }) => id === lead);
      if (row?.value !== value || row.changes < changes)
        lost.push(`classification of ${lead}: ${value} ${changes} ${JSON.stringify(row)}`);
      else if (row.changes > changes) doubled.push(`classification of ${lead}: ${changes} ${JSON.stringify(row)}`);
    }
    return { lost, doubled };
  }

  private async leadDifferences({ query }: TestServer) {
    const rows = await query<{ profileUrl: string; amount: number }>(
      'select linkedin_url as "profileUrl", count(*)::int as amount from leads where linkedin_url = any ($1) group by 1',
      [[...this.profileUrls]],
    );
    const stored = new Set(rows.map(({ profileUrl }) => profileUrl));
    return {
      lost: [...this.acknowledgedLeads].filter((profileUrl) => !stored.has(profileUrl)),
      doubled: rows.filter(({ amount }) => amount > 1).map(({ profileUrl }) => profileUrl),
    };
  }

  private async sendDifferences({ query }: TestServer) {
    const rows = await query<{ id: string; parts: number; names: number }>(
      `select message_id as id, count(*)::int as parts, count(distinct message_name)::int as names
      from queue_items where message_id = any ($1) group by 1`,
      [[...this.sentMessages]],
    );
    const stored = new Set(rows.map(({ id }) => id));
    return {
      lost: [...this.sentMessages].filter((id) => !stored.has(id)).map((id) => `message ${id}`),
      doubled: rows.filter(({ parts, names }) => parts !== names).map(({ id }) => `message ${id}`),
    };
  }
}
