import type { Base } from "../airtable/model/base.ts";
import { type AirtableRecord, linkedIds } from "../airtable/model/table.ts";
import type { Workspace } from "../airtable/workspace.ts";
import { DEMO_BASES, DEMO_COMPANIES } from "../demo/company.ts";
import type { Network } from "./network.ts";

/** The key of the first demo company. Any other key that begins with sandbox-unipile- opens an empty workspace. */
export const DEMO_KEY = "sandbox-unipile-noorderlicht-5f0c2a7d91";

const DAY = 86_400_000;
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

/**
 * The accounts of the demo's account managers, with the people that the demo data mentions: leads of open ice breakers, of
 * accepted invitations and of a class that says so are relations, sent invitations are pending. Returns whom the start of a demo is about.
 */
export function seedDemoNetwork(
  network: Network,
  workspace: Pick<Workspace, "bases">,
): { accepting: [string, string][]; replying: [string, string][] } {
  const [{ baseId, company }] = DEMO_BASES;
  const base = workspace.bases.find(baseId);
  if (!base) return { accepting: [], replying: [] };
  const managers = Object.keys(DEMO_COMPANIES[company]?.accountManagers ?? {});
  const accounts = new Map(
    managers.map((name, index) => [name, network.addAccount(DEMO_KEY, name, index === 3 ? "free" : "paid")]),
  );
  const leads = rowsOf(base, "Leads");
  const providerIdOf = (leadId: string): string => {
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
  };
  const addRelation = (accountId: string, providerId: string) => {
    if (providerId !== "" && !network.isRelation(accountId, providerId))
      network.state().relations.push({ accountId, providerId, at: network.now() - 30 * DAY });
  };

  const replying: [string, string][] = [];
  const messages = rowsOf(base, "Messages");
  for (const message of messages.records) {
    const account = accounts.get(messages.text(message, "Flow"));
    const status = messages.text(message, "Status");
    const providerId = providerIdOf(messages.link(message));
    if (!account || providerId === "") continue;
    if (OPEN.includes(status)) for (const { id } of accounts.values()) addRelation(id, providerId);
    else addRelation(account.id, providerId);
    if (status === "sent") replying.push([account.id, providerId]);
  }

  const accepting: [string, string][] = [];
  const invitations = rowsOf(base, "Invitations");
  const since = network.now() - 60 * DAY;
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
    accepting.push([account.id, providerId]);
  }

  for (const lead of leads.records) {
    const account = accounts.get(leads.text(lead, "Contract Owner"));
    const isConnected = CONNECTED_CLASSES.test(leads.text(lead, "Lead Classification"));
    if (account && isConnected) addRelation(account.id, providerIdOf(lead.id));
  }
  return { accepting: accepting.slice(-8), replying: replying.slice(0, 8) };
}
