import type { Base } from "../airtable/model/base.ts";
import { type AirtableRecord, linkedIds } from "../airtable/model/table.ts";
import type { Workspace } from "../airtable/workspace.ts";
import { DAY_MS } from "../clock.ts";
import { DEMO_BASES, DEMO_COMPANIES } from "../demo/company.ts";
import type { Network } from "./network.ts";
import type { Account } from "./network-state.ts";

/** The key of the first demo company. Any other key that begins with sandbox-unipile- opens an empty workspace. */
export const DEMO_KEY = "sandbox-unipile-noorderlicht-5f0c2a7d91";

const CONNECTED_CLASSES = /^(CONNECTED|INTERESTED|HOT|CLIENT)\b/;
const OPEN = ["pending", "rewritten", "edited", "approved"];

/** Reads one table of a base by field names. */
function rowsOf(base: Base, tableName: string) {
  const table = base.table(tableName);
  const text = (record: AirtableRecord | undefined, name: string): string => {
    const field = table?.field(name);
    const value = field && record?.cells[field.id];
    return typeof value === "string" ? value : "";
  };
  const link = (record: AirtableRecord): string => {
    const field = table?.field("Lead");
    return (field && linkedIds(record.cells[field.id])[0]) ?? "";
  };
  return { records: table ? [...table.records()] : [], find: (id: string) => table?.record(id), text, link };
}

type Rows = ReturnType<typeof rowsOf>;
type Accounts = ReadonlyMap<string, Account>;
/** An account and somebody whom it knows, by their ids. */
type Contact = [accountId: string, providerId: string];

/** The people of the network by the ids of their leads, and the relations between them and the accounts. */
function createPeople(network: Network, leads: Rows) {
  return {
    /** Empty for a lead that LinkedIn does not know. */
    providerIdOf: (leadId: string): string => {
      const lead = leads.find(leadId);
      const providerId = leads.text(lead, "Provider ID");
      const slug = leads.text(lead, "LinkedIn URL").split("/").at(-1) ?? "";
      const isKnown = providerId === "" || network.state().people.some((person) => person.providerId === providerId);
      if (!isKnown)
        network.addPerson({
          providerId,
          publicIdentifier: slug,
          name: leads.text(lead, "Full Name"),
          headline: leads.text(lead, "Title"),
        });
      return providerId;
    },
    addRelation: (accountId: string, providerId: string): void => {
      if (providerId !== "" && !network.isRelation(accountId, providerId))
        network.state().relations.push({ accountId, providerId, at: network.now() - 30 * DAY_MS });
    },
  };
}

type People = ReturnType<typeof createPeople>;

/** The leads of messages become relations: of every account while the message is open. Returns those of sent messages. */
function seedMessages(messages: Rows, accounts: Accounts, { providerIdOf, addRelation }: People): Contact[] {
  const sent: Contact[] = [];
  for (const message of messages.records) {
    const account = accounts.get(messages.text(message, "Flow"));
    const status = messages.text(message, "Status");
    const providerId = providerIdOf(messages.link(message));
    if (!account || providerId === "") continue;
    if (OPEN.includes(status)) for (const { id } of accounts.values()) addRelation(id, providerId);
    else addRelation(account.id, providerId);
    if (status === "sent") sent.push([account.id, providerId]);
  }
  return sent;
}

/** Returns those of the invitations that are pending. */
function seedInvitations(
  network: Network,
  invitations: Rows,
  accounts: Accounts,
  { providerIdOf, addRelation }: People,
): Contact[] {
  const pending: Contact[] = [];
  const since = network.now() - 60 * DAY_MS;
  for (const row of invitations.records) {
    const account = accounts.get(invitations.text(row, "Connected With"));
    const status = invitations.text(row, "Status");
    const at = Date.parse(invitations.text(row, "Invited At"));
    if (!account || !(at > since)) continue;
    const providerId = providerIdOf(invitations.link(row));
    if (status === "ACCEPTED") addRelation(account.id, providerId);
    if (status !== "SENT" || network.isRelation(account.id, providerId)) continue;
    network.state().invitations.push({
      id: `demo-${row.id}`,
      accountId: account.id,
      providerId,
      text: null,
      at,
      status: "PENDING",
      changedAt: at,
    });
    pending.push([account.id, providerId]);
  }
  return pending;
}

/**
 * The accounts of the demo's account managers, with the people that the demo data mentions: leads of open ice breakers, of
 * accepted invitations, and those classified as connected or further are relations; sent invitations are pending. Returns who accepts
 * and who replies when the demo starts.
 */
export function seedDemoNetwork(
  network: Network,
  workspace: Pick<Workspace, "bases">,
): { accepting: Contact[]; replying: Contact[] } {
  const [{ baseId, company }] = DEMO_BASES;
  const base = workspace.bases.find(baseId);
  if (!base) return { accepting: [], replying: [] };
  const managers = Object.keys(DEMO_COMPANIES[company]?.accountManagers ?? {});
  const accounts = new Map(
    managers.map((name, index) => [name, network.addAccount(DEMO_KEY, name, index === 3 ? "free" : "paid")]),
  );
  const leads = rowsOf(base, "Leads");
  const people = createPeople(network, leads);
  const replying = seedMessages(rowsOf(base, "Messages"), accounts, people);
  const accepting = seedInvitations(network, rowsOf(base, "Invitations"), accounts, people);
  for (const lead of leads.records) {
    const account = accounts.get(leads.text(lead, "Contract Owner"));
    const isConnected = CONNECTED_CLASSES.test(leads.text(lead, "Lead Classification"));
    if (account && isConnected) people.addRelation(account.id, people.providerIdOf(lead.id));
  }
  return { accepting: accepting.slice(-8), replying: replying.slice(0, 8) };
}
