import type { TestServer } from "#testing/test-server.ts";
import { PEOPLE, pick, type Random, timeNearBoundary } from "./expected-counts.fixture.ts";

export interface Prompt {
  id: string;
  prompt_name: string;
  account_manager: string | null;
  /** When each version was created. */
  versionDates: Date[];
}

export const makePrompt = async (
  server: Pick<TestServer, "query">,
  companyId: string,
  { prompt_name, account_manager, versionDates }: Omit<Prompt, "id">,
): Promise<Prompt> => {
  const [stored] = await server.query<{ id: string }>(
    "insert into prompts (company_id, prompt_name, account_manager, prompt) values ($1, $2, $3, 'Schrijf') returning id",
    [companyId, prompt_name, account_manager],
  );
  const id = stored?.id ?? "";
  await server.query(
    `insert into prompt_versions (company_id, prompt_id, number, prompt, source, author, made_at)
      select $1, $2, number, 'Schrijf', 'edit', 'Anna', made_at
      from unnest($3::timestamptz[]) with ordinality as version (made_at, number)`,
    [companyId, id, versionDates],
  );
  return { id, prompt_name, account_manager, versionDates };
};

const NAMES = [
  "Icebreaker eerste bericht",
  "icebreaker kort",
  "Follow-up na gesprek",
  "LinkedIn uitnodiging",
  "Informatie verzamelen",
] as const;

/** Prompts with and without an account manager, with up to four versions each, created close to midnight. */
export const makePrompts = async (server: TestServer, companyId: string, random: Random): Promise<Prompt[]> => {
  const now = server.clock.now();
  const prompts: Prompt[] = [];
  for (let count = 0; count < 12; count++) {
    const versionDates = Array.from({ length: Math.floor(random() * 5) }, () => timeNearBoundary(now, random));
    prompts.push(
      await makePrompt(server, companyId, {
        prompt_name: pick(random, NAMES),
        account_manager: pick(random, PEOPLE),
        versionDates: versionDates.sort((a, b) => a.getTime() - b.getTime()),
      }),
    );
  }
  return prompts;
};

/** The kind of message that a prompt writes, by its name. */
export const kindOf = ({ prompt_name }: Prompt): "icebreaker" | "followup" | "invitation" | undefined => {
  if (/icebreaker/i.test(prompt_name)) return "icebreaker";
  if (/follow/i.test(prompt_name)) return "followup";
  return /linkedin/i.test(prompt_name) ? "invitation" : undefined;
};
