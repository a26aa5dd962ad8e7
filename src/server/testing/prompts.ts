import { type Columns, type Inserter, insertRows } from "./rows.ts";

let count = 0;

/** Prompts with a name of their own and whatever else a test wants of them. */
export const makePrompts = (server: Inserter, companyId: string, prompts: readonly Columns[]): Promise<string[]> =>
  insertRows(
    server,
    "prompts",
    prompts.map((prompt) => {
      count += 1;
      return {
        id: crypto.randomUUID(),
        company_id: companyId,
        prompt_name: `Prompt ${count}`,
        prompt: "Schrijf kort.",
        version: 1,
        created_at: new Date("2026-01-01T09:00:00Z"),
        updated_at: new Date(),
        ...prompt,
      };
    }),
  );

export const makePrompt = async (server: Inserter, companyId: string, prompt: Columns = {}): Promise<string> => {
  const [id = ""] = await makePrompts(server, companyId, [prompt]);
  return id;
};
