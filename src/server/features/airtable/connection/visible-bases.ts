import { z } from "zod";
import type { VisibleBases } from "#contract/airtable-connection.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import type { SendRequest } from "./send-request.ts";

const basePage = z.object({
  bases: z.array(z.object({ id: z.string(), name: z.string(), permissionLevel: z.string().default("") })),
  offset: z.string().optional(),
});

/** For the dialog in which the user enters the token. */
const WRONG_TOKEN = "Airtable weigert het toegangstoken. Maak een nieuw token aan in Airtable en plak het hierboven.";
const MISSING_SCOPE =
  "Het toegangstoken mag de bases niet zien. Geef het in Airtable het recht schema.bases:read (tabellen en velden zien) en toegang tot de base.";
// A thousand bases a page.
const MAX_PAGES = 5;

/** The bases that the token can see, with what its owner may do in each. */
export const readVisibleBases = async (send: SendRequest): Promise<VisibleBases> => {
  const bases: VisibleBases["bases"] = [];
  let offset: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { status, body } = await send("GET", `meta/bases${offset ? `?offset=${encodeURIComponent(offset)}` : ""}`);
    if (status === 401) return { problem: WRONG_TOKEN, bases: [] };
    if (status === 403) return { problem: MISSING_SCOPE, bases: [] };
    const parsed = basePage.safeParse(body);
    if (status !== 200 || !parsed.success) return { problem: new AirtableProblem("unexpected").message, bases: [] };
    bases.push(...parsed.data.bases);
    offset = parsed.data.offset;
    if (!offset) break;
  }
  return { problem: bases.length === 0 ? "Het toegangstoken heeft bij geen enkele base toegang." : null, bases };
};
