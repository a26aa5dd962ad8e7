import { makeLead, makeMessage, makePrompt } from "./factories.ts";
import { controlSandbox } from "./sandbox.ts";
import type { TestServer } from "./test-server.ts";

const MARK = "Concurrent Geheim";

/** Fills a company with data that must not be in a prompt of any other company. */
export const fillOtherCompany = async (
  server: Pick<TestServer, "query">,
  companyId: string,
  sandboxUrl: string,
): Promise<void> => {
  const lead = { full_name: `${MARK} Persoon`, company: MARK, title: MARK, person_profile: `${MARK} groeit.` };
  await makeLead(server, companyId, { ...lead, html_report: `<ul><li>${MARK}</li></ul>`, lead_rating: 10 });
  await makePrompt(server, companyId, { prompt_name: "Icebreaker", prompt: `${MARK} schrijft zo.` });
  await makeMessage(server, companyId, { content: `Ice Breaker: ${MARK}`, status: "sent" }, lead);
  await controlSandbox(sandboxUrl, "POST", "ai/forbidden", { texts: [MARK] });
};
