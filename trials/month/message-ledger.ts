import { parseSections } from "#contract/message-text.ts";
import type { ReceivedByPerson } from "#testing/linkedin-gateway.ts";
import type { ClockedProduct } from "./clocked-product.ts";
import type { Person } from "./simulated-company.ts";

/** `unknown`: the process was killed before it answered. */
export type Outcome = "done" | "unknown";

interface Approval {
  content: string;
  outcome: Outcome;
  at: number;
}

interface Reply {
  providerId: string;
  account: string;
  text: string;
  at: number;
  /** The product has read the messages of the account since. */
  isReadable: boolean;
}

interface Part {
  id: string;
  messageId: string | null;
  messageName: string;
  providerId: string;
  account: string | null;
  status: "QUEUED" | "SENDING" | "SENT" | "CANCELLED" | "ERROR";
  text: string;
  isAnswer: boolean;
  problem: string | null;
  hasPlan: boolean;
  sentAt: Date | null;
}

/** What was being sent when somebody stopped it may still arrive. */
const IN_FLIGHT_MS = 30_000;
/** Within this time a poll has read a reply, whatever fails. */
const MAX_REPLY_DELAY_MS = 12 * 3_600_000;

const partKey = (account: string | null, providerId: string, text: string | null) => `${account} ${providerId} ${text}`;

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> =>
  new Map([...Map.groupBy(items, keyOf)].map(([key, group]) => [key, group.length]));

const noteEarliest = (times: Map<string, number>, key: string, at: number): void =>
  void times.set(key, Math.min(times.get(key) ?? Number.POSITIVE_INFINITY, at));

/** Records what users and leads did during the month. At the end the product and the gateway must contain exactly that. */
export class MessageLedger {
  readonly people = new Map<string, Person>();
  /** By provider id, from when nothing more may be sent but answers. */
  readonly stopped = new Map<string, number>();
  /** By provider id, from when nothing at all may be sent. */
  readonly classStops = new Map<string, number>();
  readonly replies: Reply[] = [];
  /** The texts of users' answers to leads. */
  private readonly answers = new Set<string>();
  readonly unexpectedResponses: string[] = [];
  readonly counts = new Map<string, number>();
  private readonly approvals = new Map<string, Approval[]>();
  private readonly partTexts = new Map<string, Set<string>>();
  private readonly messages = new Set<string>();

  count(what: string, amount = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + amount);
  }

  addPeople(people: readonly Person[]): void {
    for (const person of people) this.people.set(person.providerId, person);
  }

  recordSeen(messageIds: readonly string[]): void {
    for (const id of messageIds) this.messages.add(id);
  }

  recordApproval(messageId: string, approval: Approval): void {
    this.approvals.set(messageId, [...(this.approvals.get(messageId) ?? []), approval]);
    this.count("approved");
  }

  /** A user changed the text of a queued part. */
  recordPartText(partId: string, text: string): void {
    this.partTexts.set(partId, (this.partTexts.get(partId) ?? new Set()).add(text.trim()));
  }

  recordAnswer(text: string): void {
    this.answers.add(text);
  }

  isAnswer(text: string | null): boolean {
    return text !== null && this.answers.has(text);
  }

  /** The lead got a class that forbids contact. */
  recordStop(providerId: string, at: number): void {
    for (const stops of [this.stopped, this.classStops]) noteEarliest(stops, providerId, at + IN_FLIGHT_MS);
  }

  recordReply(reply: Omit<Reply, "isReadable">): void {
    this.replies.push({ ...reply, isReadable: false });
    this.count("replies");
  }

  /** From the first read of the account after a reply on, the lead gets answers only. */
  async noteReadReplies({ query, now }: ClockedProduct): Promise<void> {
    const open = this.replies.filter(({ isReadable }) => !isReadable);
    if (open.length === 0) return;
    const accounts = await query<{ account: string; readAt: Date | null }>(
      `select gateway_account_id as account, messages_read_until + interval '1 hour' as "readAt" from linkedin_accounts`,
    );
    const readAt = new Map(accounts.map((account) => [account.account, account.readAt?.getTime() ?? 0]));
    for (const reply of open) {
      reply.isReadable = (readAt.get(reply.account) ?? 0) >= reply.at;
      if (reply.isReadable) noteEarliest(this.stopped, reply.providerId, now + IN_FLIGHT_MS);
    }
  }

  private async readParts({ query }: ClockedProduct): Promise<Part[]> {
    return query<Part>(
      `select q.id, q.message_id as "messageId", q.message_name as "messageName", l.provider_id as "providerId",
          a.gateway_account_id as account, q.status, q.text, q.is_answer as "isAnswer", q.problem,
          p.planned_at is not null or p.waits_for is not null as "hasPlan", q.date_sent as "sentAt"
        from queue_items q join leads l on l.company_id = q.company_id and l.id = q.lead_id
        left join queue_plans p on p.company_id = q.company_id and p.queue_item_id = q.id
        left join sender_names n on n.company_id = q.company_id and n.name_key = q.sender_key
        left join linkedin_accounts a on a.company_id = n.company_id and a.sender_id = n.sender_id
        where l.provider_id = any($1)`,
      [[...this.people.keys()]],
    );
  }

  /** Every part is in exactly one state, with its reason, and what was sent arrived once. */
  private findPartProblems(parts: readonly Part[], received: readonly ReceivedByPerson[]): string[] {
    const arrived = countBy(
      received.filter(({ kind }) => kind === "message"),
      ({ account, providerId, text }) => partKey(account, providerId, text),
    );
    const sent = countBy(
      parts.filter(({ status }) => status === "SENT"),
      ({ account, providerId, text }) => partKey(account, providerId, text),
    );
    const failed = new Set(
      parts
        .filter(({ status }) => status === "ERROR")
        .map(({ account, providerId, text }) => partKey(account, providerId, text)),
    );
    const problems: string[] = [];
    for (const [key, amount] of sent)
      if (arrived.get(key) !== amount) problems.push(`sent ${amount} times, arrived ${arrived.get(key) ?? 0}: ${key}`);
    // Whether a failed part arrived is written in its reason.
    for (const key of arrived.keys())
      if (!sent.has(key) && !failed.has(key)) problems.push(`arrived, but not in the list of sent messages: ${key}`);
    for (const { id, status, problem, hasPlan } of parts) {
      if (status === "SENDING") problems.push(`part ${id} is still being sent`);
      if (status === "ERROR" && !problem) problems.push(`part ${id} failed without a reason`);
      if (status === "QUEUED" && !hasPlan) problems.push(`part ${id} waits without a time or a reason`);
    }
    return problems;
  }

  /** The texts that a user approved last for a part before it was sent; more than one where an answer was lost. */
  private approvedTexts({ id, messageId, messageName, sentAt }: Part): Set<string> {
    const before = (this.approvals.get(messageId ?? "") ?? []).filter(({ at }) => at <= (sentAt?.getTime() ?? 0));
    const lastDone = before.findLastIndex(({ outcome }) => outcome === "done");
    const texts = before
      .slice(Math.max(0, lastDone))
      .flatMap(({ content }) => parseSections(content).filter(({ header }) => header === messageName));
    return new Set([...texts.map(({ text }) => text.trim()), ...(this.partTexts.get(id) ?? [])]);
  }

  private findApprovalProblems(parts: readonly Part[]): string[] {
    return parts
      .filter(({ status }) => status === "SENT")
      .flatMap((part) => {
        const isApproved = part.isAnswer ? this.isAnswer(part.text) : this.approvedTexts(part).has(part.text.trim());
        return isApproved
          ? []
          : [`part ${part.id} (${part.messageName}) was sent without an approval of: ${part.text}`];
      });
  }

  /** Every message ever drafted is to be reviewed, cancelled, queued, sent or failed. */
  private async findMessageProblems({ query }: ClockedProduct, parts: readonly Part[]): Promise<string[]> {
    const companyIds = [...new Set([...this.people.values()].map(({ companyId }) => companyId))];
    const messages = await query<{ id: string; status: string }>(
      "select id, status from messages where company_id = any($1)",
      [companyIds],
    );
    const partsOf = Map.groupBy(parts, ({ messageId }) => messageId);
    const known = new Set(messages.map(({ id }) => id));
    const problems = [...this.messages].filter((id) => !known.has(id)).map((id) => `message ${id} is gone`);
    for (const { id, status } of messages) {
      const statuses = new Set(partsOf.get(id)?.map((part) => part.status));
      const isWaiting = statuses.has("QUEUED");
      const isDecided = status === "approved" || isWaiting || statuses.has("SENT") || statuses.has("ERROR");
      this.count(`messages ${status}`);
      if (["pending", "rewritten", "edited", "cancelled"].includes(status) ? isWaiting : !isDecided)
        problems.push(`message ${id} is ${status}, with parts ${[...statuses].join(", ")}`);
    }
    const drafted = await query<{ id: string; status: string }>(
      `select id, status from writing_requests where company_id = any($1) and kind = 'draft'
        and (status = 'done' and message_id is null or status = 'failed' and problem is null)`,
      [companyIds],
    );
    return [...problems, ...drafted.map(({ id, status }) => `writing request ${id} is ${status} without a result`)];
  }

  private async findReplyProblems({ query, now }: ClockedProduct): Promise<string[]> {
    const stored = await query<{ providerId: string; text: string }>(
      `select l.provider_id as "providerId", m.text from linkedin_messages m
        join leads l on l.company_id = m.company_id and l.id = m.lead_id
        where not m.is_ours and l.provider_id = any($1)`,
      [[...this.people.keys()]],
    );
    const here = countBy(stored, ({ providerId, text }) => `${providerId} ${text}`);
    const there = countBy(this.replies, ({ providerId, text }) => `${providerId} ${text}`);
    const late = this.replies.filter(({ isReadable, at }) => !isReadable && now - at > MAX_REPLY_DELAY_MS);
    return [
      ...late.map(({ providerId }) => `a reply of ${providerId} was not read for hours`),
      ...[...new Set([...here.keys(), ...there.keys()])]
        .filter((key) => here.get(key) !== there.get(key))
        .map((key) => `replied ${there.get(key) ?? 0} times, stored ${here.get(key) ?? 0}: ${key}`),
    ];
  }

  async findProblems(product: ClockedProduct, received: readonly ReceivedByPerson[]): Promise<string[]> {
    const parts = await this.readParts(product);
    for (const { status } of parts) this.count(`parts ${status}`);
    return [
      ...this.findPartProblems(parts, received),
      ...this.findApprovalProblems(parts),
      ...(await this.findMessageProblems(product, parts)),
      ...(await this.findReplyProblems(product)),
    ];
  }
}
