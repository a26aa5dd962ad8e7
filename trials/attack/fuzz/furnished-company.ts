import {
  type MadeCompany,
  makeCompany,
  makeInvitations,
  makeLead,
  makeMeeting,
  makeMessage,
  makePrompt,
  makeQueueItem,
} from "#testing/factories.ts";

import type { TestServer } from "#testing/test-server.ts";
import { EDGE_TEXTS } from "./edge-values.ts";

const NAMES = EDGE_TEXTS.map((text) => text.toWellFormed());

/** A company whose lists have rows, with names that are hard to write down. One for each route: calls change what they find. */
export const furnishCompany = async (server: TestServer): Promise<MadeCompany> => {
  const company = await makeCompany(server.platform.database);
  const { id } = company;
  await Promise.all(
    NAMES.slice(0, 6).map((name) => makeMessage(server, id, { content: `Ice Breaker:\n${name}` }, { full_name: name })),
  );
  const leadId = await makeLead(server, id, { full_name: NAMES[5], classification: "HOT", lead_rating: 8 });
  await makeInvitations(server, id, [{ lead_id: leadId, accepted_at: new Date() }]);
  await makeQueueItem(server, id, { text: NAMES[6] });
  await makeQueueItem(server, id, { text: NAMES[2], status: "SENT" });
  await makeMeeting(server, id, { meeting_name: NAMES[2] });
  await makePrompt(server, id, { prompt_name: NAMES[3] });
  return company;
};
