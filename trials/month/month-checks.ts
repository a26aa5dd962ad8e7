import { findSuspicions } from "#sandbox/linkedin/detector.ts";
import { findViolations, mostWithin, shortestGap } from "#server/features/linkedin/sending/send-rules.fixture.ts";
import type { ReceivedByPerson } from "#testing/linkedin-gateway.ts";
import type { ClockedProduct } from "./clocked-product.ts";
import type { MessageLedger } from "./message-ledger.ts";
import type { SimulatedCompany } from "./simulated-company.ts";

const MINUTE = 60_000;
/** The clocks of the product and the gateway differ a little. */
const CLOCK_TOLERANCE_MS = 1_000;

interface Sender {
  account: string;
  caps: { messagesPerDay: number; invitationsPerDay: number; invitationsPerWeek: number };
  spacing: { messages: [number, number]; invitations: [number, number] };
}

const findSenderProblems = (sends: readonly ReceivedByPerson[], { account, caps, spacing }: Sender): string[] => {
  const [messages, invitations] = (["message", "invitation"] as const).map((kind) =>
    sends.filter((send) => send.account === account && send.kind === kind),
  ) as [ReceivedByPerson[], ReceivedByPerson[]];
  const tooSoon = (sendsOfKind: ReceivedByPerson[], [low]: [number, number]) =>
    shortestGap(sendsOfKind) < low * MINUTE - CLOCK_TOLERANCE_MS;
  return [
    tooSoon(messages, spacing.messages) && `messages after ${shortestGap(messages)} ms`,
    tooSoon(invitations, spacing.invitations) && `invitations after ${shortestGap(invitations)} ms`,
    mostWithin(messages, 1) > caps.messagesPerDay && `${mostWithin(messages, 1)} messages in a day`,
    mostWithin(invitations, 1) > caps.invitationsPerDay && `${mostWithin(invitations, 1)} invitations in a day`,
    mostWithin(invitations, 7) > caps.invitationsPerWeek && `${mostWithin(invitations, 7)} invitations in a week`,
  ].flatMap((problem) => (problem ? [`account ${account}: ${problem}`] : []));
};

/**
 * Sends that break a rule: wrong account, outside hours, sent twice, too close together, over a cap, outreach after a reply,
 * anything after a stop class, or a pattern that LinkedIn would block.
 */
export const findSendProblems = async (
  { query }: ClockedProduct,
  ledger: MessageLedger,
  received: readonly ReceivedByPerson[],
): Promise<string[]> => {
  const accountOf = new Map([...ledger.people.values()].map(({ providerId, account }) => [providerId, account]));
  const answers = received.filter(({ text }) => ledger.isAnswer(text));
  const outreach = received.filter(({ text }) => !ledger.isAnswer(text));
  const senders = await query<Sender>(
    `select a.gateway_account_id as account, s.caps, s.spacing from linkedin_accounts a
      join senders s on s.company_id = a.company_id and s.id = a.sender_id`,
  );
  return [
    ...findViolations(outreach, { accountOf, stopped: ledger.stopped }),
    ...findViolations(answers, { accountOf, stopped: ledger.classStops }),
    ...senders.flatMap((sender) => findSenderProblems(outreach, sender)),
    ...findSuspicions(received).map(
      ({ account, at, reason }) => `account ${account} would be blocked at ${at}: ${reason}`,
    ),
  ];
};

const COMPARED = [
  { table: "messages", airtableTable: "Messages", fields: { content: "Content", status: "Status" } },
  { table: "queue", airtableTable: "Queue", fields: { text: "Text", status: "Status" } },
  { table: "leads", airtableTable: "Leads", fields: { full_name: "Full Name" } },
] as const;

/** Rows that differ from their record without a conflict that a user can resolve. */
const findDifferences = async (
  { synced }: SimulatedCompany,
  { table, airtableTable, fields }: (typeof COMPARED)[number],
) => {
  const links = await synced.server.query<{ localId: string; recordId: string }>(
    `select local_id as "localId", record_id as "recordId" from airtable_records r
      where company_id = $1 and table_name = $2 and record_id is not null and not exists (
        select from airtable_conflicts c where c.company_id = r.company_id and c.local_id = r.local_id and resolved_at is null)`,
    [synced.id, table],
  );
  const records = new Map((await synced.base.records(airtableTable)).map((record) => [record.id, record.fields]));
  const rows = new Map((await synced.rows(table)).map((row) => [row.id, row]));
  return links.flatMap(({ localId, recordId }) =>
    Object.entries(fields).flatMap(([column, field]) => {
      const [here, there] = [rows.get(localId)?.[column], records.get(recordId)?.[field]];
      return here === there ? [] : [`${table} ${localId}: ${String(here)} here, ${String(there)} in Airtable`];
    }),
  );
};

/** No edit is lost between Airtable and here. */
export const findSyncProblems = async (companies: readonly SimulatedCompany[]): Promise<string[]> => {
  const problems: string[] = [];
  for (const company of companies) {
    const { synced, prompts } = company;
    const rows = new Map((await synced.rows("prompts")).map((row) => [row.id, row]));
    const { conflicts } = await synced.status();
    for (const prompt of prompts)
      problems.push(...(await prompt.findProblems(synced, { conflicts, rows, hasCompleteFeed: true })));
    for (const compared of COMPARED) problems.push(...(await findDifferences(company, compared)));
  }
  return problems;
};
